import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

it('a verdict after the size limit is still read', () => {
  const { end, stdout } = toRaw({ text: 'x'.repeat(2000), permission: 'deny' }, 1000)
  expect(end).toEqual({ kind: 'output-limit' })
  expect(stdout).toMatch(/^\{"permission":"deny"\}\n\{"text":"x/)
  expect(toRaw({ text: 'x'.repeat(2000), big: 1n, permission: 'deny' }, 1000).reply).toEqual({ permission: 'deny' })
})

it('an object with more than 64 levels is read as text, like a printed one', () => {
  let deep: object = {}
  for (let level = 0; level < 70; level++) deep = { deep }
  expect(toRaw({ permission: 'deny', deep })).not.toHaveProperty('reply')
})

const self: Record<string, unknown> = {}
self.self = self
let deepest: unknown = []
for (let level = 0; level < 200_000; level++) deepest = [deepest]
const fail = () => {
  throw new Error('mine')
}
const revoked = Proxy.revocable({}, {})
revoked.revoke()

describe('a value that cannot be written as JSON is a failure, and never an error', () => {
  it.each<[string, unknown]>([
    ['a BigInt', 1n],
    ['an object with a BigInt', { big: 1n }],
    ['an object that contains itself', self],
    ['an object with too many levels', { deepest }],
    ['a list with too many levels', deepest],
    ['a getter that throws', Object.defineProperty({}, 'x', { enumerable: true, get: fail })],
    ['a toJSON that throws', { toJSON: fail }],
    ['a Proxy that throws', new Proxy({}, { get: fail, ownKeys: fail, has: fail })],
    ['a revoked Proxy', revoked.proxy],
    ['a getter that throws a revoked Proxy', Object.defineProperty({}, 'x', { enumerable: true, get: throwRevoked })],
  ])('%s', (_, value) => {
    expect(toRaw(value, unlimited, 'printed')).toMatchObject({
      end: { kind: 'bad-reply', message: expect.stringMatching(/^returned a value that cannot be written as JSON: /) },
      stdout: '',
      stderr: 'printed',
    })
  })

  it.each<[string, object]>([
    ['a BigInt', { big: 1n }],
    ['itself', { self }],
    ['too many levels', { deepest }],
    ['a getter that throws', Object.defineProperty({}, 'x', { enumerable: true, get: fail })],
    ['a toJSON that throws', { toJSON: fail }],
    ['a revoked Proxy', { proxy: revoked.proxy }],
  ])('its readable fields are kept: beside %s', (_, odd) => {
    const value = Object.defineProperties(
      { permission: 'deny', user_message: 'no' },
      Object.getOwnPropertyDescriptors(odd),
    )
    expect(toRaw(value)).toMatchObject({
      end: { kind: 'bad-reply' },
      reply: { permission: 'deny', user_message: 'no' },
    })
  })

  it('a verdict is read even if the names of the fields are not readable', () => {
    const value = new Proxy({ permission: 'deny' }, { ownKeys: fail })
    expect(toRaw(value)).toMatchObject({ end: { kind: 'bad-reply' }, reply: { permission: 'deny' } })
  })
})

function throwRevoked() {
  throw revoked.proxy
}
