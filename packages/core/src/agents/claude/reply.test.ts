import { describe, expect, it } from 'vitest'
import type { Effect } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { fromEffect } from './reply.ts'

const said = (event: EventName, effect: Partial<Effect>) =>
  fromEffect(
    {
      kind: 'proceed',
      reply: {},
      because: { rule: 'reply', entries: [], message: 'a hook said no' },
      input: fakeEvent(event).input,
      ...effect,
      // The fields that an answer depends on; the others are the engine's own account.
    } as Effect,
    event,
  )
const nested = (hookEventName: string, fields: Readonly<Record<string, unknown>>) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

describe('what Claude Code is answered', () => {
  it('a refused tool is denied, the model’s reason first', () => {
    const reply = { permission: 'deny', user_message: 'blocked', agent_message: 'use trash' } as const
    expect(said('preToolUse', { kind: 'refuse', reply })).toEqual({
      systemMessage: 'blocked',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'use trash' }),
    })
  })
  it('a refusal without a message says what decided to the person alone', () => {
    expect(said('preToolUse', { kind: 'refuse' })).toEqual({
      systemMessage: 'a hook said no',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'A hook refused this.' }),
    })
  })
  it('a refused prompt is blocked', () => {
    const reply = { continue: false, user_message: 'secret' }
    expect(said('beforeSubmitPrompt', { kind: 'refuse', reply })).toEqual({ decision: 'block', reason: 'secret' })
  })
  it.each(['sessionStart', 'subagentStart'] as const)('a refused %s ends the session, having no other word', (name) => {
    expect(said(name, { kind: 'refuse' })).toEqual({ continue: false, stopReason: 'a hook said no' })
  })
  it('a question is asked', () => {
    expect(said('preToolUse', { kind: 'ask', reply: { permission: 'ask', user_message: 'sure?' } })).toEqual(
      nested('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
    )
  })
  it('a bare allow says nothing', () => {
    expect(said('preToolUse', { reply: { permission: 'allow' } })).toEqual({})
  })
  it('a rewrite is sent alone, in their terms: their own permission rules judge it', () => {
    const updated_input = { command: 'npm ci', working_directory: '/work' }
    const alone = nested('PreToolUse', { updatedInput: { command: 'npm ci' } })
    expect(said('preToolUse', { reply: { updated_input } })).toEqual(alone)
    expect(said('preToolUse', { reply: { permission: 'allow', updated_input } })).toEqual(alone)
    expect(said('preToolUse', { kind: 'ask', reply: { permission: 'ask', updated_input } })).toEqual(
      nested('PreToolUse', { permissionDecision: 'ask', updatedInput: { command: 'npm ci' } }),
    )
  })
  it.each([
    ['text', 'text'],
    [[{ type: 'text', text: 'a' }], [{ type: 'text', text: 'a' }]],
    [{ content: [{ type: 'text', text: 'a' }] }, [{ type: 'text', text: 'a' }]],
    [{ modified: 'output' }, [{ type: 'text', text: '{"modified":"output"}' }]],
    [[1, 2], [{ type: 'text', text: '[1,2]' }]],
  ])('the MCP output %j is given as text or as a list of content', (updated_mcp_tool_output, updatedMCPToolOutput) => {
    expect(said('postToolUse', { reply: { updated_mcp_tool_output } })).toEqual(
      nested('PostToolUse', { updatedMCPToolOutput }),
    )
  })
  it('a refusal that is given later is shown to the person now', () => {
    const reply = { continue: false, user_message: 'not here' }
    expect(said('sessionStart', { reply, unenforced: 'later' })).toEqual({
      continue: false,
      stopReason: 'not here',
      systemMessage: 'not here',
    })
  })
  it('a follow-up blocks the stop', () => {
    expect(said('stop', { kind: 'follow-up', followUp: 'run the tests' })).toEqual({
      decision: 'block',
      reason: 'run the tests',
    })
  })
  it('context, messages and outputs are carried', () => {
    expect(said('postToolUse', { reply: { additional_context: 'x', updated_mcp_tool_output: 'less' } })).toEqual(
      nested('PostToolUse', { additionalContext: 'x', updatedMCPToolOutput: 'less' }),
    )
    expect(said('preCompact', { reply: { user_message: 'soon' } })).toEqual({ systemMessage: 'soon' })
    expect(said('stop', {})).toEqual({})
  })
})
