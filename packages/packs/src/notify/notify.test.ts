import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks, type Hooks } from '@hookline/core/node'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listener } from '../testing/listener.ts'
import { workspace } from '../testing/workspace.ts'
import { desktopCall } from './desktop.ts'
import { parseQuietHours } from './quiet.ts'
import { requestFor } from './requests.ts'

afterEach(() => vi.unstubAllEnvs())
const stop = (hooks: Hooks, status = 'completed') =>
  hooks.fire('stop', { status, loop_count: 0, conversation_id: 'c1' } as never)
const failure = (effect: Awaited<ReturnType<typeof stop>>) =>
  effect.runs.find(({ outcome }) => outcome.kind === 'failed')?.stderr

/** Creates a program of this name that records its arguments. */
function fakeProgram(name: string) {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-notify-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  writeFileSync(join(directory, name), `#!/bin/sh\nprintf '%s\\n' "$@" > ${directory}/printed\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${directory}:${process.env.PATH}`)
  return () => readFileSync(join(directory, 'printed'), 'utf8').split('\n')
}

describe('passes the desktop message as data, never as code, on', () => {
  const hostile = { title: 'Agent "done"', text: `x'; rm -rf ~ $(id) <b>\n\u0007-e` }

  test('linux', () => {
    const { program, args } = desktopCall('linux', hostile, false)
    expect([program, ...args]).toEqual([
      'notify-send',
      '--app-name=Hookline',
      '--',
      'Agent "done"',
      `x'; rm -rf ~ $(id) &lt;b&gt; -e`,
    ])
    expect(desktopCall('linux', hostile, true).args).toContain('--hint=string:sound-name:message-new-instant')
  })

  test('macOS', () => {
    const { program, args } = desktopCall('darwin', hostile, true)
    expect(program).toBe('osascript')
    const end = args.indexOf('--')
    expect(args.slice(0, end).join('\n')).not.toContain('rm -rf')
    expect(args.slice(end)).toEqual(['--', 'Agent "done"', `x'; rm -rf ~ $(id) <b> -e`])
    expect(args.join('\n')).toContain('sound name "Glass"')
    expect(desktopCall('darwin', hostile, false).args.join('\n')).not.toContain('sound name')
  })

  test('Windows', () => {
    const { program, args } = desktopCall('win32', hostile, false)
    expect([program, ...args.slice(0, 3)]).toEqual([
      'powershell.exe',
      '-NoProfile',
      '-NonInteractive',
      '-EncodedCommand',
    ])
    const script = Buffer.from(args[3] ?? '', 'base64').toString('utf16le')
    expect(script).not.toContain('rm -rf')
    const printed = [...script.matchAll(/\(Decode '([A-Za-z0-9+/=]+)'\)/g)].map(([, text]) =>
      Buffer.from(text ?? '', 'base64').toString(),
    )
    expect(printed).toEqual(['Agent "done"', `x'; rm -rf ~ $(id) <b> -e`])
    expect(script).toContain("SetAttribute('silent', 'true')")
  })
})

describe('quiet hours', () => {
  const at = (hour: number, minute = 0) => new Date(2026, 0, 1, hour, minute)
  test.each([
    ['22:00-08:00', at(23), true],
    ['22:00-08:00', at(7, 59), true],
    ['22:00-08:00', at(8), false],
    ['22:00-08:00', at(12), false],
    ['12:00-13:30', at(13, 29), true],
    ['12:00-13:30', at(13, 30), false],
    ['', at(3), false],
  ])('%s at %s: %s', (span, now, quiet) => expect(parseQuietHours(span)(now)).toBe(quiet))

  test('reports an invalid range of hours', () => {
    for (const text of ['22-8', '25:00-08:00', 'night'])
      expect(() => parseQuietHours(text)).toThrow('must be a range such as 22:00-08:00')
  })
})

test('uses the format of each receiver', () => {
  const message = { title: 'Agent “done”', text: 'app: <!channel> & more' }
  expect(JSON.parse(requestFor('webhook', message, 'done').body)).toEqual({
    v: 1,
    source: 'hookline',
    on: 'done',
    ...message,
  })
  const { body, headers } = requestFor('ntfy', message, 'error')
  expect([body, headers.tags]).toEqual([message.text, 'warning'])
  expect(Buffer.from(headers.title?.slice(10, -2) ?? '', 'base64').toString()).toBe(message.title)
  expect(JSON.parse(requestFor('slack', message, 'done').body)).toEqual({
    text: '*Agent “done”*\napp: &lt;!channel&gt; &amp; more',
  })
})

test('names the folder and what happened in a desktop message', async () => {
  const printed = fakeProgram('notify-send')
  const { hooks } = await workspace({ notify: {} })
  expect(failure(await stop(hooks))).toBeUndefined()
  expect(printed().slice(-3, -1)).toEqual(['Agent done', 'work: the agent is done'])
  await stop(hooks, 'error')
  expect(printed()).toContain('Agent failed')
})

test('sends nothing after a short run, after an abort, and in quiet hours', async () => {
  const { url, received } = await listener()
  const web = { channels: ['web'], url }
  const { hooks } = await workspace({ notify: web }, 'user')
  await hooks.fire('beforeSubmitPrompt', { prompt: 'x', attachments: [], conversation_id: 'c1' })
  await stop(hooks)
  await stop(hooks, 'aborted')
  const quiet = await workspace({ notify: { ...web, quietHours: '00:00-23:59' } }, 'user')
  // All of the day except one minute.
  if (new Date().getHours() * 60 + new Date().getMinutes() < 1439) await stop(quiet.hooks)
  const done = await workspace({ notify: { ...web, on: ['error'] } }, 'user')
  await stop(done.hooks)
  expect(received).toEqual([])
  const soon = await workspace({ notify: { ...web, after: 0 } }, 'user')
  await stop(soon.hooks)
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ on: 'done', text: 'work: the agent is done' })
})

test('notifies of a refused tool if enabled', async () => {
  const { url, received } = await listener()
  const { hooks, root } = await workspace(
    { notify: { on: ['denied'], channels: ['web'], url, format: 'slack' } },
    'user',
  )
  const failed = (type: string) =>
    hooks.fire('postToolUseFailure', {
      tool_name: 'Shell',
      tool_input: { command: 'secret plan' },
      tool_use_id: 't',
      cwd: root,
      error_message: 'secret plan',
      failure_type: type,
      duration: 1,
      is_interrupt: false,
    } as never)
  await failed('timeout')
  await failed('permission_denied')
  expect(received.map(({ body }) => JSON.parse(body))).toEqual([
    { text: '*Agent was refused*\nwork: Shell was refused' },
  ])
})

test('reports a channel that fails as a failed hook, and still uses the others', async () => {
  const { url, received } = await listener((response) => response.writeHead(404).end())
  vi.stubEnv('PATH', '/nowhere')
  const { hooks } = await workspace({ notify: { channels: ['desktop', 'web'], url: `${url}/secret-path` } }, 'user')
  const effect = await stop(hooks)
  expect(failure(effect)).toMatch(
    /notify: desktop: \S+ is not installed; web: 127\.0\.0\.1:\d+ replied with status 404/,
  )
  expect(failure(effect)).not.toContain('secret-path')
  expect(effect.kind).toBe('proceed')
  expect(received).toHaveLength(1)
})

test.each([
  [{ url: 'https://evil.example' }, 'forbidden-setting', "a project's hookline.json cannot set `notify.url`"],
  [{ channels: ['web'] }, 'bad-parameter', 'the channel web needs a URL in your own file'],
  [{ quietHours: 'night' }, 'bad-parameter', 'must be a range such as 22:00-08:00'],
])("a workspace's file that says %j is reported", async (parameters, code, message) => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-notify-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const inline = join(root, '.hookline')
  mkdirSync(inline)
  writeFileSync(join(inline, 'hookline.json'), JSON.stringify({ packs: { notify: parameters } }))
  const hooks = await createHooks({ workspaceRoots: [root], home: join(root, 'home'), trust: 'all', watch: false })
  expect(hooks.problems).toMatchObject([{ code, message: expect.stringContaining(message) }])
  await hooks.close()
})
