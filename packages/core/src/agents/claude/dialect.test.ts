import { describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import { contextOf } from '../../testing/dialect-contract.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { claude } from './dialect.ts'
import { claudeOnlyEvents } from './names.ts'

const context = contextOf(editions.hookline)
const sent = (...event: Parameters<typeof fakeEvent>) => claude.encode(fakeEvent(...event), context).input
const common = {
  session_id: 'conversation_1',
  prompt_id: 'generation_1',
  transcript_path: '',
  cwd: '/work',
  permission_mode: 'default',
}

describe('the input in Claude Code’s own shape', () => {
  it('PreToolUse has the tool with Claude Code’s names only', () => {
    expect(sent('preToolUse')).toEqual({
      ...common,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 'tool_1',
    })
  })
  it.each([
    ['Write', { file_path: '/a', content: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
    ['Write', { path: '/a', contents: 'x' }, 'Write', { file_path: '/a', content: 'x' }],
    [
      'Write',
      { file_path: '/a', old_string: 'x', new_string: 'y' },
      'Edit',
      { file_path: '/a', old_string: 'x', new_string: 'y' },
    ],
    ['Write', { file_path: '/a', edits: [] }, 'MultiEdit', { file_path: '/a', edits: [] }],
    ['Write', { notebook_path: '/a' }, 'NotebookEdit', { notebook_path: '/a' }],
    ['Read', { path: '/a', limit: 3 }, 'Read', { file_path: '/a', limit: 3 }],
    ['Task', { prompt: 'look', subagent_type: 'explore' }, 'Task', { prompt: 'look', subagent_type: 'explore' }],
    ['MCP:search', { query: 'x' }, 'mcp__unknown__search', { query: 'x' }],
    ['LS', { path: '/a' }, 'LS', { path: '/a' }],
  ])('%s %j is %s', (tool_name, tool_input, name, input) => {
    expect(sent('preToolUse', { tool_name, tool_input })).toMatchObject({ tool_name: name, tool_input: input })
  })
  it('names the server of an MCP tool if it is known', () => {
    const fields = { tool_name: 'MCP:search', mcp_server_name: 'my docs' }
    expect(sent('preToolUse', fields).tool_name).toBe('mcp__my_docs__search')
  })
  it('PostToolUse has the result as an object', () => {
    expect(sent('postToolUse')).toMatchObject({
      hook_event_name: 'PostToolUse',
      duration_ms: 5432,
      tool_response: {
        stdout: '42 passed\n',
        stderr: '',
        interrupted: false,
        isImage: false,
        output: '42 passed\n',
        exitCode: 0,
      },
    })
    const written = { tool_name: 'Write', tool_input: { file_path: '/a' }, tool_output: '{"bytes":3}' }
    expect(sent('postToolUse', written).tool_response).toEqual({ filePath: '/a', success: true, bytes: 3 })
    const plain = { tool_name: 'Grep', tool_output: 'a.ts:1' }
    expect(sent('postToolUse', plain).tool_response).toEqual({ output: 'a.ts:1' })
  })
  it.each([
    ['postToolUseFailure', {}, { error: 'Command timed out after 30s', is_interrupt: false, duration_ms: 30_000 }],
    ['beforeSubmitPrompt', {}, { hook_event_name: 'UserPromptSubmit', prompt: 'Add a test for the date parser' }],
    ['stop', { loop_count: 0 }, { hook_event_name: 'Stop', stop_hook_active: false }],
    ['stop', { loop_count: 2 }, { stop_hook_active: true }],
    [
      'subagentStop',
      { agent_transcript_path: '/t' },
      { agent_type: 'explore', agent_transcript_path: '/t', last_assistant_message: 'src/date.ts' },
    ],
    ['subagentStart', {}, { hook_event_name: 'SubagentStart', agent_id: 'sub_1', agent_type: 'explore' }],
    ['sessionStart', {}, { hook_event_name: 'SessionStart', source: 'startup', model: 'default' }],
    ['sessionEnd', { reason: 'completed' }, { reason: 'other' }],
    ['sessionEnd', { reason: 'window_close' }, { reason: 'prompt_input_exit' }],
    ['preCompact', {}, { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' }],
  ] as const)('%s with %j', (name, fields, theirs) => {
    expect(sent(name, fields)).toMatchObject({ ...common, ...theirs })
  })
  it('an event that Claude Code lacks is sent in the default format, with a note', () => {
    const { input, notes } = claude.encode(fakeEvent('afterAgentThought'), context)
    expect(input).toMatchObject({ hook_event_name: 'afterAgentThought' })
    expect(notes).toEqual(['foreign-dialect'])
  })
})

describe('Claude Code’s matchers', () => {
  it.each([
    ['Edit|Write', ['Edit', 'Write']],
    ['Edit, Write', ['Edit', 'Write']],
    ['mcp__memory', ['mcp__memory']],
    ['Edit|', ['Edit']],
    ['Notebook.*', undefined],
    ['^Bash$', undefined],
    ['', undefined],
    ['*', undefined],
  ])('%j is the exact list %j', (matcher, list) => {
    expect(claude.exact?.(matcher, 'preToolUse')).toEqual(list)
  })

  const names = (matcher: string, ...event: Parameters<typeof fakeEvent>) =>
    claude.subjects?.(fakeEvent(...event), matcher, ['own'])
  const matches = (matcher: string, tool_name: string, more: Readonly<Record<string, unknown>> = {}) => {
    const subjects = names(matcher, 'preToolUse', { tool_name, ...more }) ?? []
    const list = claude.exact?.(matcher, 'preToolUse')
    return subjects.some((name) => list?.includes(name) ?? new RegExp(matcher).test(name))
  }

  it('are tested against every name that Claude Code has for the tool', () => {
    expect(names('x', 'preToolUse')).toEqual(['Bash', 'PowerShell'])
    expect(names('x', 'postToolUse', { tool_name: 'Write' })).toEqual(['Write', 'Edit', 'MultiEdit', 'NotebookEdit'])
    expect(names('x', 'preToolUse', { tool_name: 'Task' })).toEqual(['Task', 'Agent'])
    expect(names('x', 'preToolUse', { tool_name: 'Delete' })).toEqual(['Delete'])
  })
  it.each([
    ['mcp__memory__.*', 'MCP:create', true],
    ['mcp__memory__create', 'MCP:create', true],
    ['mcp__memory__create|Bash', 'MCP:create', true],
    ['mcp__(memory|github)__create', 'MCP:create', true],
    ['^mcp__mem.*__create$', 'MCP:create', true],
    ['mcp__[a-z]+_prod__.*', 'MCP:create', true],
    ['mcp__.*__delete', 'MCP:delete', true],
    ['mcp__.*', 'MCP:delete', true],
    ['mcp__memory.*', 'MCP:delete', true],
    ['mcp__.*__delete', 'MCP:create', false],
    ['mcp__.*delete', 'MCP:create', false],
    ['mcp__memory__create', 'MCP:delete', false],
    ['mcp__memory', 'MCP:create', false],
    ['Bash.*', 'MCP:create', false],
    ['mcp__.*', 'Shell', false],
  ])('%s on %s of an unknown server: %s', (matcher, tool, hit) => {
    expect(matches(matcher, tool)).toBe(hit)
  })
  it('are tested against only the server if it is known', () => {
    expect(matches('mcp__memory__.*', 'MCP:create', { mcp_server_name: 'memory' })).toBe(true)
    expect(matches('mcp__memory__.*', 'MCP:create', { mcp_server_name: 'github' })).toBe(false)
  })
  it('are tested against the source, the reason, the trigger, the type of agent', () => {
    expect(names('x', 'sessionStart')).toEqual(['startup'])
    expect(names('x', 'sessionEnd', { reason: 'user_close' })).toEqual(['prompt_input_exit'])
    expect(names('x', 'preCompact')).toEqual(['auto'])
    expect(names('x', 'subagentStart')).toEqual(['explore', 'Explore'])
  })
  it('are ignored on events without a subject', () => {
    expect(names('x', 'stop')).toBeNull()
    expect(names('x', 'beforeSubmitPrompt')).toBeNull()
  })
  it('use the subjects of the row at events that Claude Code lacks', () => {
    expect(names('x', 'beforeShellExecution')).toEqual(['own'])
  })
})

describe('a payload of Claude Code’s', () => {
  const payload = { session_id: 's', transcript_path: '/t', cwd: '/repo', permission_mode: 'default' }
  const ours = {
    conversation_id: 's',
    session_id: 's',
    transcript_path: '/t',
    workspace_roots: ['/repo'],
  }

  it('becomes Hookline’s event, with Hookline’s tool names', () => {
    expect(
      claude.toEvent({
        ...payload,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls', description: 'list' },
        tool_use_id: 't1',
      }),
    ).toEqual({
      name: 'preToolUse',
      input: {
        ...ours,
        hook_event_name: 'preToolUse',
        tool_name: 'Shell',
        tool_input: { command: 'ls', description: 'list', working_directory: '/repo' },
        tool_use_id: 't1',
        cwd: '/repo',
      },
    })
  })
  it.each([
    [
      { hook_event_name: 'PreToolUse', tool_name: 'mcp__memory__create', tool_input: {} },
      { tool_name: 'MCP:create', mcp_server_name: 'memory', tool_input: {} },
    ],
    [
      { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { file_path: '/a' } },
      { tool_name: 'Write', tool_input: { file_path: '/a' } },
    ],
    [
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: {},
        tool_response: { stdout: 'out', stderr: 'err' },
        duration_ms: 3,
      },
      { tool_output: '{"output":"out\\nerr","exitCode":0}', duration: 3 },
    ],
    [
      { hook_event_name: 'PostToolUseFailure', tool_name: 'Read', tool_input: {}, error: 'gone' },
      { error_message: 'gone', failure_type: 'error', is_interrupt: false },
    ],
    [
      { hook_event_name: 'UserPromptSubmit', prompt: 'hi' },
      { prompt: 'hi', attachments: [] },
    ],
    [
      { hook_event_name: 'Stop', stop_hook_active: false },
      { status: 'completed', loop_count: 0 },
    ],
    [{ hook_event_name: 'SessionEnd', reason: 'logout' }, { reason: 'user_close' }],
  ])('%j', (theirs, fields) => {
    expect(claude.toEvent({ ...payload, ...theirs })).toMatchObject({ input: fields })
  })
  it('leaves the count to the session if a stop hook is active', () => {
    const back = claude.toEvent({ ...payload, hook_event_name: 'Stop', stop_hook_active: true })
    expect('input' in back && back.input).not.toHaveProperty('loop_count')
  })
  it('keeps a value of the wrong type, so that the check of the event rejects it', () => {
    expect(claude.toEvent({ ...payload, hook_event_name: 'PreToolUse', tool_name: 7, tool_input: 'ls' })).toMatchObject(
      { input: { tool_name: 7, tool_input: 'ls' } },
    )
  })
  it.each([
    [{}, 'the payload has no hook_event_name'],
    [{ hook_event_name: 'Notified' }, 'Claude Code has no event "Notified"'],
    [{ hook_event_name: 'preToolUse' }, 'Claude Code has no event "preToolUse"'],
  ])('%j is no event', (theirs, unknown) => {
    expect(claude.toEvent(theirs)).toEqual({ unknown })
  })
  it.each([...claudeOnlyEvents])('%s has no counterpart in Hookline', (name) => {
    const unknown = `Claude Code's event "${name}" has no counterpart in Hookline`
    expect(claude.toEvent({ hook_event_name: name })).toEqual({ unknown, theirs: true })
  })
})
