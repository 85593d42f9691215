import { describe, expect, test } from 'vitest'
import { fieldsOf, isClosed, namesItsFields, schemasAt, valuesOf } from './schema.ts'

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

describe('a place in a schema', () => {
  test('the top has every field, with its type, words and whether it must be there', () => {
    const fields = fieldsOf(schemasAt(schema, []))
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(schema.properties))
    expect(fields[0]).toEqual({ name: 'command', doc: 'The whole command.', type: 'string', required: true })
    expect(fields[1]?.type).toBe('string or null')
  })

  test('an item of a list is described alike wherever it stands', () => {
    expect(fieldsOf(schemasAt(schema, ['edits', 0])).map(({ name }) => name)).toEqual(['old'])
  })

  test('values are listed from every alternative', () => {
    expect(valuesOf(schemasAt(schema, ['mode']))).toEqual(['"agent"', '"ask"', 'null'])
    expect(valuesOf(schemasAt(schema, ['sandbox']))).toEqual(['true', 'false'])
  })

  test('only a place where every alternative is listed is closed', () => {
    expect(isClosed(schemasAt(schema, ['mode']))).toBe(true)
    expect(isClosed(schemasAt(schema, ['free']))).toBe(false)
    expect(isClosed(schemasAt(schema, ['not there']))).toBe(false)
  })

  test('an object without a list of fields takes any', () => {
    expect(namesItsFields(schemasAt(schema, []))).toBe(true)
    expect(namesItsFields(schemasAt(schema, ['tool_input']))).toBe(false)
  })
})
