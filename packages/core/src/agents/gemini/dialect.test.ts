import { describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import type { Effect } from '../../flow.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { contextOf } from '../../testing/dialect-contract.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { recordedEvents } from '../../testing/recorded-payloads.ts'
import { gemini, geminiOnlyEvents } from './dialect.ts'
import { geminiFields } from './fields.ts'

const { payloads, eventOf, payloadOf } = recordedEvents('gemini', gemini)

describe('what Gemini CLI sends', () => {
  it('every recorded payload is an event with known fields, or one that has no counterpart', () => {
    for (const payload of payloads) {
      const event = gemini.toEvent(payload)
      if ('unknown' in event) {
        expect(geminiOnlyEvents).toContain(payload.hook_event_name)
        continue
      }
      expect(event.input).toMatchObject({ hook_event_name: event.name, conversation_id: payload.session_id })
      const known = new Set([...geminiFields.common, ...(geminiFields.events[event.name] ?? [])])
      expect(Object.keys(payload).filter((field) => !known.has(field))).toEqual([])
    }
  })
  it('paths are absolute, and lines are a range', () => {
    const call = {
      ...payloadOf('BeforeTool', 'read_file'),
      tool_input: { file_path: './a.txt', start_line: 3, end_line: 5 },
    }
    expect(eventOf(call).input.tool_input).toMatchObject({ file_path: '/work/a.txt', offset: 3, limit: 3 })
    const shell = { ...payloadOf('BeforeTool', 'run_shell_command'), tool_input: { command: 'ls', dir_path: 'sub' } }
    expect(eventOf(shell).input.tool_input).toEqual({ command: 'ls', working_directory: '/work/sub' })
  })
  it('the result of a command has its output and exit code', () => {
    const payload = payloadOf('AfterTool', 'run_shell_command')
    expect(eventOf(payload).input.tool_output).toBe('{"output":"hello","exitCode":0}')
    const failed = {
      llmContent: '<untrusted_context>\nOutput: bad\nExit Code: 3\nProcess Group PGID: 1\n</untrusted_context>',
    }
    expect(eventOf({ ...payload, tool_response: failed }).input.tool_output).toBe('{"output":"bad","exitCode":3}')
    const printed = {
      llmContent: '<untrusted_context>\nOutput: Exit Code: 7\nProcess Group PGID: 1\n</untrusted_context>',
    }
    const spoof = { ...payload, tool_response: printed }
    expect(eventOf(spoof).input.tool_output).toBe('{"output":"Exit Code: 7","exitCode":0}')
  })
  it('an MCP tool has its server and its own name, also with underscores', () => {
    const payload = payloadOf('AfterTool', 'mcp_everything_echo')
    expect(eventOf(payload).input).toMatchObject({ tool_name: 'MCP:echo', mcp_server_name: 'everything' })
    expect(eventOf(payload).input.tool_output).toBe('{"content":[{"type":"text","text":"Echo: hi"}]}')
    const named = {
      ...payload,
      tool_name: 'mcp_my_docs_get_it',
      mcp_context: { server_name: 'my_docs', tool_name: 'get_it' },
    }
    expect(eventOf(named).input).toMatchObject({ tool_name: 'MCP:get_it', mcp_server_name: 'my_docs' })
    const { mcp_context: _, ...without } = named
    expect(eventOf(without).input).toMatchObject({ tool_name: 'MCP:docs_get_it', mcp_full_name: 'mcp_my_docs_get_it' })
  })
  it('the end of a turn has the answer, and the session counts the follow-ups', () => {
    expect(eventOf(payloadOf('AfterAgent')).input.loop_count).toBeUndefined()
    expect(eventOf(payloadOf('AfterAgent')).input).toMatchObject({
      last_assistant_message: expect.any(String),
    })
  })
  it('its names of events show that it is Gemini CLI', () => {
    expect(gemini.sends?.(payloadOf('BeforeTool', 'read_file'))).toBe(true)
    expect(gemini.sends?.({ hook_event_name: 'PreToolUse' })).toBe(false)
    expect(gemini.sends?.({ hook_event_name: 'SessionStart' })).toBeUndefined()
  })
})

describe('hooks in the format of Gemini CLI', () => {
  const sent = (...event: Parameters<typeof fakeEvent>) =>
    gemini.encode(fakeEvent(...event), contextOf(editions.hookline)).input
  it('get its names of tools and arguments', () => {
    expect(sent('preToolUse')).toMatchObject({ hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' })
    expect(
      sent('preToolUse', { tool_name: 'Write', tool_input: { file_path: '/a', old_string: 'x', new_string: 'y' } }),
    ).toMatchObject({ tool_name: 'replace' })
    expect(sent('preToolUse', { tool_name: 'Write', tool_input: { path: '/a', contents: 'x' } })).toMatchObject({
      tool_name: 'write_file',
      tool_input: { file_path: '/a', content: 'x' },
    })
    expect(sent('preToolUse', { tool_name: 'Task', tool_input: { prompt: 'look', subagent_type: 'x' } })).toMatchObject(
      { tool_name: 'invoke_agent', tool_input: { prompt: 'look', agent_name: 'x' } },
    )
    expect(sent('preToolUse', { tool_name: 'MCP:search', mcp_server_name: 'docs' })).toMatchObject({
      tool_name: 'mcp_docs_search',
    })
    expect(sent('stop', { last_assistant_message: 'done' })).toMatchObject({
      hook_event_name: 'AfterAgent',
      prompt_response: 'done',
    })
  })
  it('rewrite with tool_input', () => {
    const stdout = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: 'ls' } },
    })
    const raw = gemini.decode({ end: { kind: 'exit', code: 0 }, stdout, stderr: '' } as never, fakeEvent('preToolUse'))
    expect(JSON.parse(raw.stdout)).toMatchObject({ updated_input: { command: 'ls' } })
  })
})

describe('the reply to Gemini CLI', () => {
  const replyTo = (event: EventName, effect: Partial<Effect>) =>
    gemini.fromEffect(
      {
        kind: 'proceed',
        reply: {},
        because: { rule: 'reply', entries: [], message: 'a hook denied it' },
        input: fakeEvent(event).input,
        ...effect,
        // The fields that an answer depends on; the others are the engine's own account.
      } as Effect,
      event,
    ).stdout

  it('a denial has a reason for the model and a message for the person', () => {
    const reply = { user_message: 'blocked', agent_message: 'use trash' }
    expect(replyTo('preToolUse', { kind: 'refuse', reply })).toEqual({
      decision: 'deny',
      reason: 'use trash',
      systemMessage: 'blocked',
    })
    expect(replyTo('preToolUse', { kind: 'refuse' })).toEqual({
      decision: 'deny',
      reason: 'A hook denied this.',
      systemMessage: 'a hook denied it',
    })
    expect(replyTo('beforeSubmitPrompt', { kind: 'refuse', reply })).toEqual({
      decision: 'deny',
      reason: 'blocked',
      systemMessage: 'blocked',
    })
  })
  it('a denial that it does not honour is a message', () => {
    expect(replyTo('sessionStart', { unenforced: 'later', reply: { user_message: 'closed' } })).toEqual({
      systemMessage: 'closed',
    })
  })
  it('a rewrite has its names of arguments', () => {
    expect(replyTo('preToolUse', { reply: { updated_input: { command: 'ls', working_directory: '/a' } } })).toEqual({
      hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: 'ls', dir_path: '/a' } },
    })
  })
  it('the reason of a denial replaces the output of a tool', () => {
    const content = [{ type: 'text', text: 'less' }]
    expect(replyTo('postToolUse', { reply: { updated_mcp_tool_output: { content } }, output: { content } })).toEqual({
      decision: 'deny',
      reason: 'less',
    })
    expect(replyTo('postToolUse', { output: 'new text' })).toEqual({ decision: 'deny', reason: 'new text' })
  })
  it('context is given only where the model gets it', () => {
    const reply = { additional_context: 'note' }
    expect(replyTo('preToolUse', { reply })).toEqual({})
    expect(replyTo('sessionStart', { reply })).toEqual({
      hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'note' },
    })
  })
  it('a follow-up continues the turn', () => {
    expect(replyTo('stop', { kind: 'follow-up', followUp: 'go on' })).toEqual({ decision: 'deny', reason: 'go on' })
  })
})
