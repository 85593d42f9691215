import { describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import type { Effect } from '../../flow.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import type { JsonObject } from '../../schema.ts'
import { contextOf } from '../../testing/dialect-contract.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { recordedEvents } from '../../testing/recorded-payloads.ts'
import { codex } from './dialect.ts'
import { codexOnlyEvents } from './events.ts'
import { codexFields } from './fields.ts'
import { fromEffect } from './reply.ts'
import { codexCalls } from './tools.ts'

const { payloads, eventOf, payloadOf } = recordedEvents('codex', codex)

describe('what Codex sends', () => {
  it('every recorded payload is an event, or one that has no counterpart', () => {
    for (const payload of payloads) {
      const event = codex.toEvent(payload)
      if ('unknown' in event) expect(codexOnlyEvents).toContain(payload.hook_event_name)
      else expect(event.input).toMatchObject({ hook_event_name: event.name, conversation_id: payload.session_id })
    }
  })
  it('every field that a decision needs is there', () => {
    for (const payload of payloads.filter(({ hook_event_name: name }) => !codexOnlyEvents.has(String(name)))) {
      const { name, input } = eventOf(payload)
      const missing = Object.entries(eventRows[name].input).filter(
        ([field, { need }]) => need === 'essential' && input[field] === undefined,
      )
      // The runtime fills in what belongs to the session.
      const filled = ['generation_id', 'model', 'cursor_version', 'workspace_roots', 'loop_count']
      expect(missing.map(([field]) => field).filter((field) => !filled.includes(field))).toEqual([])
    }
  })
  it('every field is a known one, so that a new one is reported', () => {
    for (const payload of payloads) {
      const event = codex.toEvent(payload)
      if ('unknown' in event) continue
      const known = new Set([...codexFields.common, ...(codexFields.events[event.name] ?? [])])
      expect(Object.keys(payload).filter((field) => !known.has(field))).toEqual([])
    }
  })
  it('a command is one of Shell, in its own directory', () => {
    const { input } = eventOf({ ...payloadOf('PreToolUse', 'Bash'), cwd: '/work/packages' })
    expect(input).toMatchObject({ tool_name: 'Shell', tool_input: { working_directory: '/work/packages' } })
  })
  it('the directory of a command is not the project', () => {
    expect(codex.directories?.(payloadOf('PreToolUse', 'Bash'))).toEqual({})
    expect(codex.directories?.(payloadOf('UserPromptSubmit'))).toEqual({ cwd: '/work' })
  })
  it('a patch is a call of Write, and each of its files is one edit', () => {
    const { name, input } = eventOf(payloadOf('PostToolUse', 'apply_patch'))
    expect(input).toMatchObject({ tool_name: 'Write', tool_input: { patch: expect.stringContaining('*** Begin') } })
    const parts = codex.within?.(name, input) ?? []
    expect(parts.map((part) => part.input(() => '').file_path)).toEqual(['b.txt'])
  })
  it('a subagent has the same type in its call and in its own report', () => {
    const { name, input } = eventOf(payloadOf('PreToolUse', 'spawn_agent'))
    const [part] = codex.within?.(name, input) ?? []
    const report = eventOf(payloadOf('SubagentStart'))
    expect(part?.input(() => '')).toMatchObject({ subagent_type: 'default', task: 'SUBAGENT: look around' })
    expect(report.input).toMatchObject({ subagent_type: 'default' })
    expect(codex.repeatKey?.(report.name, report.input)).toBe(part?.repeatKey)
  })
  it('an MCP tool has its server, and its result is an object of the MCP protocol', () => {
    const { input } = eventOf(payloadOf('PostToolUse', 'mcp__everything__echo'))
    expect(input).toMatchObject({ tool_name: 'MCP:echo', mcp_server_name: 'everything' })
    expect(JSON.parse(String(input.tool_output))).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] })
  })
  it('its transcript shows that it is Codex', () => {
    expect(codex.sends?.(payloadOf('PreToolUse', 'Bash'))).toBe(true)
    expect(codex.sends?.({ transcript_path: '/home/me/.claude/projects/a/b.jsonl' })).toBeUndefined()
    expect(codex.sends?.({ transcript_path: null })).toBeUndefined()
  })
})

describe('the input for a hook in the format of Codex', () => {
  const sent = (...event: Parameters<typeof fakeEvent>) =>
    codex.encode(fakeEvent(...event), contextOf(editions.hookline)).input
  it('has its names of tools and arguments', () => {
    expect(sent('preToolUse')).toMatchObject({ tool_name: 'Bash', tool_input: { command: 'npm test' } })
    const patch = { tool_name: 'Write', tool_input: { patch: '*** Begin Patch' } }
    expect(sent('preToolUse', patch)).toMatchObject({
      tool_name: 'apply_patch',
      tool_input: { command: '*** Begin Patch' },
    })
    const edit = (tool_input: object) => sent('preToolUse', { tool_name: 'Write', tool_input }).tool_input
    expect(edit({ file_path: '/a', old_string: 'b\nc', new_string: 'd' })).toEqual({
      command: '*** Begin Patch\n*** Update File: /a\n@@\n-b\n-c\n+d\n*** End Patch',
    })
    expect(edit({ file_path: '/a', content: 'b' })).toEqual({
      command: '*** Begin Patch\n*** Add File: /a\n+b\n*** End Patch',
    })
    expect(sent('preToolUse', { tool_name: 'Task', tool_input: { prompt: 'look' } })).toMatchObject({
      tool_name: 'spawn_agent',
      tool_input: { message: 'look' },
    })
    expect(sent('postToolUse')).toMatchObject({ turn_id: 'generation_1', tool_response: '42 passed\n' })
  })
  it.each([
    ['the same patch', '-b\n+c', { old_string: 'b', new_string: 'c' }],
    ['another patch', '-b\n+d', { old_string: 'b', new_string: 'd' }],
  ])('%s for an edit is an edit again', (_, lines, wanted) => {
    const ours = { file_path: '/a', old_string: 'b', new_string: 'c' }
    const command = `*** Begin Patch\n*** Update File: /a\n@@\n${lines}\n*** End Patch`
    expect(codexCalls.rewrittenInput('Write', ours, { command })).toEqual({ ...ours, ...wanted })
  })
  it('a patch of two files is no edit of one', () => {
    const command = '*** Begin Patch\n*** Add File: /a\n+b\n*** Add File: /b\n+b\n*** End Patch'
    const ours = { file_path: '/a', content: 'c' }
    expect(codexCalls.rewrittenInput('Write', ours, { command })).toEqual({ patch: command })
  })
  it.each([
    ['Write', '*** Begin Patch', ['apply_patch', 'Edit', 'Write']],
    ['Task', 'look', ['spawn_agent', 'Agent']],
    ['Shell', 'ls', ['Bash']],
  ])('a matcher for %s is tested against the names that Codex accepts', (tool_name, text, names) => {
    const event = fakeEvent('preToolUse', { tool_name, tool_input: { patch: text, prompt: text, command: text } })
    expect(codex.subjects?.(event, '', [])).toEqual(names)
  })
  it('a matcher of letters, digits, _ and | is a list of exact names', () => {
    expect(codex.exact?.('Edit|Bash', 'preToolUse')).toEqual(['Edit', 'Bash'])
    expect(codex.exact?.('mcp__.*', 'preToolUse')).toBeUndefined()
    expect(codex.exact?.('mcp__a-b__c', 'preToolUse')).toBeUndefined()
  })
})

describe('the reply to Codex', () => {
  const replyTo = (event: EventName, effect: Partial<Effect>) =>
    fromEffect(
      {
        kind: 'proceed',
        reply: {},
        because: { rule: 'reply', entries: [], message: 'a hook denied it' },
        input: fakeEvent(event).input,
        ...effect,
        // The fields that an answer depends on; the others are the engine's own account.
      } as Effect,
      event,
    )
  const nested = (hookEventName: string, fields: JsonObject) => ({ hookSpecificOutput: { hookEventName, ...fields } })

  it('a denial always has a reason', () => {
    expect(replyTo('preToolUse', { kind: 'refuse', reply: { agent_message: '' } })).toEqual({
      systemMessage: 'a hook denied it',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'A hook denied this.' }),
    })
    const reply = { user_message: 'blocked', agent_message: 'use trash' }
    expect(replyTo('preToolUse', { kind: 'refuse', reply })).toEqual({
      systemMessage: 'blocked',
      ...nested('PreToolUse', { permissionDecision: 'deny', permissionDecisionReason: 'use trash' }),
    })
  })
  it.each([
    ['beforeSubmitPrompt', { decision: 'block', reason: 'a hook denied it' }],
    ['sessionStart', { continue: false, stopReason: 'a hook denied it' }],
    ['subagentStart', { systemMessage: 'a hook denied it' }],
  ] as const)('a denial at %s has the fields that Codex reads there', (event, reply) => {
    expect(replyTo(event, { kind: 'refuse' })).toEqual(reply)
  })
  it('a rewrite has an allow beside it, and the names of Codex', () => {
    expect(replyTo('preToolUse', { reply: { updated_input: { command: 'ls', working_directory: '/a' } } })).toEqual(
      nested('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'ls' } }),
    )
    const { input } = fakeEvent('preToolUse', { tool_name: 'Write' })
    expect(
      replyTo('preToolUse', { input: input as Effect['input'], reply: { updated_input: { patch: 'p' } } }),
    ).toEqual(nested('PreToolUse', { permissionDecision: 'allow', updatedInput: { command: 'p' } }))
  })
  it('an allow is left out, because alone it would be an error', () => {
    expect(replyTo('preToolUse', { reply: { permission: 'allow' } })).toEqual({})
  })
  it('the output of an MCP tool is replaced by a reason', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    const reply = { updated_mcp_tool_output: { content } }
    expect(replyTo('postToolUse', { reply })).toEqual({ decision: 'block', reason: 'a\nb' })
    const empty = { updated_mcp_tool_output: { content: [{ type: 'text', text: '' }] } }
    expect(replyTo('postToolUse', { reply: empty })).toMatchObject({ reason: expect.stringContaining('removed') })
  })
  it('context is given only where Codex takes it', () => {
    const reply = { additional_context: 'note' }
    expect(replyTo('postToolUse', { reply })).toEqual(nested('PostToolUse', { additionalContext: 'note' }))
    expect(replyTo('sessionStart', { reply })).toEqual(nested('SessionStart', { additionalContext: 'note' }))
    expect(replyTo('stop', { reply })).toEqual({})
    expect(replyTo('preCompact', { reply: { user_message: 'note' } })).toEqual({ systemMessage: 'note' })
  })
  it('a follow-up continues the turn', () => {
    expect(replyTo('stop', { kind: 'follow-up', followUp: 'go on' })).toEqual({ decision: 'block', reason: 'go on' })
  })
})
