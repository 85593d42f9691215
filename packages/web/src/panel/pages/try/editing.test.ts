import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { completeFrom } from '../../../kit/codemirror/json/completion.ts'
import { findings } from './lint.ts'

const schema = {
  type: 'object',
  properties: {
    command: { type: 'string' },
    cwd: { type: 'string' },
    sandbox: { type: 'boolean' },
    mode: { anyOf: [{ type: 'string', enum: ['agent', 'ask'] }, { type: 'null' }] },
    edits: {
      type: 'array',
      items: { type: 'object', properties: { old: { type: 'string' }, new: { type: 'string' } } },
    },
    tool_input: { type: 'object' },
  },
}

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [json()] })

/** `|` is the cursor. */
function complete(text: string, explicit = true): readonly string[] {
  const at = text.indexOf('|')
  const state = stateOf(text.replace('|', ''))
  const result = completeFrom(() => schema)(new CompletionContext(state, at, explicit))
  return result?.options.map(({ label }) => label) ?? []
}

function applyFirst(text: string): string {
  const at = text.indexOf('|')
  const state = stateOf(text.replace('|', ''))
  const result = completeFrom(() => schema)(new CompletionContext(state, at, true))
  const [first] = result?.options ?? []
  const apply = typeof first?.apply === 'string' ? first.apply : (first?.label ?? '')
  return `${state.sliceDoc(0, result?.from)}${apply}${state.sliceDoc(result?.to ?? at)}`
}

describe('completion', () => {
  test('a quoted name is completed with the fields that are still missing', () => {
    expect(complete('{ "cwd": "/", "|" }')).toEqual(['"command"', '"sandbox"', '"mode"', '"edits"', '"tool_input"'])
  })

  test('a bare word is completed while typing, an empty position only on request', () => {
    expect(complete('{ co| }', false)).toContain('"command"')
    expect(complete('{ | }', false)).toEqual([])
    expect(complete('{ | }')).toContain('"command"')
  })

  test('a completed name has quotes and exactly one colon', () => {
    expect(applyFirst('{ "c|" }')).toBe('{ "command":  }')
    expect(applyFirst('{ "c|": 1 }')).toBe('{ "command": 1 }')
  })

  test('a value is completed from the schema, even if it is empty', () => {
    expect(complete('{ "mode": "|" }')).toEqual(['"agent"', '"ask"', 'null'])
    expect(complete('{ "sandbox": | }')).toEqual(['true', 'false'])
    expect(applyFirst('{ "mode": "x|" }')).toBe('{ "mode": "agent" }')
  })

  test('an object in a list has its own fields', () => {
    expect(complete('{ "edits": [{ "old": "a", "|" }] }')).toEqual(['"new"'])
  })

  test('nothing is offered where the schema has no list', () => {
    expect(complete('{ "tool_input": { "|" } }')).toEqual([])
    expect(complete('{ "command": "|" }')).toEqual([])
  })
})

describe('findings', () => {
  const lint = (text: string) =>
    findings(stateOf(text), schema).map(({ severity, message, from }) => ({ severity, message, from }))

  test('invalid JSON is one error at its position', () => {
    const [only, ...more] = lint('{\n  "command": "a"\n  "cwd": "b"\n}')
    expect(more).toEqual([])
    expect(only?.severity).toBe('error')
    expect(only?.message).toMatch(/^Not JSON: .*\(line 3, column 3\)$/s)
  })

  test('a text that ends too early, or is empty, is marked at its end', () => {
    expect(lint('{ "command": "a"')[0]?.message).toContain('(line 1, column 17)')
    expect(lint('')[0]?.severity).toBe('error')
  })

  test('an unknown field is a warning on its name, except in an object without a field list', () => {
    expect(lint('{ "comand": "a", "tool_input": { "x": 1 } }')).toEqual([
      { severity: 'warning', message: expect.stringContaining('"comand"'), from: 2 },
    ])
  })

  test('a value that is not listed is a warning, and a listed null is not', () => {
    expect(lint('{ "mode": "plan" }')[0]?.message).toBe(
      'The schema of the event allows only "agent", "ask", null here.',
    )
    expect(lint('{ "mode": null, "sandbox": true }')).toEqual([])
  })
})
