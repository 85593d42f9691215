import { describe, expect, it } from 'vitest'
import { editions } from '../../editions.ts'
import type { Effect } from '../../flow.ts'
import { eventNames } from '../../protocol/events/index.ts'
import { contextOf } from '../../testing/dialect-contract.ts'
import { fakeEvent } from '../../testing/fakes.ts'
import { cursor } from './dialect.ts'

const spelled = (
  edition: keyof typeof editions,
  name: (typeof eventNames)[number],
  fields: Readonly<Record<string, unknown>> = {},
) => cursor.encode(fakeEvent(name, fields), contextOf(editions[edition])).input

it('reports the events of its own versions by their names, and no others', () => {
  const reported = eventNames.filter((name) => cursor.firedBy?.(name).includes(name))
  expect(reported).toEqual([...editions['3'].events])
  expect(reported.length).toBeGreaterThanOrEqual(21)
})

describe('the format of the input', () => {
  it('is the unchanged event in edition 3', () => {
    for (const name of eventNames) expect(spelled('3', name)).toEqual(fakeEvent(name).input)
  })
  it('has the older names in addition to today’s by default', () => {
    expect(spelled('hookline', 'beforeSubmitPrompt')).toMatchObject({
      prompt: 'Add a test for the date parser',
      prompt_text: 'Add a test for the date parser',
      attachments: [{ file_path: '/work/src/date.ts', filePath: '/work/src/date.ts' }],
    })
    expect(spelled('hookline', 'subagentStop')).toMatchObject({
      summary: 'src/date.ts',
      result: 'src/date.ts',
      duration: 45_000,
      duration_ms: 45_000,
    })
  })
  it('never overwrites a field that is already there', () => {
    expect(spelled('hookline', 'beforeSubmitPrompt', { prompt_text: 'mine' }).prompt_text).toBe('mine')
  })
  it('has S1’s names instead of today’s in 2.3, and MCP durations in seconds', () => {
    const input = spelled('2.3', 'beforeSubmitPrompt')
    expect(input).not.toHaveProperty('prompt')
    expect(input).toMatchObject({ prompt_text: 'Add a test for the date parser' })
    expect(input.attachments).toEqual([{ type: 'file', file_path: '/work/src/date.ts' }])
    expect(spelled('2.3', 'afterMCPExecution').duration).toBe(0.12)
    expect(spelled('2.3', 'afterShellExecution').duration).toBe(31)
  })
  it('has S0’s names instead of today’s in 2.4', () => {
    expect(spelled('2.4', 'beforeSubmitPrompt').attachments).toEqual([{ type: 'file', filePath: '/work/src/date.ts' }])
    expect(spelled('2.4', 'subagentStart')).not.toHaveProperty('task')
    expect(spelled('2.4', 'subagentStart').prompt).toBe('Find where dates are parsed')
  })
  it.each([
    ['{"output":"42 passed","exitCode":0}', '42 passed'],
    ['"text"', 'text'],
    ['{"rows":3}', '{"rows":3}'],
    ['not JSON', 'not JSON'],
  ])('sends tool_output %s as plain text in 2.4', (tool_output, text) => {
    expect(spelled('2.4', 'postToolUse', { tool_output }).tool_output).toBe(text)
    expect(spelled('hookline', 'postToolUse', { tool_output }).tool_output).toBe(tool_output)
  })
})

describe('a payload of Cursor’s', () => {
  it('is read with older names as today’s', () => {
    expect(
      cursor.toEvent({ hook_event_name: 'beforeSubmitPrompt', prompt_text: 'hi', attachments: [{ filePath: '/a' }] }),
    ).toEqual({
      name: 'beforeSubmitPrompt',
      input: { hook_event_name: 'beforeSubmitPrompt', prompt: 'hi', attachments: [{ file_path: '/a' }] },
    })
  })
  it('reads null as absent', () => {
    expect(cursor.toEvent({ hook_event_name: 'subagentStart', task: null, prompt: 'look' })).toMatchObject({
      input: { task: 'look' },
    })
  })
  it.each([
    [{}, 'the payload has no hook_event_name'],
    [{ hook_event_name: 'onSave' }, 'there is no event "onSave"'],
    [{ hook_event_name: 'PreToolUse' }, 'there is no event "PreToolUse"'],
    [{ hook_event_name: 'toString' }, 'there is no event "toString"'],
  ])('%j is no event', (payload, unknown) => {
    expect(cursor.toEvent(payload)).toEqual({ unknown })
  })
})

describe('the reply to Cursor', () => {
  const answered = (effect: Partial<Effect>, name: (typeof eventNames)[number]) =>
    cursor.fromEffect({ reply: {}, kind: 'proceed', ...effect } as Effect, name)

  it('is the merged reply and exit 0', () => {
    const reply = { permission: 'deny', user_message: 'no', agent_message: 'stop' } as const
    expect(answered({ kind: 'refuse', reply }, 'preToolUse')).toEqual({ stdout: reply, exitCode: 0 })
  })
  it('denies in the field of the gate', () => {
    expect(answered({ kind: 'refuse' }, 'beforeMCPExecution').stdout).toEqual({ permission: 'deny' })
    expect(answered({ kind: 'refuse' }, 'beforeSubmitPrompt').stdout).toEqual({ continue: false })
  })
  it('omits the denial of hooks in monitor mode', () => {
    expect(answered({ reply: { permission: 'deny' } }, 'preToolUse').stdout).toEqual({})
    expect(answered({ reply: { continue: false } }, 'beforeSubmitPrompt').stdout).toEqual({})
  })
})
