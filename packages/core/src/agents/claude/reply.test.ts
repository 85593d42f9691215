import { describe, expect, it } from 'vitest'
import type { Effect } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { fromEffect } from './reply.ts'

const replyTo = (event: EventName, effect: Partial<Effect>) =>
  fromEffect(
    {
      kind: 'proceed',
      reply: {},
      because: { rule: 'reply', entries: [], message: 'a hook replyTo no' },
      input: fakeEvent(event).input,
      ...effect,
      // The fields that an answer depends on; the others are the engine's own account.
    } as Effect,
    event,
  )
const nested = (hookEventName: string, fields: Readonly<Record<string, unknown>>) => ({
  hookSpecificOutput: { hookEventName, ...fields },
})

describe('the reply to Claude Code', () => {
  it('a refused tool is denied, with the model’s reason first', () => {
    const reply = { permission: 'deny', user_message: 'blocked', agent_message: 'use trash' } as const
    expect(replyTo('preToolUse', { kind: 'refuse', reply })).toEqual({
      systemMessage: 'blocked',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'use trash' }),
    })
  })
  it('a denial without a message names what decided only to the person', () => {
    expect(replyTo('preToolUse', { kind: 'refuse' })).toEqual({
      systemMessage: 'a hook replyTo no',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'A hook denied this.' }),
    })
  })
  it('a refused prompt is blocked', () => {
    const reply = { continue: false, user_message: 'secret' }
    expect(replyTo('beforeSubmitPrompt', { kind: 'refuse', reply })).toEqual({ decision: 'block', reason: 'secret' })
  })
  it.each(['sessionStart', 'subagentStart'] as const)(
    'a denied %s ends the session, because it has no other field',
    (name) => {
      expect(replyTo(name, { kind: 'refuse' })).toEqual({ continue: false, stopReason: 'a hook replyTo no' })
    },
  )
  it('a question is asked', () => {
    expect(replyTo('preToolUse', { kind: 'ask', reply: { permission: 'ask', user_message: 'sure?' } })).toEqual(
      nested('PreToolUse', { permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
    )
  })
  it('an allow without fields is empty', () => {
    expect(replyTo('preToolUse', { reply: { permission: 'allow' } })).toEqual({})
  })
  it('a rewrite is sent without a verdict, so that Claude Code’s own permission rules decide', () => {
    const updated_input = { command: 'npm ci', working_directory: '/work' }
    const alone = nested('PreToolUse', { updatedInput: { command: 'npm ci' } })
    expect(replyTo('preToolUse', { reply: { updated_input } })).toEqual(alone)
    expect(replyTo('preToolUse', { reply: { permission: 'allow', updated_input } })).toEqual(alone)
    expect(replyTo('preToolUse', { kind: 'ask', reply: { permission: 'ask', updated_input } })).toEqual(
      nested('PreToolUse', { permissionDecision: 'ask', updatedInput: { command: 'npm ci' } }),
    )
  })
  it.each([
    ['text', 'text'],
    [[{ type: 'text', text: 'a' }], [{ type: 'text', text: 'a' }]],
    [{ content: [{ type: 'text', text: 'a' }] }, [{ type: 'text', text: 'a' }]],
    [{ modified: 'output' }, [{ type: 'text', text: '{"modified":"output"}' }]],
    [[1, 2], [{ type: 'text', text: '[1,2]' }]],
  ])('the MCP output %j becomes text or a list of content', (updated_mcp_tool_output, updatedMCPToolOutput) => {
    expect(replyTo('postToolUse', { reply: { updated_mcp_tool_output } })).toEqual(
      nested('PostToolUse', { updatedMCPToolOutput }),
    )
  })
  it('a denial that applies later is shown to the person now', () => {
    const reply = { continue: false, user_message: 'not here' }
    expect(replyTo('sessionStart', { reply, unenforced: 'later' })).toEqual({
      continue: false,
      stopReason: 'not here',
      systemMessage: 'not here',
    })
  })
  it('a follow-up blocks the stop', () => {
    expect(replyTo('stop', { kind: 'follow-up', followUp: 'run the tests' })).toEqual({
      decision: 'block',
      reason: 'run the tests',
    })
  })
  it('context, messages and outputs are included', () => {
    expect(replyTo('postToolUse', { reply: { additional_context: 'x', updated_mcp_tool_output: 'less' } })).toEqual(
      nested('PostToolUse', { additionalContext: 'x', updatedMCPToolOutput: 'less' }),
    )
    expect(replyTo('preCompact', { reply: { user_message: 'soon' } })).toEqual({ systemMessage: 'soon' })
    expect(replyTo('stop', {})).toEqual({})
  })
})
