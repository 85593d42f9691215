import { expect, test } from 'vitest'
import type { JsonObject } from '../../schema.ts'
import { readPayloads } from '../../testing/recorded-payloads.ts'
import { copilot } from './dialect.ts'

const payloads = readPayloads<{ readonly event: string; readonly payload: JsonObject }>('copilot')
const isPascal = (event: string) => /^[A-Z]/.test(event)
const decoded = payloads.map(({ event, payload }) => ({ event, payload, result: copilot.toEvent(payload) }))
const inputOf = (pascal: boolean, name: string, tool?: string) =>
  decoded.flatMap(({ event, result }) =>
    isPascal(event) === pascal &&
    'name' in result &&
    result.name === name &&
    (tool ?? result.input.tool_name) === result.input.tool_name
      ? [result.input]
      : [],
  )[0]

test('every recorded payload is an event, or one without a counterpart, in both formats', () => {
  expect(
    decoded.flatMap(({ result }) => ('unknown' in result && result.theirs !== true ? [result.unknown] : [])),
  ).toEqual([])
  const names = (pascal: boolean) =>
    [
      ...new Set(
        decoded.flatMap(({ event, result }) => (isPascal(event) === pascal && 'name' in result ? [result.name] : [])),
      ),
    ].sort()
  expect(names(true)).toEqual([
    'beforeSubmitPrompt',
    'postToolUse',
    'postToolUseFailure',
    'preToolUse',
    'sessionEnd',
    'sessionStart',
    'stop',
    'subagentStart',
    'subagentStop',
  ])
  expect(names(false)).toEqual(names(true))
})

test.each([true, false])('tools have the usual names and arguments (PascalCase: %s)', (pascal) => {
  const call = (tool: string) => inputOf(pascal, 'preToolUse', tool)
  expect(call('Shell')).toMatchObject({ tool_input: { command: 'echo hello', working_directory: '/work' } })
  expect(call('Read')).toMatchObject({ tool_input: { file_path: '/work/a.txt' } })
  expect(call('Write')).toMatchObject({ tool_input: { file_path: '/work/b.txt', content: 'bee\n' } })
  expect(call('Task')).toMatchObject({ tool_input: { subagent_type: 'general-purpose' } })
  expect(call('MCP:echo')).toMatchObject({ mcp_server_name: 'everything', tool_input: { message: 'hi' } })
})

test.each([true, false])('results are what the model gets (PascalCase: %s)', (pascal) => {
  const output = (tool: string) => JSON.parse(String(inputOf(pascal, 'postToolUse', tool)?.tool_output))
  expect(output('Shell')).toEqual({ output: 'hello', exitCode: 0 })
  expect(output('Read')).toEqual({ output: 'alpha\nbeta\n' })
  expect(output('MCP:echo')).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] })
})

test('the prompt and the end of a subagent are not those of the session, and its calls belong to it', () => {
  const own = payloads.filter(({ payload }) => (payload.agent_id ?? payload.agentId) !== undefined)
  const prompts = own.filter(({ event }) => /^(userPromptSubmitted|UserPromptSubmit|agentStop|Stop)$/.test(event))
  expect(prompts.map(({ payload }) => copilot.toEvent(payload))).toEqual(
    prompts.map(() => expect.objectContaining({ theirs: true })),
  )
  const [start] = payloads.filter(({ event }) => event === 'SessionStart')
  const calls = own.filter(({ event }) => event === 'PreToolUse').map(({ payload }) => copilot.toEvent(payload))
  expect(calls).toEqual(
    calls.map(() =>
      expect.objectContaining({ input: expect.objectContaining({ session_id: start?.payload.session_id }) }),
    ),
  )
})

test('only the format in camelCase shows who sent a payload', () => {
  const sent = (pascal: boolean) =>
    new Set(
      payloads
        .filter(
          ({ event, payload }) =>
            isPascal(event) === pascal && payload.hookName === undefined && payload.agentName === undefined,
        )
        .map(({ payload }) => copilot.sends?.(payload)),
    )
  expect([...sent(false)]).toEqual([true])
  expect([...sent(true)]).toEqual([undefined])
})

test('a name with several hyphens is split at the first, and the whole name is kept', () => {
  const call = (tool_name: string) =>
    copilot.toEvent({ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/work', tool_name, tool_input: {} })
  expect(call('my-server-look')).toMatchObject({
    input: { tool_name: 'MCP:server-look', mcp_server_name: 'my', mcp_full_name: 'my-server-look' },
  })
  expect(call('github-mcp-server-list_issues')).toMatchObject({
    input: { tool_name: 'MCP:list_issues', mcp_server_name: 'github-mcp-server' },
  })
  expect(call('session_store_sql')).toMatchObject({ input: { tool_name: 'session_store_sql' } })
})

test('a part of a file has its range', () => {
  const event = copilot.toEvent({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: '/work',
    tool_name: 'Read',
    tool_input: { path: '/work/a', view_range: [3, 5] },
  })
  expect(event).toMatchObject({ input: { tool_input: { file_path: '/work/a', offset: 3, limit: 3 } } })
})
