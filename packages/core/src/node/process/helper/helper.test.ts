import { spawn as startProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { Spawn, SpawnRequest } from '../../../runners/command.ts'
import { eventually } from '../../../testing/wait-until.ts'
import { createHooks } from '../../create-hooks.ts'
import { createSpawn } from '../spawn.ts'
import { type HelperAccess, joinHelper } from './shared-helper.ts'

const directory = mkdtempSync(join(tmpdir(), 'hookline-helper-test-'))
afterAll(() => rmSync(directory, { recursive: true }))

const opened: Spawn[] = []
afterEach(async () => {
  for (const spawn of opened.splice(0)) await spawn.close()
})

async function open(): Promise<{ readonly spawn: Spawn; readonly helper: HelperAccess }> {
  const helper = joinHelper(0)
  const spawn = createSpawn({ helper })
  opened.push(spawn)
  expect(await eventually(() => helper.get() !== undefined)).toBe(true)
  return { spawn, helper }
}
const request = (command: string, over: Partial<SpawnRequest> = {}): SpawnRequest => ({
  shell: '/bin/sh',
  args: ['-c', command],
  cwd: directory,
  env: { PATH: process.env.PATH ?? '' },
  stdin: '{}\n',
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  pool: 'project',
  ...over,
})

function readQuietly(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
/** A zombie process counts as ended. */
const isAlive = (pid: number): boolean => /^State:\s+[^ZX\s]/m.test(readQuietly(`/proc/${pid}/status`))
const isRunning = (name: string): boolean => isAlive(Number(readQuietly(join(directory, name)) || Number.NaN))
const waitForFile = (name: string): Promise<boolean> => eventually(() => readQuietly(join(directory, name)) !== '')
/** The running helpers of a process. */
const helpersOf = (pid: number | undefined): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((id) => readQuietly(`/proc/${id}/comm`) === 'hookline-helper\n')
    .filter((id) => isAlive(id) && parentOf(id) === pid)
const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(readQuietly(`/proc/${pid}/status`))?.[1])
const openFiles = (): number => readdirSync('/proc/self/fd').length
function kill(signal: NodeJS.Signals): void {
  for (const pid of helpersOf(process.pid)) process.kill(pid, signal)
}
const lostHelper = {
  kind: 'spawn',
  message: 'the helper process that starts hooks has ended, so the exit code of this hook is not known',
}

describe('the helper process', () => {
  it('is not started by a process that uses little memory', async () => {
    const helper = joinHelper(Number.POSITIVE_INFINITY)
    const spawn = createSpawn({ helper })
    opened.push(spawn)
    expect(await spawn.run(request('ps -o comm= -p $PPID'))).not.toMatchObject({ stdout: 'hookline-helper\n' })
    expect(helper.get()).toBe(undefined)
    expect(helpersOf(process.pid)).toEqual([])
  })
  it('has no variables, and its hooks have theirs', async () => {
    process.env.NODE_OPTIONS = '--no-warnings'
    const { spawn } = await open()
    delete process.env.NODE_OPTIONS
    const [pid] = helpersOf(process.pid)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('')
    const env = { PATH: process.env.PATH ?? '', NODE_OPTIONS: '--trace-warnings', LD_LIBRARY_PATH: '/none' }
    const { stdout } = await spawn.run(request('echo $NODE_OPTIONS $LD_LIBRARY_PATH; env | grep -c .', { env }))
    expect(stdout).toMatch(/^--trace-warnings \/none\n/)
  })
  it('is one for all engines of a process, and ends with the last', async () => {
    const [first, second] = [await open(), await open()]
    expect(helpersOf(process.pid)).toHaveLength(1)
    await first.spawn.close()
    expect(helpersOf(process.pid)).toHaveLength(1)
    await second.spawn.close()
    expect(helpersOf(process.pid)).toEqual([])
  })
  it('ends after the hooks that run when the engine is closed', async () => {
    const { spawn } = await open()
    const running = spawn.run(request('echo $$ > closing.pid; sleep 0.3; echo done'))
    await waitForFile('closing.pid')
    await spawn.close()
    expect(await running).toMatchObject({ end: { kind: 'exit', code: 0 }, stdout: 'done\n' })
    expect(await eventually(() => helpersOf(process.pid).length === 0)).toBe(true)
  })
  it('does not start a hook that was cancelled before it could', async () => {
    const { spawn } = await open()
    await spawn.run(request('true'))
    const before = openFiles()
    const host = new AbortController()
    kill('SIGSTOP')
    const running = spawn.run(request('echo $$ > cancelled.pid; sleep 60', { signal: host.signal }))
    await sleep(20)
    host.abort('never mind')
    expect((await running).end).toEqual({ kind: 'deadline', message: 'never mind' })
    kill('SIGCONT')
    expect(await eventually(() => openFiles() <= before && !isRunning('cancelled.pid'))).toBe(true)
    expect(await spawn.run(request('echo next'))).toMatchObject({ stdout: 'next\n' })
  })
  it('that does not answer is replaced after the timeout of its hook', async () => {
    const { spawn, helper } = await open()
    const stopped = helpersOf(process.pid)
    kill('SIGSTOP')
    expect((await spawn.run(request('true', { timeoutMs: 200 }))).end).toEqual({ kind: 'timeout', afterMs: 200 })
    expect(await eventually(() => !stopped.some(isAlive))).toBe(true)
    expect(await eventually(() => helper.get() !== undefined)).toBe(true)
  })
})

describe('a host', () => {
  const core = new URL('../../../../dist/node/index.js', import.meta.url).href
  const start = (code: string) => {
    const program = `
      const { createHooks } = await import(${JSON.stringify(core)})
      const fire = (hooks) => hooks.fire('beforeShellExecution', { command: 'ls', cwd: '/', sandbox: false })
      const open = async (command, more = {}) => {
        const hooks = { beforeShellExecution: [{ command }] }
        const made = await createHooks({ workspaceRoots: [], sources: { only: [] }, hooks, helperProcess: true, ...more })
        await new Promise((resolve) => setTimeout(resolve, 500))
        return made
      }
      ${code}`
    const child = startProcess(process.execPath, ['--input-type=module', '-e', program], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (bytes) => {
      printed += bytes
    })
    return { child, printed: () => printed }
  }
  it('exits without closing, and leaves no helper', async () => {
    const host = start(`
      const effect = await fire(await open('ps -o ppid= -p $$ >&2; ps -o comm= -p $PPID >&2'))
      console.log(effect.runs[0].stderr)`)
    expect(await once(host.child, 'close')).toEqual([0, null])
    const [pid, name] = host.printed().trim().split('\n')
    expect(name).toBe('hookline-helper')
    expect(await eventually(() => !isAlive(Number(pid)))).toBe(true)
  })
  it('that is killed leaves no helper, and its hook runs on as it does without one', async () => {
    const host = start(`await fire(await open('echo $PPID > killed.helper; echo $$ > killed.hook; exec sleep 60'))`)
    await waitForFile('killed.hook')
    host.child.kill('SIGKILL')
    expect(await eventually(() => !isRunning('killed.helper'))).toBe(true)
    expect(isRunning('killed.hook')).toBe(true)
    process.kill(Number(readFileSync(join(directory, 'killed.hook'), 'utf8')))
  })
  it('that changes its rights gets a new helper with the new ones', async () => {
    const host = start(`
      process.umask(0o022)
      const hooks = await open('echo $(umask) $(id -g) $(ps -o comm= -p $PPID) >&2')
      const print = async () => console.log((await fire(hooks)).runs[0].stderr.trim())
      await print()
      process.umask(0o077)
      if (process.getuid() === 0) process.setgid(65534)
      await print()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await print()`)
    await once(host.child, 'close')
    const [before, at, after] = host.printed().trim().split('\n')
    const group = process.getuid?.() === 0 ? 65534 : process.getgid?.()
    expect(before).toMatch(/^0022 \d+ hookline-helper$/)
    expect(at).toMatch(new RegExp(`^0077 ${group} (?!hookline-helper)`))
    expect(after).toMatch(new RegExp(`^0077 ${group} `))
  })
  it('for one event has no helper', async () => {
    const host = start(`
      const effect = await fire(await open('ps -o comm= -p $PPID >&2', { mode: 'one-shot' }))
      console.log(effect.runs[0].stderr)`)
    await once(host.child, 'close')
    expect(host.printed()).not.toContain('hookline-helper')
    expect(host.printed()).not.toBe('\n')
  })
})

/** Last, because a few deaths end the use of helpers in this process. */
describe('a helper that dies', () => {
  it('fails the hook that runs, and ends it; the next hook runs', async () => {
    const { spawn, helper } = await open()
    const running = spawn.run(request('echo $$ > lost.pid; echo \'{"permission":"allow"}\'; sleep 60'))
    await waitForFile('lost.pid')
    kill('SIGKILL')
    expect((await running).end).toEqual(lostHelper)
    expect(await eventually(() => !isRunning('lost.pid'))).toBe(true)
    expect(await spawn.run(request('exit 3'))).toMatchObject({ end: { kind: 'exit', code: 3 } })
    expect(await eventually(() => helper.get() !== undefined)).toBe(true)
  })
  it('closes the gate, whatever the hook had printed', async () => {
    const { spawn } = await open()
    const killsHelper = `echo '{"permission":"allow"}'; grep -q helper /proc/$PPID/comm && kill -9 $PPID; sleep 60`
    const hooks = await createHooks({
      workspaceRoots: [],
      sources: { only: [] },
      helperProcess: true,
      hooks: { beforeShellExecution: [{ command: killsHelper, failClosed: true, timeout: 10 }] },
    })
    const effect = await hooks.fire('beforeShellExecution', { command: 'ls', cwd: '/', sandbox: false })
    expect(effect).toMatchObject({ kind: 'refuse', because: { rule: 'failed-closed', failure: 'spawn' } })
    await hooks.close()
    await spawn.close()
  })
  it('again and again is not started any more, and hooks run without it', async () => {
    const helper = joinHelper(0)
    const spawn = createSpawn({ helper })
    opened.push(spawn)
    for (let deaths = 0; deaths < 3; deaths++) {
      await eventually(() => helper.get() !== undefined, 500)
      kill('SIGKILL')
      await eventually(() => helper.get() === undefined)
    }
    expect(await eventually(() => helper.get() !== undefined, 500)).toBe(false)
    expect(await spawn.run(request('exit 3'))).toMatchObject({ end: { kind: 'exit', code: 3 } })
    expect(helpersOf(process.pid)).toEqual([])
  })
})
