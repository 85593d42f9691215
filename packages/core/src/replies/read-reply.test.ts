import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../testing/wait-until.ts'
import { readReply } from './read-reply.ts'

const read = (text: string) => readReply(text, false)

describe('a reply', () => {
  test('is the whole text', () => {
    expect(read(' {"permission":"deny"}\n')).toEqual({ kind: 'object', value: { permission: 'deny' }, noise: '' })
  })
  test('is the object at the end of the text, after log output', () => {
    expect(read('loading {x}\nsaid "hi\n{"a":"}{","b":{"c":[1]}}')).toMatchObject({
      kind: 'object',
      value: { a: '}{', b: { c: [1] } },
      noise: 'loading {x}\nsaid "hi',
    })
  })
  test('is not an object followed by text', () => {
    expect(read('{"permission":"deny"} done')).toMatchObject({ kind: 'unreadable', code: 'bad-json' })
  })
  test('can be blank', () => {
    expect(read(' \n\t')).toEqual({ kind: 'blank' })
  })
  test.each(['[]', '"deny"', 'null', 'true', '1', 'text', '{', '}', '"}', '\\"}'])('%s is unreadable', (text) => {
    expect(read(text)).toMatchObject({ kind: 'unreadable', code: 'bad-json' })
  })
  test('with a repeated key is unreadable, in any spelling of the key', () => {
    expect(read('{"permission":"deny","permission":"allow"}')).toMatchObject({ kind: 'unreadable' })
    expect(read('{"a":1,"\\u0061":2}')).toMatchObject({ kind: 'unreadable' })
    expect(read('{"a":{"b":1},"c":{"b":1}}')).toMatchObject({ kind: 'object' })
  })
  test('may have 64 levels, not 65', () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`
    expect(read(nested(64)).kind).toBe('object')
    expect(read(nested(65)).kind).toBe('unreadable')
  })
  test('may have a key __proto__, which is an ordinary key', () => {
    const reading = read('{"__proto__":{"permission":"allow"}}')
    expect(reading.kind === 'object' && reading.value.permission).toBeUndefined()
  })
  test('with bytes that are not UTF-8 is unreadable', () => {
    expect(readReply('{"permission":"allow"}', true)).toMatchObject({ kind: 'unreadable', code: 'encoding' })
  })
})

test('any object is found after any text on the lines before it', () => {
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (noise, value) => {
      const json = JSON.stringify(value)
      const reading = read(`${noise}\n${json}`)
      expect(reading.kind === 'object' ? JSON.stringify(reading.value) : reading).toBe(json)
    }),
    { numRuns: 1000 },
  )
})

test('a mebibyte of any text is read in linear time', async () => {
  for (const piece of ['{', '}', '{"', '"}', '\\"', '{}', '[{', '{"a":']) {
    const full = piece.repeat(Math.floor(2 ** 20 / piece.length))
    // A quadratic reader would need minutes, so this bound is enough to distinguish the two.
    expect(await processorMs(() => read(`${full}}`))).toBeLessThan(5_000)
  }
})
