import { describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import { contextOf } from '../../testing/dialect-contract.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { windsurf } from './dialect.ts'

const sent = (agent_action_name: string, tool_info: object) => ({ agent_action_name, trajectory_id: 's', tool_info })

describe('a payload of Windsurf’s', () => {
  it.each([
    [
      sent('pre_run_command', { command_line: 'ls', cwd: '/work' }),
      { tool_name: 'Shell', tool_input: { command: 'ls', working_directory: '/work' }, cwd: '/work' },
    ],
    [sent('pre_read_code', { file_path: '/a' }), { tool_name: 'Read', tool_input: { file_path: '/a' } }],
    [
      sent('post_write_code', { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }] }),
      { tool_name: 'Write', tool_input: { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y' }] } },
    ],
    [
      sent('post_mcp_tool_use', {
        mcp_server_name: 'a:b',
        mcp_tool_name: 't',
        mcp_tool_arguments: {},
        mcp_result: 'ok',
      }),
      { tool_name: 'MCP:t', mcp_server_name: 'a:b', tool_output: '{"content":[{"type":"text","text":"ok"}]}' },
    ],
    [sent('pre_user_prompt', { user_prompt: 'hi' }), { prompt: 'hi' }],
    [sent('post_cascade_response', { response: 'done' }), { text: 'done' }],
  ])('%j', (payload, fields) => {
    expect(windsurf.toEvent(payload)).toMatchObject({ input: { conversation_id: 's', ...fields } })
  })

  it.each([
    [sent('post_setup_worktree', {}), { theirs: true }],
    [sent('pre_fly', {}), { unknown: 'Windsurf has no event "pre_fly"' }],
    [{ hook_event_name: 'PreToolUse' }, { unknown: 'the payload has no hook_event_name' }],
  ])('%j is no event of ours', (payload, want) => {
    expect(windsurf.toEvent(payload)).toMatchObject(want)
  })

  it('is recognised by its field, which no other agent has', () => {
    expect(windsurf.sends?.(sent('pre_run_command', {}))).toBe(true)
    expect(windsurf.sends?.({ hook_event_name: 'PreToolUse' })).toBe(false)
  })
})

describe('a hook in Windsurf’s format', () => {
  it.each([
    ['preToolUse', {}, 'pre_run_command', { command_line: 'npm test', cwd: '/work' }],
    ['postToolUse', {}, 'post_run_command', { command_line: 'npm test', cwd: '/work' }],
    [
      'preToolUse',
      { tool_name: 'MCP:t', tool_input: { a: 1 }, mcp_server_name: 's' },
      'pre_mcp_tool_use',
      { mcp_server_name: 's', mcp_tool_name: 't', mcp_tool_arguments: { a: 1 } },
    ],
  ] as const)('%s with %j is %s', (name, fields, action, info) => {
    const { input } = windsurf.encode(fakeEvent(name, fields), contextOf(editions.hookline))
    expect(input).toMatchObject({ agent_action_name: action, tool_info: info })
  })

  it('gets a call of a tool that Windsurf lacks in the usual format', () => {
    const event = fakeEvent('preToolUse', { tool_name: 'Grep', tool_input: { pattern: 'x' } })
    expect(windsurf.encode(event, contextOf(editions.hookline)).notes).toEqual(['foreign-dialect'])
  })
})
