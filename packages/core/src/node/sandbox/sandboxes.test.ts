import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { buildSandbox } from '../../../../../scripts/build-launcher.mjs'
import { agents } from '../../agents/list.ts'
import { type Entry, type Raw, type SandboxLevel, sandboxLevels } from '../../flow.ts'
import type { Platform } from '../../ports.ts'
import { commandRunner } from '../../runners/command.ts'
import { compose, createHooks } from '../create-hooks.ts'
import { createSpawn } from '../process/spawn.ts'
import { thisPlatform } from '../system/machine.ts'
import { type Candidate, findMechanism } from './mechanism.ts'
import { createSandboxes } from './sandboxes.ts'
import { secretsInHome } from './secrets.ts'

const base = mkdtempSync(join(tmpdir(), 'hookline-sandboxes-'))
const home = join(base, 'home')
const root = join(base, 'root')
mkdirSync(root, { recursive: true })
mkdirSync(home)
afterAll(() => rmSync(base, { recursive: true, force: true }))

const helper = buildSandbox(fileURLToPath(new URL('../../../../cli/dist/launcher/hookline-sandbox', import.meta.url)))
const bubblewrap = ['/usr/bin/bwrap', '/bin/bwrap'].find((path) => existsSync(path))
const platform: Platform = { system: 'linux', home, env: {} }
const mechanisms: readonly Candidate[] = [
  { kind: 'bubblewrap', program: bubblewrap ?? '' },
  { kind: 'landlock', program: helper ?? '' },
]

function write(path: string, text: string): string {
  mkdirSync(dirname(join(base, path)), { recursive: true })
  writeFileSync(join(base, path), text)
  chmodSync(join(base, path), 0o755)
  return join(base, path)
}

interface RunOptions {
  readonly level?: SandboxLevel
  readonly stdin?: string
  readonly timeoutMs?: number
  readonly variablesFile?: string
  readonly over?: Partial<Entry>
  readonly env?: Readonly<Record<string, string>>
  readonly platform?: Platform
}

const entryFor = (command: string): Entry => ({
  ...{
    id: 'user/stop/1',
    event: 'stop',
    type: 'command',
    label: '',
    timeoutMs: 30_000,
    loopLimit: null,
    monitor: false,
  },
  ...{ dialect: 'cursor', cwd: root, origin: { source: 'user', own: true, root }, trust: 'own', extra: {}, command },
})

async function run(command: string, candidate: Candidate, options: RunOptions = {}): Promise<Raw> {
  const { level = 'strict', stdin = '{}', timeoutMs = 30_000, variablesFile, over, env: added } = options
  const where = options.platform ?? platform
  const spawn = createSpawn()
  const runner = commandRunner(
    spawn,
    undefined,
    undefined,
    createSandboxes(where, () => [candidate]),
  )
  const entry = { ...entryFor(command), timeoutMs, sandbox: level, ...over }
  const env = { PATH: process.env.PATH ?? '', HOME: home, ...added }
  const signal = new AbortController().signal
  const more = variablesFile === undefined ? {} : { variablesFile }
  // A command does not read the event itself.
  const raw = await runner.run({
    entry,
    event: undefined as never,
    stdin,
    env,
    missing: {},
    timeoutMs,
    signal,
    ...more,
  })
  await runner.close?.()
  return raw
}

describe.runIf(process.platform === 'linux').each(mechanisms)('a hook in a sandbox of $kind', (candidate) => {
  const it = test.skipIf(candidate.program === '' && process.env.CI !== 'true')
  it.each(sandboxLevels)('reads its event and prints, by name too: %s', async (level) => {
    const command = 'cat /dev/stdin; echo two > /dev/stdout; echo three > /dev/stderr; exit 3'
    const raw = await run(command, candidate, { level, stdin: '{"a":1}\n' })
    expect(raw).toMatchObject({ end: { kind: 'exit', code: 3 }, stdout: '{"a":1}\ntwo\n', stderr: 'three\n' })
    expect(raw.notes).toEqual([`sandbox:${candidate.kind}`])
  })
  it('keeps its working directory, and finds its script there', async () => {
    write('root/hooks/guard.sh', '#!/bin/sh\ncd "$(dirname "$0")" && pwd\n')
    expect((await run('./hooks/guard.sh', candidate)).stdout).toBe(`${root}/hooks\n`)
  })
  it('gets arguments unchanged', async () => {
    const words = ['--ro-bind', '--', '$(id)', '"', '-', '', 'é']
    const raw = await run('/usr/bin/printf', candidate, { over: { args: ['[%s]', ...words] } })
    expect(raw.stdout).toBe(words.map((word) => `[${word}]`).join(''))
  })
  it('ends at its timeout with all its processes', async () => {
    const mark = `4${process.pid}.${candidate.kind.length}`
    const raw = await run(`setsid sleep ${mark} & sleep ${mark}`, candidate, { timeoutMs: 1_500 })
    expect(raw.end).toEqual({ kind: 'timeout', afterMs: 1_500 })
    const isAlive = () =>
      readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(`sleep\0${mark}`))
    while (isAlive()) await sleep(20)
  })
  it('that is ended by a signal has failed', async () => {
    const { end } = await run('kill -9 $$', candidate)
    expect(end).toEqual(
      candidate.kind === 'bubblewrap' ? { kind: 'exit', code: 137 } : { kind: 'signal', signal: 'SIGKILL' },
    )
  })
  it('may write variables for the session', async () => {
    const raw = await run('echo "A=1" >> "$VARIABLES"', candidate, { variablesFile: 'VARIABLES' })
    expect(raw).toMatchObject({ end: { kind: 'exit', code: 0 }, variables: 'A=1\n' })
  })
  it('has a temporary directory that is gone afterwards', async () => {
    const { stdout } = await run('mktemp', candidate)
    expect(stdout).toMatch(/^\/tmp\//)
    expect(existsSync(stdout.trim())).toBe(false)
  })
  it('reads no secret of the list, which docs/sandbox.md has', async () => {
    const page = readFileSync(fileURLToPath(new URL('../../../../../docs/sandbox.md', import.meta.url)), 'utf8')
    const paths = [...secretsInHome, ...agents.flatMap(({ credentials = [] }) => credentials)]
    const isDirectory = (path: string) => paths.some((other) => other.startsWith(`${path}/`))
    const files = paths.map((path) => write(`home/${path}${isDirectory(path) ? '/key' : ''}`, 'SECRET'))
    write('home/.config/other/file', 'PLAIN')
    const command = `cat ${[...files, `${home}/.config/other/file`].map((path) => `'${path}'`).join(' ')} 2>/dev/null`
    expect((await run(command, candidate)).stdout).toBe('PLAIN')
    expect((await run(command, candidate, { level: 'no-network' })).stdout).toBe(
      `${'SECRET'.repeat(files.length)}PLAIN`,
    )
    for (const path of secretsInHome) expect(page).toContain(`\`${path}\``)
  })
  it('reads no secret where a variable has moved it', async () => {
    const moved = {
      KUBECONFIG: 'k/one:k/two',
      CLAUDE_CONFIG_DIR: 'c',
      CARGO_HOME: 'g',
      XDG_DATA_HOME: 'd',
      PGPASSFILE: 'p/pass',
    }
    const files = ['k/one', 'k/two', 'c/.credentials.json', 'g/credentials.toml', 'd/atuin/key', 'p/pass']
    const paths = files.map((path) => write(`moved/${path}`, 'SECRET'))
    const env = Object.fromEntries(
      Object.entries(moved).map(([name, value]) => [
        name,
        value
          .split(':')
          .map((part) => join(base, 'moved', part))
          .join(':'),
      ]),
    )
    const command = `cat ${paths.join(' ')} 2>/dev/null`
    const needed = { origin: { source: 'user', own: true, root: join(base, 'moved') } } as const
    expect((await run(command, candidate, { over: needed })).stdout).toBe('SECRET'.repeat(files.length))
    expect((await run(command, candidate, { over: needed, platform: { ...platform, env } })).stdout).toBe('')
  })
  it('with thousands of long names in the home directory runs confined or not at all', async () => {
    const crowded = join(base, 'crowded')
    mkdirSync(join(crowded, '.ssh'), { recursive: true })
    for (const name of ['.netrc', '.ssh/id']) writeFileSync(join(crowded, name), 'SECRET')
    for (let at = 0; at < 7_000; at++) writeFileSync(join(crowded, `${'x'.repeat(240)}${at}`), '')
    const inside = { ...platform, home: crowded }
    const raw = await run(`cat ${crowded}/.netrc ${crowded}/.ssh/id 2>/dev/null; echo ran`, candidate, {
      platform: inside,
    })
    if (candidate.kind === 'landlock') expect(raw).toMatchObject({ end: { kind: 'exit', code: 0 }, stdout: 'ran\n' })
    else
      expect(raw).toMatchObject({ end: { kind: 'sandbox', message: expect.stringContaining('entries') }, stdout: '' })
    rmSync(crowded, { recursive: true, force: true })
  })
  it('that prints more than a mebibyte is stopped', async () => {
    expect((await run('yes', candidate)).end).toEqual({ kind: 'output-limit' })
  })
  it('whose program is missing cannot be started', async () => {
    const raw = await run('no-such-program-at-all', candidate, { over: { args: [] } })
    expect(raw.end).toMatchObject({ kind: 'spawn', message: expect.stringContaining('no-such-program-at-all') })
  })
})

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

describe.runIf(process.platform === 'linux')('a sandbox', () => {
  const real = { kind: 'bubblewrap', program: bubblewrap ?? '' } as const
  const lastArguments = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'
  test('that forbids nothing is found out by its trial', () => {
    const program = write('lying', `#!/bin/sh\n[ "$1" != --version ] || exec echo bubblewrap 9.9.9\n${lastArguments}\n`)
    for (const level of sandboxLevels) {
      const found = findMechanism(level, platform, () => [{ kind: 'bubblewrap', program }])
      expect(found).toMatchObject({ whyNot: expect.stringMatching(/in it a program can .*use Unix sockets/) })
    }
  })
  test('that does not start is found out by its trial, which is not repeated at once', async () => {
    const count = join(base, 'count')
    const program = write(
      'broken',
      `#!/bin/sh\necho x >> ${count}\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n`,
    )
    const find = () => findMechanism('strict', platform, () => [{ kind: 'bubblewrap', program }])
    expect(find()).toMatchObject({ whyNot: expect.stringContaining('No permissions to create a new namespace') })
    const tries = readFileSync(count, 'utf8')
    expect(find()).toMatchObject({ whyNot: expect.stringContaining('No permissions') })
    expect(readFileSync(count, 'utf8')).toBe(tries)
    const raw = await run('true', { kind: 'bubblewrap', program })
    expect(raw.end).toMatchObject({
      kind: 'sandbox',
      message: expect.stringContaining('the sandbox "strict" is not available'),
    })
  })
  test.skipIf(bubblewrap === undefined)(
    'that stops working after its trial fails the hook, which does not run',
    async () => {
      const broken = join(base, 'now-broken')
      const program = write(
        'later',
        `#!/bin/sh\nif [ -e ${broken} ]; then echo 'bwrap: no space' >&2; exit 1; fi\nexec ${real.program} "$@"\n`,
      )
      const candidate = { kind: 'bubblewrap', program } as const
      expect((await run('echo fine', candidate)).stdout).toBe('fine\n')
      writeFileSync(broken, '')
      expect(await run('echo fine', candidate)).toMatchObject({
        end: { kind: 'sandbox', message: 'the sandbox could not be started: no space' },
        stdout: '',
      })
    },
  )
  test.skipIf(bubblewrap === undefined)('whose program is removed after its trial fails the hook', async () => {
    const program = write('removed', `#!/bin/sh\nexec ${real.program} "$@"\n`)
    const inside = createSandboxes(platform, () => [{ kind: 'bubblewrap', program }]).enter(
      'strict',
      entryFor('true'),
      {},
    )
    if ('problem' in inside) throw new Error(inside.problem)
    rmSync(program)
    const { shell, args, env } = inside.wrap({ shell: '/bin/sh', args: ['-c', 'true'], env: {} }, [])
    const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8', env })
    const end = { kind: 'exit', code: status ?? 1 } as const
    expect(inside.failure({ end, stdout: '', stderr })).toMatchObject({ kind: 'sandbox' })
    inside.finish()
  })
  test.skipIf(bubblewrap === undefined)(
    'that ends without proof that the hook started fails the hook, whatever it printed and however it ended',
    async () => {
      const how = join(base, 'how')
      const program = write('unproved', `#!/bin/sh\nif [ -e ${how} ]; then . ${how}; fi\nexec ${real.program} "$@"\n`)
      const candidate = { kind: 'bubblewrap', program } as const
      expect((await run('echo fine', candidate)).stdout).toBe('fine\n')
      for (const act of [
        'exit 0',
        'echo "{}"; exit 0',
        'exit 1',
        'kill -9 $$',
        'echo "Argument list too long" >&2; exit 126',
      ]) {
        writeFileSync(how, act)
        const { end } = await run('echo fine', candidate, { over: { failClosed: false } })
        expect(end, act).toMatchObject({ kind: 'sandbox' })
      }
    },
  )
  test.skipIf(bubblewrap === undefined)(
    'gets no variable of the hook outside, where a shell would run its text',
    async () => {
      const seen = join(base, 'seen')
      const program = write(
        'recording',
        `#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ > ${seen}\nexec ${real.program} "$@"\n`,
      )
      const env = { SHELLOPTS: 'xtrace', PS4: '$(touch /x)', LD_PRELOAD: '/x.so', BASH_ENV: '/x', A: '1' }
      const raw = await run('echo "$A"', { kind: 'bubblewrap', program }, { env })
      expect(raw.stdout).toBe('1\n')
      expect(
        readFileSync(seen, 'utf8')
          .split('\n')
          .map((line) => line.split('=')[0]),
      ).toEqual(expect.not.arrayContaining(Object.keys(env)))
    },
  )
  test.skipIf(bubblewrap === undefined)('that cannot lock namespaces is used without that lock', () => {
    const refuses = `grep -qz -- --disable-userns /proc/self/fd/8 && { echo 'bwrap: no lock' >&2; exit 1; }`
    const program = write('unlocked', `#!/bin/sh\n[ "$1" = --version ] || ${refuses}\nexec ${real.program} "$@"\n`)
    const found = findMechanism('strict', platform, () => [{ kind: 'bubblewrap', program }])
    expect(found).toEqual({ mechanism: { kind: 'bubblewrap', program, version: expect.any(String) } })
  })
  test('is not available on other systems', () => {
    for (const system of ['darwin', 'win32'] as const)
      expect(findMechanism('strict', { ...platform, system })).toEqual({
        whyNot: 'Hookline has no sandbox for this system',
      })
  })
})

const hasSandbox = 'mechanism' in findMechanism('strict', thisPlatform())
describe.skipIf(!hasSandbox && process.env.CI !== 'true')('an engine with sandboxes', () => {
  const shell = { command: 'ls', cwd: root, sandbox: false }
  async function fire(own: object, more: object = {}) {
    write('root/.hookline/hookline.json', JSON.stringify({ version: 1, ...own }))
    const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all', ...more })
    const effect = await hooks.fire('beforeShellExecution', shell)
    await hooks.close()
    return effect
  }
  test('runs checked copies in them', async () => {
    write('root/hooks/reply.sh', '#!/bin/sh\n. "$(dirname "$0")/words.sh"\ncat >/dev/null; echo "$reply"\n')
    write('root/hooks/words.sh', 'reply=\'{"permission":"deny"}\'\n')
    const entry = { command: 'hooks/reply.sh', sandbox: 'strict', checkedCopy: true }
    const hooks = { beforeShellExecution: [entry] }
    write('root/.hookline/hookline.json', JSON.stringify({ version: 1, hooks }))
    const first = await compose({ workspaceRoots: [root], home })
    first.configs.store.add(first.configs.trustOf(root).content)
    await first.hooks.close()
    const engine = await createHooks({ workspaceRoots: [root], home })
    const effect = await engine.fire('beforeShellExecution', shell)
    await engine.close()
    expect(effect.verdict).toBe('deny')
    expect(effect.runs[0]?.notes).toEqual(expect.arrayContaining(['checked-copy', 'sandbox:bubblewrap']))
  })
  test('never parks a hook in one', async () => {
    const entry = { command: 'cat >/dev/null; echo \'{"permission":"allow"}\'', sandbox: 'no-network', warm: true }
    const own = { hooks: { beforeShellExecution: [entry] } }
    write('root/.hookline/hookline.json', JSON.stringify({ version: 1, ...own }))
    const hooks = await createHooks({ workspaceRoots: [root], home, trust: 'all' })
    for (let at = 0; at < 3; at++) {
      const { runs } = await hooks.fire('beforeShellExecution', shell)
      expect(runs[0]?.notes).toEqual([expect.stringMatching(/^sandbox:/)])
    }
    await hooks.close()
  })
  test('keeps the depth of nested engines and the text of the event out of the arguments', async () => {
    const entry = { command: 'echo "$HOOKLINE_DEPTH $command" >&2; cat >/dev/null; exit 2', sandbox: 'strict' }
    const effect = await fire(
      { hooks: { beforeShellExecution: [entry] } },
      { env: { ...process.env, HOOKLINE_DEPTH: '3' } },
    )
    expect(effect.runs[0]?.stderr).toBe('3 ls\n')
  })
})
