import { describe, expect, it } from 'vitest'
import { editions } from '../editions.ts'
import { contextOf, dialectContract, noSession } from '../testing/dialect-contract.ts'
import { fakeEvent } from '../testing/fakes.ts'
import { lineChanges } from './summary/line-changes.ts'
import { summary } from './summary.ts'

dialectContract(summary)

const context = contextOf(editions.hookline)
const sent = (...event: Parameters<typeof fakeEvent>) => summary.encode(fakeEvent(...event), context).input

describe('S4’s six shapes', () => {
  it('BeforeSubmitPrompt has the attached files and the first root', () => {
    const attachments = [
      { type: 'file', file_path: '/work/a.ts' },
      { type: 'file', file_path: '/work/gone.ts' },
      { type: 'file', file_path: '/work/b.ts', content: 'carried' },
      { type: 'rule', file_path: '/work/rule.md' },
    ]
    const readText = (path: string) => (path === '/work/a.ts' ? 'read' : undefined)
    const event = fakeEvent('beforeSubmitPrompt', { attachments })
    expect(summary.encode(event, { ...context, readText }).input).toEqual({
      hook_event_name: 'BeforeSubmitPrompt',
      prompt: 'Add a test for the date parser',
      context: {
        files: [
          { path: '/work/a.ts', content: 'read' },
          { path: '/work/gone.ts' },
          { path: '/work/b.ts', content: 'carried' },
        ],
        workspaceFolder: '/work',
      },
    })
  })
  it('BeforeMCPExecution has the tool and its parameters as an object', () => {
    expect(sent('beforeMCPExecution')).toEqual({
      hook_event_name: 'BeforeMCPExecution',
      tool: 'search',
      params: { query: 'release notes' },
    })
    expect(sent('beforeMCPExecution', { tool_input: 'no JSON' }).params).toEqual({ input: 'no JSON' })
  })
  it.each([
    ['{"lines":3}', { lines: 3 }],
    ['"text"', 'text'],
    ['null', null],
    ['[1]', '[1]'],
    ['no JSON', 'no JSON'],
    ['{"isError":false}', { success: true, isError: false }],
    [
      '{"isError":true,"content":[{"type":"text","text":"File not found"}]}',
      {
        success: false,
        error: 'File not found',
        isError: true,
        content: [{ type: 'text', text: 'File not found' }],
      },
    ],
  ])('AfterMCPExecution has the result of %s', (result_json, result) => {
    expect(sent('afterMCPExecution', { result_json })).toEqual({
      hook_event_name: 'AfterMCPExecution',
      tool: 'search',
      result,
      duration_ms: 120,
    })
  })
  it('AfterFileEdit counts the lines of all edits', () => {
    const edits = [
      { old_string: 'a', new_string: 'b' },
      { old_string: '', new_string: 'c\nd\n' },
    ]
    expect(sent('afterFileEdit', { edits })).toEqual({
      hook_event_name: 'AfterFileEdit',
      file: '/work/src/date.ts',
      changes: { added: 2, removed: 0, modified: 1 },
    })
  })
  it('AfterAgentResponse has the text, the model, the output tokens and the time', () => {
    expect(sent('afterAgentResponse')).toEqual({
      hook_event_name: 'AfterAgentResponse',
      response: 'Done: the parser has a test.',
      model: 'default',
      tokens: 12,
      duration_ms: 3400,
    })
  })
  it.each([
    ['completed', 'complete'],
    ['aborted', 'user_exit'],
    ['error', 'error'],
  ])('Stop says %s as %s, and how many turns there were', (status, reason) => {
    const session = { ...noSession, generations: 4 }
    expect(summary.encode(fakeEvent('stop', { status }), { ...context, session }).input).toEqual({
      hook_event_name: 'Stop',
      reason,
      total_turns: 4,
    })
  })
  it('any other event is sent in the default format, with a note', () => {
    const event = fakeEvent('preToolUse')
    expect(summary.encode(event, context)).toEqual({ input: event.input, notes: ['foreign-dialect'] })
  })
})

describe('a recorded payload of S4’s', () => {
  it('without a name is recognised by its fields', () => {
    const name = (payload: Readonly<Record<string, unknown>>) => {
      const back = summary.toEvent(payload)
      return 'name' in back ? back.name : back.unknown
    }
    expect(name({ prompt: 'hi' })).toBe('beforeSubmitPrompt')
    expect(name({ tool: 'read_file', params: {} })).toBe('beforeMCPExecution')
    expect(name({ tool: 'read_file', result: null })).toBe('afterMCPExecution')
    expect(name({ file: '/a', changes: {} })).toBe('afterFileEdit')
    expect(name({ response: 'done' })).toBe('afterAgentResponse')
    expect(name({ reason: 'timeout' })).toBe('stop')
    expect(name({ colour: 'red' })).toMatch('none of the six')
    expect(name({ hook_event_name: 'BeforeLunch' })).toBe('"BeforeLunch" is not one of the six events of summary')
  })
  it('reads timeout as error, a missing reason as completed, and rejects others', () => {
    expect(summary.toEvent({ hook_event_name: 'Stop', reason: 'timeout' })).toMatchObject({
      input: { status: 'error' },
    })
    expect(summary.toEvent({ hook_event_name: 'Stop', reason: null })).toMatchObject({ input: { status: 'completed' } })
    expect(summary.toEvent({ hook_event_name: 'Stop', reason: 'bored' })).toEqual({
      unknown: 'stop has no reason "bored"',
    })
  })
  it('keeps the counts of an edit, so that they can be sent again', () => {
    const changes = { added: 12, removed: 5, modified: 3 }
    const back = summary.toEvent({ hook_event_name: 'AfterFileEdit', file: '/a', changes })
    expect(back).toMatchObject({ name: 'afterFileEdit', input: { file_path: '/a', edits: [] } })
    expect('input' in back && sent('afterFileEdit', back.input).changes).toEqual(changes)
  })
  it('gives back files, roots and results', () => {
    const payload = {
      prompt: 'hi',
      context: { files: [{ path: '/w/a', content: 'x' }], workspaceFolder: '/w' },
    }
    expect(summary.toEvent(payload)).toMatchObject({
      input: {
        prompt: 'hi',
        attachments: [{ type: 'file', file_path: '/w/a', content: 'x' }],
        workspace_roots: ['/w'],
      },
    })
    expect(summary.toEvent({ tool: 't', result: { success: true }, duration_ms: 45 })).toMatchObject({
      input: { tool_name: 't', result_json: '{"success":true}', duration: 45 },
    })
  })
})

describe('changed lines', () => {
  it.each([
    ['nothing', '', '', [0, 0, 0]],
    ['the same text', 'a\nb\n', 'a\nb\n', [0, 0, 0]],
    ['a new file', '', 'a\nb\n', [2, 0, 0]],
    ['a deleted file', 'a\nb\n', '', [0, 2, 0]],
    ['a line changed in place', 'a\nb\nc', 'a\nB\nc', [0, 0, 1]],
    ['two lines for one', 'a\nb\nc', 'a\nx\ny\nc', [1, 0, 1]],
    ['one line for three', 'b\nc\nd', 'x', [0, 2, 1]],
    ['a line added here and one removed there', 'a\nb\nc', 'x\na\nb', [1, 1, 0]],
    ['other line ends', 'a\r\nb\r\n', 'a\nb', [0, 0, 0]],
  ])('%s', (_, before, after, [added, removed, modified]) => {
    expect(lineChanges(before, after)).toEqual({ added, removed, modified })
  })
  it('a text too long to compare line by line counts as one hunk', () => {
    const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`).join('\n')
    expect(lineChanges(lines(3000, 'a'), lines(2000, 'b'))).toEqual({ added: 0, removed: 1000, modified: 2000 })
  })
})
