import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSandbox } from '../../../../../scripts/build-launcher.mjs'
import { type Entry, type Raw, sandboxLevels } from '../../flow.ts'
import { commandRunner } from '../../runners/command.ts'
import { type AttemptsSetup, attemptsProgram, changeAttributes } from '../../testing/sandbox-attempts.ts'
import { createSpawn } from '../process/spawn.ts'
import type { Candidate } from './mechanism.ts'
import { createSandboxes } from './sandboxes.ts'

/** The helper is built where there is a compiler; with CI=true there must be one. */
const helper = buildSandbox(fileURLToPath(new URL('../../../../cli/dist/launcher/hookline-sandbox', import.meta.url)))
const bubblewrap = ['/usr/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path))
const mechanisms: readonly Candidate[] = [
  { kind: 'bubblewrap', program: bubblewrap ?? '' },
  { kind: 'landlock', program: helper ?? '' },
]
const base = mkdtempSync(join(tmpdir(), 'hookline-attempts-'))
const [home, root, runtime] = [join(base, 'home'), join(base, 'root'), join(base, 'run')]
const script = join(root, '.hookline/attempts.cjs')
const platform = { system: 'linux', home, env: { XDG_RUNTIME_DIR: runtime } } as const
const ends: (() => void)[] = []
let setup: AttemptsSetup
let hasAttributes = false

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

beforeAll(async () => {
  const secrets = ['.ssh/id_ed25519', '.claude/.credentials.json', '.local/state/hookline/trust.json', '.netrc']
  for (const path of [...secrets, 'dotfiles/aws/credentials']) write(join(home, path), 'secret')
  symlinkSync(join(home, 'dotfiles/aws'), join(home, '.aws'))
  symlinkSync(join(home, '.ssh'), join(home, 'keys'))
  const replacing = setInterval(() => {
    write(join(home, '.netrc.new'), 'secret')
    renameSync(join(home, '.netrc.new'), join(home, '.netrc'))
  }, 20)
  ends.push(() => clearInterval(replacing))
  mkdirSync(join(runtime, 'hookline'), { recursive: true, mode: 0o700 })
  const tcp = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  const udp = createSocket('udp4')
  const answer = (message: Buffer, port: number) => {
    // As DNS: this is an answer, and the name does not exist.
    message.writeUInt16BE(0x8183, 2)
    udp.send(message, port, '127.0.0.1')
  }
  udp.on('message', (message, { port }) => answer(message, port)).bind(0, '127.0.0.1')
  const abstract = `hookline-attempts-${process.pid}`
  const local = [join(home, 'socket'), join(runtime, 'hookline/daemon.sock'), `\0${abstract}`].map((path) =>
    createServer((socket) => socket.end()).listen(path),
  )
  await Promise.all([tcp, udp, ...local].map((server) => once(server, 'listening')))
  for (const server of [tcp, udp, ...local]) ends.push(() => server.close())
  const victim = spawn('sleep', ['1000'], { stdio: 'ignore' })
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', `--address=unix:path=${home}/bus`], {
    stdio: 'ignore',
  }).on('error', () => {})
  const datagrams = spawn(
    'perl',
    [
      '-e',
      'use Socket; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, pack_sockaddr_un($ARGV[0])); sleep 1000',
      `${home}/datagrams`,
    ],
    { stdio: 'ignore' },
  )
  const terminal = spawn(
    'perl',
    [
      '-e',
      'sysopen(my $m, "/dev/ptmx", 2) or die; my $n = pack("i", 0); ioctl($m, 0x40045431, $n) or die; ioctl($m, 0x80045430, $n) or die;' +
        '$| = 1; print "/dev/pts/" . unpack("i", $n); sysopen(my $t, "/dev/pts/" . unpack("i", $n), 2); sleep 1000',
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const [terminalPath] = await once(terminal.stdout, 'data')
  for (const one of [victim, bus, datagrams, terminal]) ends.push(() => one.kill('SIGKILL'))
  while (!existsSync(`${home}/datagrams`) || (bus.pid !== undefined && !existsSync(`${home}/bus`))) await sleep(20)
  const sharedKey = 0x484c0000 + (process.pid & 0xffff)
  const perl = (text: string) => spawnSync('perl', ['-e', text, String(sharedKey)])
  perl('shmget($ARGV[0], 4096, 01600) // die')
  ends.push(() => perl('shmctl(shmget($ARGV[0], 0, 0), 0, 0)'))
  const calls = {
    ptrace: 101,
    mount: 165,
    unshare: 272,
    keyctl: 250,
    clone: 56,
    priority: 141,
    limits: 302,
    shared: 29,
  }
  const onArm = {
    ptrace: 117,
    mount: 40,
    unshare: 97,
    keyctl: 219,
    clone: 220,
    priority: 140,
    limits: 261,
    shared: 194,
  }
  write(join(base, 'attributes'), '')
  hasAttributes = spawnSync('perl', ['-e', changeAttributes, join(base, 'attributes')]).status === 0
  setup = {
    ...{ home, root, runtime, script, abstract, agentPid: process.pid, victimPid: victim.pid ?? 0 },
    tcp: (tcp.address() as { port: number }).port,
    udp: udp.address().port,
    leftBehind: `9${process.pid}`,
    terminal: String(terminalPath),
    sharedKey,
    calls: process.arch === 'arm64' ? onArm : calls,
  }
})
afterAll(() => {
  for (const end of ends) end()
  rmSync(base, { recursive: true, force: true })
})

function prepareWorkspace(): void {
  rmSync(root, { recursive: true, force: true })
  for (const name of ['file', 'truncated', 'renamed', 'removed']) write(join(root, name), 'text')
  symlinkSync(join(home, '.ssh/id_ed25519'), join(root, 'to-secret'))
  write(script, attemptsProgram)
  chmodSync(join(root, 'file'), 0o644)
  rmSync(join(home, 'new'), { force: true })
  mkdirSync(join(home, '.cache/hookline'), { recursive: true })
}

async function tryAll(sandbox: NonNullable<Entry['sandbox']>, candidate?: Candidate): Promise<Record<string, string>> {
  prepareWorkspace()
  const runner = commandRunner(
    createSpawn(),
    undefined,
    undefined,
    createSandboxes(platform, () => (candidate === undefined ? [] : [candidate])),
  )
  const entry: Entry = {
    ...{
      id: 'user/stop/1',
      event: 'stop',
      type: 'command',
      label: '',
      timeoutMs: 60_000,
      loopLimit: null,
      monitor: false,
    },
    ...{ dialect: 'cursor', cwd: root, origin: { source: 'user', own: true, root }, trust: 'own', extra: {}, sandbox },
    command: process.execPath,
    args: [script, JSON.stringify(setup)],
  }
  const temporary = mkdtempSync(join(base, 'tmp-'))
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temporary }
  // The fields of an event that a command does not read.
  const event = undefined as never
  const signal = new AbortController().signal
  const raw: Raw = await runner.run({ entry, event, stdin: '{}', env, missing: {}, timeoutMs: 60_000, signal })
  await runner.close?.()
  if (raw.end.kind !== 'exit' || raw.end.code !== 0) throw new Error(JSON.stringify(raw))
  const results = JSON.parse(raw.stdout)
  // The file system of the test has none.
  if (!hasAttributes) delete results[attributes]
  if ((await findLeft()).length === 0) results['leave a process running'] = 'denied'
  return results
}

/** The processes that were left behind, which are ended. A process of a sandbox that ends may take a moment. */
async function findLeft(): Promise<readonly number[]> {
  const isLeft = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`sleep\0${setup.leftBehind}`)
    } catch {
      return false
    }
  }
  const find = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isLeft(name))
      .map(Number)
  for (let tries = 0; tries < 25 && find().length > 0; tries++) await sleep(20)
  const found = find()
  for (const pid of found) process.kill(pid, 'SIGKILL')
  return found
}

/** The table of the page: for each column, what came of each attempt. */
function readPage(): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const page = readFileSync(fileURLToPath(new URL('../../../../../docs/sandbox.md', import.meta.url)), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => /^\|.*\| (yes|no) \|$/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  const columns = ['none', ...mechanisms.flatMap(({ kind }) => sandboxLevels.map((level) => `${kind} ${level}`))]
  return new Map(
    columns.map((column, at) => [
      column,
      Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells[at] === 'yes' ? 'done' : 'denied'])),
    ]),
  )
}
const page = readPage()
const attributes = 'change the attributes of a file'

/** What the page says, as far as the file system of the test can show it. */
function expectedOf(column: string): Readonly<Record<string, string>> {
  const { [attributes]: ofAttributes = '', ...others } = page.get(column) ?? {}
  return hasAttributes ? { ...others, [attributes]: ofAttributes } : others
}

/** What this depends on beside the sandbox: who runs the test, and settings of the kernel. */
const ofMachine = [
  'change settings of the kernel',
  'mount a file system',
  'enter new namespaces',
  'trace another process',
  'use io_uring',
  'type into a terminal',
  'enter new namespaces with clone',
]

describe.runIf(process.platform === 'linux')('what a hook tries is what docs/sandbox.md says', () => {
  test('without a sandbox', async () => {
    const expected = expectedOf('none')
    const results = await tryAll('none')
    for (const name of ofMachine) if (process.getuid?.() !== 0) results[name] = expected[name] ?? ''
    expect(results).toEqual(expected)
  })
  for (const candidate of mechanisms)
    for (const level of sandboxLevels)
      test.skipIf(candidate.program === '' && process.env.CI !== 'true')(`${candidate.kind} ${level}`, async () =>
        expect(await tryAll(level, candidate)).toEqual(expectedOf(`${candidate.kind} ${level}`)),
      )
})
