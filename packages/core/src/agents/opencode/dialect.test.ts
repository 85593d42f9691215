import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../schema.ts'
import { recordedEvents } from '../../testing/recorded-payloads.ts'
import { opencode as agent } from './agent.ts'
import { opencode } from './dialect.ts'

const base = { agent: 'opencode', session_id: 's', cwd: '/work' }
const before = (tool_name: string, tool_input: JsonObject) =>
  opencode.toEvent({ ...base, hook_event_name: 'tool.execute.before', tool_name, tool_input, tool_use_id: 't' })
const after = (tool_name: string, tool_input: JsonObject, tool_response: JsonObject) =>
  opencode.toEvent({ ...base, hook_event_name: 'tool.execute.after', tool_name, tool_input, tool_response })

test('tools have the usual names and arguments', () => {
  expect(before('bash', { command: 'ls' })).toMatchObject({
    name: 'preToolUse',
    input: {
      tool_name: 'Shell',
      tool_input: { command: 'ls', working_directory: '/work' },
      workspace_roots: ['/work'],
    },
  })
  expect(before('read', { filePath: '/work/a.txt' })).toMatchObject({
    input: { tool_name: 'Read', tool_input: { file_path: '/work/a.txt' } },
  })
  expect(before('edit', { filePath: '/a', oldString: 'x', newString: 'y' })).toMatchObject({
    input: { tool_name: 'Write', tool_input: { file_path: '/a', old_string: 'x', new_string: 'y' } },
  })
  expect(before('everything_echo', { message: 'hi' })).toMatchObject({
    input: { tool_name: 'MCP:echo', mcp_server_name: 'everything' },
  })
  expect(before('github_list_issues', {})).toMatchObject({
    input: { tool_name: 'MCP:list_issues', mcp_full_name: 'github_list_issues' },
  })
})

test('results are what the model gets', () => {
  const output = (event: ReturnType<typeof after>) => 'input' in event && JSON.parse(String(event.input.tool_output))
  expect(output(after('bash', { command: 'x' }, { title: 'x', output: 'bad\n', metadata: { exit: 3 } }))).toEqual({
    output: 'bad\n',
    exitCode: 3,
  })
  expect(output(after('everything_echo', {}, { content: [{ type: 'text', text: 'Echo: hi' }] }))).toEqual({
    content: [{ type: 'text', text: 'Echo: hi' }],
  })
})

const numbered =
  '<path>/work/a.txt</path>\n<type>file</type>\n<content>\n1: alpha\n2: beta\n\n(End of file - total 2 lines)\n</content>'
const readEvent = (output: string) => {
  const event = after('read', { filePath: '/work/a.txt' }, { title: 'a.txt', output, metadata: {} })
  if (!('input' in event)) throw new Error(event.unknown)
  return opencode.recheck?.('postToolUse', event.input)
}

test('the text of a whole file can be replaced, and a part of it cannot', () => {
  expect(readEvent(numbered)?.input(() => 'alpha\nbeta\n')).not.toHaveProperty('offset')
  expect(readEvent(numbered)?.input(() => 'alpha\nbeta\ngamma\n')).toMatchObject({ offset: 1, limit: 1 })
  expect(readEvent(numbered)?.answer('redacted')).toEqual({ output: 'redacted' })
})

test('the plugin has the calls that can be read from it again', () => {
  const calls = [
    {
      event: 'tool.execute.before',
      command: 'hookline run --host opencode || echo \'{"deny":"no"}\'',
      program: 'hookline',
      refusal: 'no',
    },
    { event: 'session.idle', command: 'hookline run --host opencode', program: 'hookline' },
  ]
  const [[path, file] = ['', undefined]] = Object.entries(agent.settings?.wholeFiles?.(calls, 'project') ?? {})
  expect(path).toBe('.opencode/plugins/hookline.js')
  expect(agent.readCalls?.(file?.text ?? '')).toEqual(calls.map(({ event, command }) => ({ event, command })))
  expect(agent.readCalls?.('export const Other = 1')).toEqual([])
})

/** The plugin as OpenCode loads it, with this reply of Hookline's at every gate. */
async function loadPlugin(reply: JsonObject, client: unknown) {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-opencode-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'reply.json'), JSON.stringify(reply))
  const events = ['tool.execute.before', 'session.idle', 'session.deleted']
  const calls = events.map((event) => ({ event, command: 'cat reply.json', program: 'hookline' }))
  const file = join(directory, 'plugin.mjs')
  writeFileSync(file, Object.values(agent.settings?.wholeFiles?.(calls, 'project') ?? {})[0]?.text ?? '')
  const { Hookline } = await import(pathToFileURL(file).href)
  return Hookline({ directory, client })
}

async function loadGate(reply: JsonObject, client: unknown): Promise<() => Promise<void>> {
  const hooks = await loadPlugin(reply, client)
  return () => hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args: {} })
}

test('the plugin shows the person what the person alone may read, and throws what the model reads', async () => {
  const shown: unknown[] = []
  const client = { tui: { showToast: async (toast: unknown) => shown.push(toast) } }
  const call = await loadGate({ deny: 'use make', notice: 'To let exactly this call pass' }, client)
  await expect(call()).rejects.toThrow(/^use make$/)
  expect(shown).toMatchObject([{ body: { message: 'To let exactly this call pass', variant: 'warning' } }])
})

test.each([undefined, {}, { tui: { showToast: () => Promise.reject(new Error('no screen')) } }])(
  'a message that cannot be shown (%#) changes nothing',
  async (client) => {
    const denied = await loadGate({ deny: 'no', notice: 'x' }, client)
    await expect(denied()).rejects.toThrow(/^no$/)
    const allowed = await loadGate({ notice: 'x' }, client)
    await expect(allowed()).resolves.toBeUndefined()
  },
)

test('the plugin sends a follow-up as the next prompt for the same model, and nothing when the session is deleted', async () => {
  const sent: unknown[] = []
  const client = { session: { promptAsync: async (prompt: unknown) => sent.push(prompt) } }
  const hooks = await loadPlugin({ followup: 'run the tests' }, client)
  const model = { providerID: 'p', modelID: 'm' }
  await hooks['chat.message']({ sessionID: 's', model, agent: 'build' }, { parts: [] })
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 's' } } })
  await hooks.event({ event: { type: 'session.deleted', properties: { info: { id: 's' } } } })
  expect(sent).toEqual([
    { path: { id: 's' }, body: { model, agent: 'build', parts: [{ type: 'text', text: 'run the tests' }] } },
  ])
})

test('a follow-up that cannot be sent changes nothing', async () => {
  const hooks = await loadPlugin({ followup: 'run the tests' }, {})
  await expect(
    hooks.event({ event: { type: 'session.idle', properties: { sessionID: 's' } } }),
  ).resolves.toBeUndefined()
})

const { payloads, eventOf } = recordedEvents('opencode', opencode)
test('every payload that the plugin sent is an event, and a subagent acts in the session that started it', () => {
  expect(payloads.map((payload) => eventOf(payload).name)).toContain('postToolUse')
  const inside = payloads.filter(({ agent_id }) => agent_id !== undefined)
  expect(inside.length).toBeGreaterThan(0)
  expect(new Set(payloads.map(({ session_id }) => session_id)).size).toBe(1)
})
