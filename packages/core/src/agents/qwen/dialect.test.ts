import { expect, test } from 'vitest'
import { readPayloads } from '../../testing/recorded-payloads.ts'
import { qwen } from './dialect.ts'

const payloads = readPayloads('qwen')
const decoded = payloads.map((payload) => ({ payload, event: qwen.toEvent(payload) }))
const eventOf = (name: string, tool?: string) =>
  decoded.flatMap(({ event }) =>
    'name' in event && event.name === name && (tool === undefined || event.input.tool_name === tool)
      ? [event.input]
      : [],
  )[0]

test('every recorded payload is an event, or one without a counterpart', () => {
  const unknown = decoded.flatMap(({ event }) => ('unknown' in event && event.theirs !== true ? [event.unknown] : []))
  expect(unknown).toEqual([])
  expect(new Set(decoded.flatMap(({ event }) => ('name' in event ? [event.name] : [])))).toEqual(
    new Set([
      ...['sessionStart', 'beforeSubmitPrompt', 'preToolUse', 'postToolUse', 'postToolUseFailure'],
      ...['subagentStart', 'subagentStop', 'stop'],
    ]),
  )
})

test('tools have the usual names and arguments', () => {
  expect(eventOf('preToolUse', 'Shell')).toMatchObject({
    tool_input: { command: 'echo hello', working_directory: '/work' },
    workspace_roots: ['/work'],
  })
  expect(eventOf('preToolUse', 'Read')).toMatchObject({ tool_input: { file_path: '/work/a.txt' } })
  expect(eventOf('preToolUse', 'Write')).toMatchObject({ tool_input: { file_path: '/work/b.txt', content: 'bee\n' } })
  expect(eventOf('preToolUse', 'Task')).toMatchObject({ tool_input: { subagent_type: 'general-purpose' } })
  expect(eventOf('preToolUse', 'MCP:echo')).toMatchObject({
    mcp_server_name: 'everything',
    tool_input: { message: 'hi' },
  })
})

test('results are what the model gets, and a failed command has its exit code', () => {
  const output = (tool: string) => JSON.parse(String(eventOf('postToolUse', tool)?.tool_output))
  expect(output('Shell')).toEqual({ output: 'hello', exitCode: 0 })
  expect(output('Read')).toEqual({ output: 'alpha\nbeta\n' })
  expect(output('MCP:echo')).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] })
  expect(eventOf('postToolUseFailure', 'Shell')).toMatchObject({ exit_code: 3, error_message: 'Exit code 3\nbad' })
})

test('the report of a prompt without any text, after tools, is not an event', () => {
  const [continued] = payloads.filter(
    ({ hook_event_name, prompt }) => hook_event_name === 'UserPromptSubmit' && prompt === '',
  )
  expect(qwen.toEvent(continued ?? {})).toMatchObject({ theirs: true })
  expect(eventOf('beforeSubmitPrompt')).toMatchObject({ prompt: 'Do what you have to do.' })
})

test('only its own transcripts show who sent a payload', () => {
  expect(payloads.map((payload) => qwen.sends?.(payload))).toEqual(payloads.map(() => true))
  expect(qwen.sends?.({ hook_event_name: 'PreToolUse', transcript_path: '' })).toBeUndefined()
})

test('a matcher may list other names of a tool exactly', () => {
  const input = { tool_name: 'Shell', tool_input: { command: 'ls' } }
  const subjects = (matcher: string) => qwen.subjects?.({ name: 'preToolUse', input } as never, matcher, [])
  expect(subjects('Bash|Edit')).toEqual(['run_shell_command', 'Bash'])
  expect(subjects('^Ba')).toEqual(['run_shell_command'])
})
