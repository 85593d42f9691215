import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObject } from '../schema.ts'
import { copyObject, toRaw } from './returned.ts'

const unlimited = Number.POSITIVE_INFINITY

it('an object is copied exactly as a round trip through JSON text would copy it', () => {
  const values = fc.object({
    withDate: true,
    withNullPrototype: true,
    withSparseArray: true,
    values: [fc.anything({ maxDepth: 0 }), fc.constantFrom(undefined, Number.NaN, () => 1, Symbol('s'))],
    key: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor')),
  })
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value)
      const parsed: unknown = text === undefined ? undefined : JSON.parse(text)
      expect(copyObject(value, unlimited)).toEqual(isObject(parsed) ? parsed : undefined)
    }),
  )
})

it('an object is handed over as an object, and nothing is printed', () => {
  expect(toRaw({ permission: 'deny' })).toEqual({
    end: { kind: 'exit', code: 0 },
    reply: { permission: 'deny' },
    stdout: '',
    stderr: '',
  })
})

it('a later change of the returned object does not reach the engine', () => {
  const returned = { permission: 'deny', nested: { list: [1] } }
  const { reply } = toRaw(returned)
  returned.permission = 'allow'
  returned.nested.list.push(2)
  expect(reply).toEqual({ permission: 'deny', nested: { list: [1] } })
})

it.each([
  [null, 'null'],
  [5, '5'],
  ['deny', '"deny"'],
  [[1], '[1]'],
  [() => 1, 'null'],
])('a value that is not an object is read as text: %s', (value, stdout) => {
  expect(toRaw(value)).toMatchObject({ end: { kind: 'exit', code: 0 }, stdout })
  expect(toRaw(value)).not.toHaveProperty('reply')
})

it('an object over the size limit is cut off, and its beginning is read as text', () => {
  const raw = toRaw({ permission: 'deny', text: 'x'.repeat(100) }, 50)
  expect(raw).toMatchObject({ end: { kind: 'output-limit' }, stdout: expect.stringMatching(/^\{"permission":"deny"/) })
  expect(raw.stdout).toHaveLength(50)
})

it('an object with more than 64 levels is read as text, like a printed one', () => {
  let deep: object = {}
  for (let level = 0; level < 70; level++) deep = { deep }
  expect(toRaw({ permission: 'deny', deep })).not.toHaveProperty('reply')
})

it('an object that contains itself, and a BigInt, throw', () => {
  const self: Record<string, unknown> = {}
  self.self = self
  expect(() => toRaw(self)).toThrow(/circular/i)
  expect(() => toRaw({ big: 1n })).toThrow(/BigInt/)
})
