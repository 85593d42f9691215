import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Raw } from '../../flow.ts'
import type { Spawn, SpawnRequest } from '../../runners/command.ts'
import { eventually } from '../../testing/wait-until.ts'
import { createFifos } from './fifos.ts'
import { type HelperAccess, joinHelper } from './helper/shared-helper.ts'
import { createSpawn } from './spawn.ts'

const root = mkdtempSync(join(tmpdir(), 'hookline-spawn-test-'))
afterAll(() => rmSync(root, { recursive: true }))

const payload = '{"hook_event_name":"stop","command":"ls"}\n'
const node = JSON.stringify(process.execPath)
const request = (command: string, over: Partial<SpawnRequest> = {}): SpawnRequest => ({
  shell: '/bin/sh',
  args: ['-c', command],
  cwd: root,
  env: { PATH: process.env.PATH ?? '' },
  stdin: payload,
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  pool: 'project',
  ...over,
})
const exited = (code: number, stdout = '', stderr = ''): Raw => ({ end: { kind: 'exit', code }, stdout, stderr })

/** A zombie process counts as ended. */
function isAlive(pid: string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')
const openFiles = (): number => readdirSync('/proc/self/fd').length
/** A directory of its own, because other tests use the system's at the same time. */
const memory = mkdtempSync(join(root, 'memory-'))

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Used by this process, however small it is. */
async function startedHelper(): Promise<HelperAccess> {
  const helper = joinHelper(0)
  await eventually(() => helper.get() !== undefined)
  return helper
}

const ways: readonly (readonly [string, () => Promise<Spawn>])[] = [
  ['this process', async () => createSpawn()],
  ['the helper process', async () => createSpawn({ helper: await startedHelper() })],
]
describe.each(ways)('started by %s', (way, make) => {
  const directory = mkdtempSync(join(root, 'started-'))
  let spawn: Spawn
  beforeAll(async () => {
    spawn = await make()
  })
  afterAll(() => spawn.close())
  const sh = (command: string, over: Partial<SpawnRequest> = {}): Promise<Raw> =>
    spawn.run(request(command, { cwd: directory, ...over }))
  const pidsIn = (file: string): string[] => linesOf(join(directory, file))

  it('is a child of it, and leads a group of its own', async () => {
    const { stdout } = await sh('ps -o comm= -p $PPID; ps -o pid=,pgid=,sid= -p $$')
    const [parent, ids = ''] = stdout.trim().split('\n')
    expect(parent === 'hookline-helper').toBe(way === 'the helper process')
    expect(new Set(ids.trim().split(/ +/)).size).toBe(1)
  })

  describe('how it ended', () => {
    it.each([0, 1, 2, 3, 126, 127, 255])('reports exit code %i', async (code) => {
      expect(await sh(`exit ${code}`)).toEqual(exited(code))
    })
    it.each(['SIGKILL', 'SIGTERM', 'SIGSEGV', 'SIGINT', 'SIGPIPE'])('reports the signal %s', async (name) => {
      expect((await sh(`kill -${name.slice(3)} $$`)).end).toEqual({ kind: 'signal', signal: name })
    })
    it('keeps the output from before a signal', async () => {
      expect(await sh('echo printed; kill -9 $$')).toMatchObject({ end: { kind: 'signal' }, stdout: 'printed\n' })
    })
    it('a shell that does not exist cannot start', async () => {
      const { end } = await sh('true', { shell: '/no/such/shell' })
      expect(end).toEqual({
        kind: 'spawn',
        message: '/no/such/shell, or the interpreter that it names, does not exist',
      })
    })
    it('a working directory that does not exist is named', async () => {
      const { end } = await sh('true', { cwd: '/no/such/directory' })
      const message = 'the working directory of the hook, /no/such/directory, does not exist'
      expect(end).toEqual({ kind: 'spawn', message })
    })
    it('a working directory that is a file is named', async () => {
      const { end } = await sh('true', { cwd: '/etc/passwd' })
      expect(end).toMatchObject({ kind: 'spawn', message: expect.stringContaining('/etc/passwd, is not a directory') })
    })
    it('an environment that is too large cannot start', async () => {
      const { end } = await sh('true', { env: { BIG: 'x'.repeat(3_000_000) } })
      expect(end).toMatchObject({ kind: 'spawn', message: expect.stringContaining('E2BIG') })
    })
    it('a NUL in the environment cannot start', async () => {
      expect((await sh('true', { env: { A: 'a\0b' } })).end.kind).toBe('spawn')
    })
    it('a NUL in the command cannot start', async () => {
      expect((await sh('echo \0')).end.kind).toBe('spawn')
    })
    it('a script that is deleted while it runs ends normally', async () => {
      writeFileSync(join(directory, 'gone.sh'), '#!/bin/sh\nrm -- "$0"\nsleep 0.1\necho still here\nexit 3\n', {
        mode: 0o755,
      })
      expect(await sh('./gone.sh')).toEqual(exited(3, 'still here\n'))
    })
    it('a working directory that is deleted while it runs is not a failure', async () => {
      const cwd = join(directory, 'vanishes')
      mkdirSync(cwd)
      expect(await sh('rmdir "$PWD"; echo done', { cwd })).toEqual(exited(0, 'done\n'))
    })
  })

  describe('stdin', () => {
    it('is the payload, byte for byte', async () => {
      const stdin = `${JSON.stringify({ text: 'größe 漢字 😀 \u0000 "quoted"' })}\n`
      expect(await sh('cat', { stdin })).toEqual(exited(0, stdin))
    })
    it.each([
      ['cat /dev/stdin', payload],
      ['cat /proc/self/fd/0', payload],
      ['cat < /dev/stdin', payload],
      [`${node} -e 'process.stdout.write(require("fs").readFileSync("/dev/stdin"))'`, payload],
      [`${node} -e 'process.stdout.write(require("fs").readFileSync(0))'`, payload],
      [`${node} -e 'process.stdin.pipe(process.stdout)'`, payload],
      ['read -r line; printf "%s\\n" "$line"', payload],
      ['head -c 5; cat', payload],
    ])('can be read by %s', async (command, want) => {
      expect(await sh(command)).toEqual(exited(0, want))
    })
    it('is complete at 20 MB', async () => {
      const stdin = `${'x'.repeat(20_000_000)}\n`
      expect((await sh('wc -c', { stdin })).stdout.trim()).toBe('20000001')
    })
    it('need not be read, even at 20 MB', async () => {
      expect(await sh('echo ok', { stdin: 'x'.repeat(20_000_000) })).toEqual(exited(0, 'ok\n'))
    })
    it('may be closed early', async () => {
      expect(await sh('exec <&-; sleep 0.05; echo ok', { stdin: 'x'.repeat(1_000_000) })).toEqual(exited(0, 'ok\n'))
    })
    it('may be empty', async () => {
      expect(await sh('cat', { stdin: '' })).toEqual(exited(0))
    })
    it('is private: no access for other users, and no name on disk', async () => {
      const { stdout } = await sh('stat -L -c "%a %h" /dev/stdin')
      expect(stdout).toBe('600 0\n')
    })
    it('stays out of the process list', async () => {
      const running = sh('sleep 0.4; cat >/dev/null', { stdin: '{"secret":"s3cr3t-payload"}\n' })
      await sleep(150)
      const lists = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
      const seen = lists.filter((pid) => readQuietly(`/proc/${pid}/cmdline`).includes('s3cr3t-payload'))
      expect(seen).toEqual([])
      expect((await running).end).toEqual({ kind: 'exit', code: 0 })
    })
    it('goes through a pipe if no directory is usable', async () => {
      const withoutDirectory = createSpawn({ directories: ['/no/such/directory'] })
      expect(await withoutDirectory.run(request('cat'))).toEqual(exited(0, payload))
      expect(await withoutDirectory.run(request('exit 3', { stdin: 'x'.repeat(5_000_000) }))).toEqual(exited(3))
      await withoutDirectory.close()
    })
  })

  describe('stdout and stderr', () => {
    it('can be opened by name', async () => {
      expect(await sh('echo a > /dev/stdout; echo b > /dev/stderr; echo c >> /dev/stdout; echo d')).toEqual(
        exited(0, 'a\nc\nd\n', 'b\n'),
      )
    })
    it('can be opened by name in node', async () => {
      const script = 'for (const name of ["stdout", "stderr"]) require("fs").writeFileSync("/dev/" + name, name)'
      expect(await sh(`${node} -e '${script}'`)).toEqual(exited(0, 'stdout', 'stderr'))
    })
    it('of bash are not polluted by its start-up files', async () => {
      writeFileSync(join(directory, '.bashrc'), 'echo polluted\n')
      const env = { PATH: process.env.PATH ?? '', HOME: directory }
      expect(await sh('cat', { shell: '/bin/bash', args: ['-c', 'cat'], env })).toEqual(exited(0, payload))
    })
    it('that are not UTF-8 are decoded with replacement characters, and marked', async () => {
      expect(await sh("printf 'a\\377b'")).toEqual({ ...exited(0, 'a\ufffdb'), badEncoding: true })
    })
    it('in UTF-16 are marked', async () => {
      expect(await sh("printf '\\377\\376{\\000}\\000'")).toMatchObject({ badEncoding: true })
    })
    it('that hold a real replacement character are not marked', async () => {
      expect(await sh("printf '\\357\\277\\275'")).toEqual(exited(0, '\ufffd'))
    })
    it('lose their byte order mark', async () => {
      expect(await sh("printf '\\357\\273\\277{}'")).toEqual(exited(0, '{}'))
    })
    it('keep characters whole that arrive in parts', async () => {
      const parts = ['\\360', '\\237', '\\230', '\\200']
      const command = parts.map((part) => `printf '${part}'`).join('; sleep 0.03; ')
      expect(await sh(command)).toEqual(exited(0, '😀'))
    })
    it('keep characters whole across the reads of a large output', async () => {
      const { stdout, badEncoding } = await sh(`${node} -e 'process.stdout.write("漢".repeat(300000))'`)
      expect(stdout === '漢'.repeat(300_000)).toBe(true)
      expect(badEncoding).toBe(undefined)
    })
    it('keep a NUL', async () => {
      expect(await sh("printf 'a\\000b'")).toEqual(exited(0, 'a\0b'))
    })
    it('closed early by the hook are not a failure', async () => {
      expect(await sh('echo printed; exec >&- 2>&-; sleep 0.05; exit 3')).toEqual(exited(3, 'printed\n'))
    })
  })

  describe('too much output', () => {
    const limit = 1024 * 1024
    it('is kept completely up to 1 MiB', async () => {
      const { end, stdout } = await sh(`head -c ${limit} /dev/zero | tr '\\0' x`)
      expect(end).toEqual({ kind: 'exit', code: 0 })
      expect(stdout.length).toBe(limit)
    })
    it('is cut there, even if the hook ended before that was noticed', async () => {
      const { end, stdout } = await sh(`head -c ${limit + 1} /dev/zero | tr '\\0' x`)
      expect(end).toEqual({ kind: 'output-limit' })
      expect(stdout.length).toBe(limit)
    })
    it('cut inside a character is not reported as a bad encoding', async () => {
      const raw = await sh(`printf x; yes 漢漢漢 | tr -d '\\n'`)
      expect(raw.end).toEqual({ kind: 'output-limit' })
      expect(raw.badEncoding).toBe(undefined)
      expect(raw.stdout.endsWith('漢')).toBe(true)
    })
    it('of 100 MB stops the hook and costs little memory', async () => {
      const before = process.memoryUsage.rss()
      const { end } = await sh('echo $$ > flood.pid; head -c 100000000 /dev/zero; echo done > flood.done')
      expect(end).toEqual({ kind: 'output-limit' })
      expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
      expect(await eventually(() => !isAlive(pidsIn('flood.pid')[0] ?? ''))).toBe(true)
      expect(readdirSync(directory)).not.toContain('flood.done')
    })
    it('without an end stops the hook', async () => {
      expect((await sh('yes')).end).toEqual({ kind: 'output-limit' })
    })
    it('on stderr is dropped above 256 KiB, and the hook continues', async () => {
      const { end, stdout, stderr } = await sh('head -c 10000000 /dev/zero >&2; echo ok')
      expect({ end, stdout, kept: stderr.length }).toEqual({
        ...exited(0, 'ok\n'),
        stderr: undefined,
        kept: 256 * 1024,
      })
    })
    it('on both at once is capped on both', async () => {
      const { end, stdout, stderr } = await sh('head -c 10000000 /dev/zero >&2 & yes & wait')
      expect(end).toEqual({ kind: 'output-limit' })
      expect(stdout.length).toBe(limit)
      expect(stderr.length).toBeLessThanOrEqual(256 * 1024)
    })
    it('of a helper left behind does not delay the result', async () => {
      const value = await sh('yes >&2 & echo $! > noisy.pid; echo ok')
      expect(value).toMatchObject({ end: { kind: 'exit', code: 0 }, stdout: 'ok\n' })
      expect(await eventually(() => !isAlive(pidsIn('noisy.pid')[0] ?? ''))).toBe(true)
    })
  })

  describe('the timeout', () => {
    it('stops a hook that sleeps, and keeps its output', async () => {
      const value = await sh('echo $$ > sleeping.pid; echo printed; sleep 6000', { timeoutMs: 1_500 })
      expect(value).toEqual({ end: { kind: 'timeout', afterMs: 1_500 }, stdout: 'printed\n', stderr: '' })
      expect(await eventually(() => !isAlive(pidsIn('sleeping.pid')[0] ?? ''))).toBe(true)
    })
    it('lets a hook clean up at SIGTERM', async () => {
      const raw = await sh(`trap 'echo cleaned; exit 0' TERM; while :; do sleep 0.02; done`, { timeoutMs: 500 })
      expect(raw).toMatchObject({ end: { kind: 'timeout' }, stdout: 'cleaned\n' })
    })
    it('kills a hook that ignores SIGTERM', async () => {
      const command = `trap '' TERM; echo $$ > stubborn.pid; while :; do sleep 0.05; done`
      const { end } = await sh(command, { timeoutMs: 1_500 })
      expect(end).toEqual({ kind: 'timeout', afterMs: 1_500 })
      expect(await eventually(() => !isAlive(pidsIn('stubborn.pid')[0] ?? ''))).toBe(true)
    })
    it('kills the grandchildren too, even those that ignore SIGTERM', async () => {
      const stubborn = `sh -c 'trap "" TERM; echo $$ >> tree.pids; while :; do sleep 0.05; done' &`
      await sh(`${stubborn} ${stubborn} sleep 60 & echo $! >> tree.pids; wait`, { timeoutMs: 1_000 })
      expect(pidsIn('tree.pids')).toHaveLength(3)
      expect(await eventually(() => !pidsIn('tree.pids').some(isAlive))).toBe(true)
    })
    it('kills processes that left the group', async () => {
      const escaped = `setsid sh -c 'echo $$ >> escaped.pids; exec sleep 60' &`
      await sh(`${escaped} (${escaped}) & sleep 60`, { timeoutMs: 1_000 })
      expect(pidsIn('escaped.pids')).toHaveLength(2)
      expect(await eventually(() => !pidsIn('escaped.pids').some(isAlive))).toBe(true)
    })
    it('does not delay the result of a hook that has ended', async () => {
      expect(await sh('exit 0', { timeoutMs: 600_000 })).toEqual(exited(0))
    })
    it('does not apply if the hook ended in time but the host was busy', async () => {
      const running = sh('echo in time; echo > ended', { timeoutMs: 3_000 })
      await sleep(1)
      const began = performance.now()
      while (performance.now() < began + 3_500 || !existsSync(join(directory, 'ended')));
      expect(await running).toEqual(exited(0, 'in time\n'))
    })
  })

  describe('a host that cancels', () => {
    it('stops all its hooks', async () => {
      const host = new AbortController()
      const hooks = Array.from({ length: 20 }, () => sh('echo $$ >> cancelled.pids; sleep 60', { signal: host.signal }))
      await eventually(() => readQuietly(join(directory, 'cancelled.pids')).split('\n').length > 20)
      host.abort(new Error('the person pressed escape'))
      for (const { end } of await Promise.all(hooks))
        expect(end).toEqual({ kind: 'deadline', message: 'the person pressed escape' })
      expect(await eventually(() => !pidsIn('cancelled.pids').some(isAlive))).toBe(true)
    })
    it('before the start gets no process', async () => {
      const { end } = await sh('echo ran > cancelled.ran', { signal: AbortSignal.abort('never mind') })
      expect(end).toEqual({ kind: 'deadline', message: 'never mind' })
      expect(readdirSync(directory)).not.toContain('cancelled.ran')
    })
  })

  describe('a grandchild that keeps the pipe open', () => {
    it('does not delay the result, and stays alive', async () => {
      const value = await sh('sleep 6000 & echo $! > helper.pid; echo ok')
      const pid = pidsIn('helper.pid')[0] ?? ''
      expect(value).toEqual(exited(0, 'ok\n'))
      expect(isAlive(pid)).toBe(true)
      process.kill(Number(pid))
    })
    it('cannot write into the output of a later hook', async () => {
      await sh('(sleep 0.2; echo late; echo late >&2) & exit 0')
      const later = await Promise.all(Array.from({ length: 30 }, () => sh('sleep 0.4; echo mine')))
      for (const raw of later) expect(raw).toEqual(exited(0, 'mine\n'))
    })
  })
})

const kinds: readonly (readonly [string, () => Spawn | Promise<Spawn>])[] = [
  ['FIFOs reopened by descriptor', () => createSpawn({ directories: [memory] })],
  ['FIFOs opened once by name', () => createSpawn({ directories: [memory], fifos: createFifos([memory], false) })],
  ['Node’s own pipes', () => createSpawn({ directories: [memory], fifos: 'none' })],
  ['the helper process', async () => createSpawn({ directories: [memory], helper: await startedHelper() })],
]
describe.each(kinds)('with %s', (_, make) => {
  it('64 at once each get their own output', async () => {
    const own = await make()
    const runs = Array.from({ length: 64 }, (_, at) =>
      own.run(request(`cat; echo ${at} >&2; exit ${at}`, { stdin: `${at}\n` })),
    )
    expect(await Promise.all(runs)).toEqual(runs.map((_, at) => exited(at, `${at}\n`, `${at}\n`)))
    await own.close()
  })
  it('a grandchild that keeps the pipe open does not delay the result', async () => {
    const own = await make()
    const { end, stdout } = await own.run(request('sleep 6000 & echo $!'))
    expect(end).toEqual({ kind: 'exit', code: 0 })
    expect(isAlive(stdout.trim())).toBe(true)
    process.kill(Number(stdout))
    await own.close()
  })
  it('200 runs leave no descriptor, no process and no file behind', async () => {
    const before = openFiles()
    const own = await make()
    const commands = ['cat', 'exit 3', 'kill -9 $$', 'sleep 0.3 & exit 0', 'yes']
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 10 }, (_, at) => own.run(request(commands[(round + at) % 5] ?? ''))))
    for (let failure = 0; failure < 10; failure++) await own.run(request('true', { cwd: '/no/such/directory' }))
    await own.close()
    expect(await eventually(() => openFiles() <= before)).toBe(true)
    expect(readdirSync(memory)).toEqual([])
    expect(await eventually(() => zombies().length === 0)).toBe(true)
  })
})

function zombies(): string[] {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return processes.filter((pid) => {
    const status = readQuietly(`/proc/${pid}/status`)
    return /^State:\s+Z/m.test(status) && status.includes(`PPid:\t${process.pid}\n`)
  })
}

describe('the pool', () => {
  const spawn = createSpawn()
  afterAll(() => spawn.close())
  const sh = (command: string): Promise<Raw> => spawn.run(request(command))

  it('reuses the same few descriptors for one run after the other', async () => {
    await sh('true')
    const before = openFiles()
    for (let run = 0; run < 100; run++) await sh('echo ok')
    expect(openFiles()).toBe(before)
  })
  it('has no names on disk', () => {
    const fifos = readdirSync('/proc/self/fd').map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    })
    const opened = fifos.filter((path) => path.includes('/hookline-'))
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.filter((path) => !path.endsWith('(deleted)'))).toEqual([])
  })
  it('works without FIFOs if PATH has no mkfifo', async () => {
    const path = process.env.PATH ?? ''
    process.env.PATH = '/no/such/directory'
    const own = createSpawn()
    const runs = [1, 2, 3, 4, 5].map(() => own.run(request('cat', { env: { PATH: path } })))
    expect(await Promise.all(runs)).toEqual(runs.map(() => exited(0, payload)))
    process.env.PATH = path
    await own.close()
  })
  it('leaves no FIFOs behind if it is closed while they are created', async () => {
    for (const reopens of [true, false]) {
      const fifos = createFifos([memory], reopens)
      fifos.warm()
      await fifos.close()
      expect(readdirSync(memory)).toEqual([])
    }
  })
  it('runs nothing after it is closed', async () => {
    const own = createSpawn()
    await own.run(request('true'))
    await own.close()
    expect((await own.run(request('true'))).end).toEqual({ kind: 'spawn', message: 'the engine was closed' })
  })
  it('keeps the host alive while a hook runs, and not when idle', async () => {
    const own = createSpawn()
    const before = holders()
    own.warm()
    expect(holders()).toEqual(before)
    const running = own.run(request('sleep 0.1'))
    expect(holders()).toContain('ProcessWrap')
    await running
    expect(await eventually(() => holders().length <= before.length)).toBe(true)
    await own.close()
  })
})

/** What keeps the event loop alive. */
const holders = (): string[] => process.getActiveResourcesInfo().filter((name) => /Process|Pipe/.test(name))
