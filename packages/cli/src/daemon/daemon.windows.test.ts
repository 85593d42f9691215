/** The launcher, the pipe and the daemon on Windows: the same promises as elsewhere (CONTRACT §15). */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shellEvent } from '../testing/launcher.ts'
import {
  hasLauncher,
  isWine,
  pause,
  strictLauncher,
  trustWindowsGuard,
  type WindowsCall,
  type WindowsRig,
  windowsRig,
} from '../testing/windows-launcher.ts'

const expectDenied = ({ code, stdout, stderr }: WindowsCall): void =>
  expect({ code, stderr, permission: JSON.parse(stdout || '{}').permission }).toEqual({
    code: 0,
    stderr: '',
    permission: 'deny',
  })

async function guarded(more = ''): Promise<{ readonly made: WindowsRig; readonly runs: string }> {
  const made = windowsRig()
  const runs = await trustWindowsGuard(made, more)
  await made.ready()
  return { made, runs }
}

describe.runIf(hasLauncher)('the launcher on Windows', { timeout: 600_000 }, () => {
  it('an event is answered by the daemon, its hook runs once, and it is recorded once', async () => {
    const { made, runs } = await guarded()
    const { stdout, code } = await made.call(shellEvent(made.root))
    expect(JSON.parse(stdout)).toMatchObject({ permission: 'deny', user_message: expect.stringMatching(/^no\nTo let/) })
    expect([code, made.lines(runs)]).toEqual([0, ['npm test']])
    expect((await made.records()).map(({ verdict, call }) => [verdict, typeof call])).toEqual([['deny', 'string']])
  })

  it('a hook gets the environment, the directory, the depth and every byte of the caller', async () => {
    const made = windowsRig()
    const seen = join(made.directory, 'seen.json')
    made.write(
      '.cursor/hooks/see.js',
      `const text = require('node:fs').readFileSync(0, 'utf8')
require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ env: process.env, cwd: process.cwd(), args: process.argv.slice(2), text }))
`,
    )
    const command = '.cursor/hooks/see.js "a b" "c d\\" e'
    made.write('.cursor/hooks.json', { version: 1, hooks: { stop: [{ command }] } })
    await made.trust()
    await made.ready()
    const payload = {
      hook_event_name: 'stop',
      conversation_id: 'é ✓ 💡',
      generation_id: 'g-1',
      workspace_roots: [made.root],
      status: 'completed',
      loop_count: 0,
    }
    const observe = async (env: Readonly<Record<string, string>>) => {
      await made.call(payload, { env: { MARK: 'of the caller é', HOOKLINE_DEPTH: '3', ...env } })
      const { env: variables, ...found } = JSON.parse(readFileSync(seen, 'utf8'))
      const { HOOKLINE_RUN: _run, HOOKLINE_DAEMON: _daemon, ...others } = variables
      return { ...found, variables: others }
    }
    const served = await observe({})
    expect((await made.records())[0]?.call).toBeDefined()
    expect(served).toMatchObject({
      cwd: made.root,
      args: ['a b', 'c d\\', 'e'],
      variables: { MARK: 'of the caller é', HOOKLINE_DEPTH: '4' },
    })
    expect(JSON.parse(served.text)).toMatchObject({ conversation_id: 'é ✓ 💡' })
    expect(await observe({ HOOKLINE_DAEMON: 'off' })).toEqual(served)
  })

  it('exit codes, stderr and bad payloads are those of run', async () => {
    const made = windowsRig()
    await made.ready()
    for (const payload of ['', 'no json', '{"hook_event_name":"beforeShellExecution"}', Buffer.from([0xff, 0xfe])]) {
      const served = await made.call(payload)
      expect(served).toEqual(await made.call(payload, { env: { HOOKLINE_DAEMON: 'off' } }))
      expect(served.code).toBe(2)
    }
    const { code, stderr } = await made.call('{}', { args: ['--host', 'nobody'] })
    expect([code, stderr]).toEqual([64, expect.stringContaining('there is no host "nobody"')])
  })

  it('a payload of 20 MB gets the same answer', async () => {
    const { made, runs } = await guarded()
    expectDenied(await made.call(shellEvent(made.root, 'true', { extra: 'x'.repeat(20 * 2 ** 20) })))
    expect(made.lines(runs)).toEqual(['true'])
  })

  it('a hook that takes too long is ended with what it started, and nothing else is', async () => {
    const made = windowsRig()
    const [late, kept] = [join(made.directory, 'late'), join(made.directory, 'kept')]
    const starts = (file: string) =>
      `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`setTimeout(() => require('node:fs').writeFileSync(${JSON.stringify(file)}, ''), 6000)`)}], { stdio: 'ignore', detached: true }).unref()`
    made.write('.cursor/hooks/slow.js', `${starts(late)}\nsetTimeout(() => {}, 60000)\n`)
    made.write('.cursor/hooks/short.js', `${starts(kept)}\n`)
    const hooks = [
      { command: '.cursor/hooks/slow.js', timeout: 2, failClosed: true },
      { command: '.cursor/hooks/short.js' },
    ]
    made.write('.cursor/hooks.json', { version: 1, hooks: { beforeShellExecution: hooks } })
    await made.trust()
    await made.ready()
    expectDenied(await made.call(shellEvent(made.root)))
    const [record] = await made.records()
    expect([typeof record?.call, record?.failures]).toEqual(['string', 1])
    await expect.poll(() => existsSync(kept), { timeout: 60_000 }).toBe(true)
    await pause(1_000)
    expect(existsSync(late)).toBe(false)
  })

  it('without the setting no daemon is asked or started', async () => {
    const made = windowsRig()
    const runs = await trustWindowsGuard(made)
    expectDenied(await made.call(shellEvent(made.root), { env: { HOOKLINE_DAEMON: '' } }))
    expect([made.lines(runs).length, made.front().pid]).toEqual([1, 0])
  })

  it('connect writes the launcher where the daemon was chosen, and doctor and daemon say what is in place', async () => {
    const made = windowsRig()
    const hookline = (env: object, ...args: string[]) => {
      const script = join(made.directory, 'package/bin/hookline.cjs')
      const given = { cwd: made.root, env: { ...made.env, ...env }, encoding: 'utf8', input: '' } as const
      const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], given)
      return { status, text: stdout + stderr }
    }
    const off = { HOOKLINE_DAEMON: '' }
    expect(hookline(off, 'daemon').text).toContain('where HOOKLINE_DAEMON=on is set')
    expect(hookline(off, 'doctor').text).toContain('after HOOKLINE_DAEMON=on is set')
    mkdirSync(join(made.home, '.cursor'), { recursive: true })
    expect(hookline({}, 'connect', 'cursor', '--yes')).toMatchObject({ status: 0 })
    const { hooks } = JSON.parse(readFileSync(join(made.home, '.cursor/hooks.json'), 'utf8'))
    const call = `& '${made.program}' run --host cursor --installed --node '${process.execPath}' --from user`
    expect(hooks.beforeShellExecution[0].command).toContain(call)
    await made.ready()
    expect(JSON.parse(hookline({}, 'daemon', '--json').text)).toMatchObject({
      launcher: made.program,
      isUsed: true,
      daemons: [{ isOwn: true, socket: made.front().pipe }],
    })
    expect(hookline({}, 'daemon', 'stop')).toMatchObject({ status: 0 })
    expect(hookline({}, 'daemon').status).toBe(1)
  })

  it('without Node or without the files of Hookline an event is refused', async () => {
    const made = windowsRig()
    const alone = join(made.directory, 'alone/native/x/hookline.exe')
    mkdirSync(join(alone, '..'), { recursive: true })
    copyFileSync(made.program, alone)
    const missing = await made.call({}, { env: { HOOKLINE_NODE: '', Path: 'C:\\nowhere' } })
    expect([missing.code, missing.stderr]).toEqual([2, 'hookline: node was not found, so this event is refused\n'])
    rmSync(join(made.directory, 'package/bin/hookline.cjs'))
    const empty = await made.call({})
    expect([empty.code, empty.stderr]).toEqual([2, 'hookline: its own files are missing, so this event is refused\n'])
  })

  it.runIf(isWine)(
    'where the system does not say how a caller is confined, run answers: the published launcher under Wine',
    async () => {
      const made = windowsRig(strictLauncher)
      const runs = await trustWindowsGuard(made)
      for (let times = 0; times < 2; times++) expectDenied(await made.call(shellEvent(made.root)))
      expect(made.lines(runs).length).toBe(2)
      expect((await made.records()).map(({ call }) => call)).toEqual([undefined, undefined])
      expect(existsSync(join(made.home, 'AppData/Local/hookline/daemon'))).toBe(false)
    },
  )
})
