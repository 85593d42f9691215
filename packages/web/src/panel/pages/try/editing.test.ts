import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, test } from 'vitest'
import { completeFrom } from './completion.ts'
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
function offered(text: string, explicit = true): readonly string[] {
  const at = text.indexOf('|')
  const state = stateOf(text.replace('|', ''))
  const result = completeFrom(() => schema)(new CompletionContext(state, at, explicit))
  return result?.options.map(({ label }) => label) ?? []
}

function applied(text: string): string {
  const at = text.indexOf('|')
  const state = stateOf(text.replace('|', ''))
  const result = completeFrom(() => schema)(new CompletionContext(state, at, true))
  const [first] = result?.options ?? []
  const apply = typeof first?.apply === 'string' ? first.apply : (first?.label ?? '')
  return `${state.sliceDoc(0, result?.from)}${apply}${state.sliceDoc(result?.to ?? at)}`
}

describe('completion', () => {
  test('a name begun in quotes is offered the fields that are not there yet', () => {
    expect(offered('{ "cwd": "/", "|" }')).toEqual(['"command"', '"sandbox"', '"mode"', '"edits"', '"tool_input"'])
  })

  test('a bare word in an object is offered fields without asking, an empty place only when asked', () => {
    expect(offered('{ co| }', false)).toContain('"command"')
    expect(offered('{ | }', false)).toEqual([])
    expect(offered('{ | }')).toContain('"command"')
  })

  test('a name is put with its quotes and colon, and no second colon', () => {
    expect(applied('{ "c|" }')).toBe('{ "command":  }')
    expect(applied('{ "c|": 1 }')).toBe('{ "command": 1 }')
  })

  test('a value is offered what the schema lists, also where nothing stands yet', () => {
    expect(offered('{ "mode": "|" }')).toEqual(['"agent"', '"ask"', 'null'])
    expect(offered('{ "sandbox": | }')).toEqual(['true', 'false'])
    expect(applied('{ "mode": "x|" }')).toBe('{ "mode": "agent" }')
  })

  test('fields of an object in a list are its own', () => {
    expect(offered('{ "edits": [{ "old": "a", "|" }] }')).toEqual(['"new"'])
  })

  test('where the schema says nothing, nothing is offered', () => {
    expect(offered('{ "tool_input": { "|" } }')).toEqual([])
    expect(offered('{ "command": "|" }')).toEqual([])
  })
})

describe('findings', () => {
  const said = (text: string) =>
    findings(stateOf(text), schema).map(({ severity, message, from }) => ({ severity, message, from }))

  test('JSON that does not read is one error, at its place', () => {
    const [only, ...more] = said('{\n  "command": "a"\n  "cwd": "b"\n}')
    expect(more).toEqual([])
    expect(only?.severity).toBe('error')
    expect(only?.message).toMatch(/^Not JSON: .*\(line 3, column 3\)$/s)
  })

  test('a text that ends too early is marked at its end, an empty one too', () => {
    expect(said('{ "command": "a"')[0]?.message).toContain('(line 1, column 17)')
    expect(said('')[0]?.severity).toBe('error')
  })

  test('an unknown field is a warning on its name; in an object without a list it is not', () => {
    expect(said('{ "comand": "a", "tool_input": { "x": 1 } }')).toEqual([
      { severity: 'warning', message: expect.stringContaining('"comand"'), from: 2 },
    ])
  })

  test('a value that is not among the listed ones is a warning, null among them is not', () => {
    expect(said('{ "mode": "plan" }')[0]?.message).toBe('The event knows only "agent", "ask", null here.')
    expect(said('{ "mode": null, "sandbox": true }')).toEqual([])
  })
})
