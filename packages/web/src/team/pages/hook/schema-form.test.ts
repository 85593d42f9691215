import { expect, test } from 'vitest'
import { fieldsOf, formatConfig, parseConfig, toList, withValue } from './schema-form.ts'

const schema = {
  type: 'object',
  properties: {
    level: { description: 'How strict.', enum: ['high', 'strict'], default: 'high' },
    shell: { type: 'boolean', default: true },
    paths: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
    on: { type: 'array', items: { enum: ['done', 'error'] } },
    maxMb: { type: 'number' },
    url: { type: 'string', default: '' },
    rules: { type: 'object', properties: { push: { enum: ['deny', 'allow'] } } },
    more: { type: 'array', items: { type: 'object' } },
  },
}

test('each parameter of a schema becomes a field of the fitting kind', () => {
  expect(fieldsOf(schema).map(({ name, kind, standard }) => [name, kind, standard])).toEqual([
    ['level', 'choice', 'high'],
    ['shell', 'choice', 'true'],
    ['paths', 'list', 'a, b'],
    ['on', 'list', ''],
    ['maxMb', 'number', ''],
    ['url', 'text', ''],
    ['rules', 'group', ''],
    ['more', 'other', ''],
  ])
  expect(fieldsOf(schema)[0]).toMatchObject({ doc: 'How strict.', options: ['"high"', '"strict"'] })
  expect(fieldsOf(schema)[6]?.fields).toMatchObject([{ name: 'push', options: ['"deny"', '"allow"'] }])
  expect(fieldsOf({})).toEqual([])
})

test('a value keeps its place, and without a value the default counts', () => {
  expect(Object.keys(withValue({ a: 1, b: 2 }, 'a', 3))).toEqual(['a', 'b'])
  expect(withValue({ a: 1 }, 'a', undefined)).toEqual({})
  expect(withValue({ rules: { x: 'deny' } }, 'rules', {})).toEqual({})
  expect(toList(' a \n\nb')).toEqual(['a', 'b'])
  expect(toList('\n')).toBeUndefined()
})

test('a text that is not a JSON object is no configuration', () => {
  expect([parseConfig(''), parseConfig('{"a":1}')]).toEqual([{}, { a: 1 }])
  expect([parseConfig('{'), parseConfig('[]'), parseConfig('1')]).toEqual([undefined, undefined, undefined])
  expect([formatConfig({}), formatConfig({ a: 1 })]).toEqual(['', '{\n  "a": 1\n}'])
})
