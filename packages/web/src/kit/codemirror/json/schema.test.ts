import { describe, expect, test } from 'vitest'
import { fieldsOf, hasFieldList, isClosed, schemasAt, valuesOf } from './schema.ts'

const schema = {
  type: 'object',
  properties: {
    command: { type: 'string', description: 'The whole command.' },
    mode: { anyOf: [{ type: 'string', enum: ['agent', 'ask'] }, { type: 'null' }] },
    free: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    edits: { type: 'array', items: { type: 'object', properties: { old: { type: 'string' } }, required: ['old'] } },
    tool_input: { type: 'object' },
    sandbox: { type: 'boolean' },
  },
  required: ['command'],
}

describe('a path in a schema', () => {
  test('the root has every field with its type, description and whether it is required', () => {
    const fields = fieldsOf(schemasAt(schema, []))
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(schema.properties))
    expect(fields[0]).toEqual({ name: 'command', doc: 'The whole command.', type: 'string', required: true })
    expect(fields[1]?.type).toBe('string or null')
  })

  test('all items of a list have the same schema', () => {
    expect(fieldsOf(schemasAt(schema, ['edits', 0])).map(({ name }) => name)).toEqual(['old'])
  })

  test('values are listed from every alternative', () => {
    expect(valuesOf(schemasAt(schema, ['mode']))).toEqual(['"agent"', '"ask"', 'null'])
    expect(valuesOf(schemasAt(schema, ['sandbox']))).toEqual(['true', 'false'])
  })

  test('a path is closed only if every alternative is listed', () => {
    expect(isClosed(schemasAt(schema, ['mode']))).toBe(true)
    expect(isClosed(schemasAt(schema, ['free']))).toBe(false)
    expect(isClosed(schemasAt(schema, ['not there']))).toBe(false)
  })

  test('an object without a field list allows any field', () => {
    expect(hasFieldList(schemasAt(schema, []))).toBe(true)
    expect(hasFieldList(schemasAt(schema, ['tool_input']))).toBe(false)
  })
})
