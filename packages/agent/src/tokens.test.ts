import { expect, test } from 'vitest'
import { addTokens, costOf, createMeter } from './tokens.ts'

test('a sum of which a part is unknown is unknown', () => {
  expect(addTokens({ input_tokens: 1, output_tokens: 2 }, { input_tokens: 3 })).toEqual({ input_tokens: 4 })
})

test('nothing counted yet is no zero', () => {
  expect(addTokens(undefined, { output_tokens: 2 })).toEqual({ output_tokens: 2 })
  expect(createMeter(undefined).total()).toEqual({})
})

test('cached tokens are part of the input and have their own price', () => {
  const prices = { input: 10, output: 20, cacheRead: 1 }
  const tokens = { input_tokens: 1_000_000, output_tokens: 100_000, cache_read_tokens: 400_000 }
  expect(costOf(tokens, prices)).toBeCloseTo(6 + 0.4 + 2)
})

test('without prices, or without counts, nobody knows the cost', () => {
  expect(costOf({ input_tokens: 1, output_tokens: 1 }, undefined)).toBeUndefined()
  expect(costOf({ input_tokens: 1 }, { input: 1, output: 1 })).toBeUndefined()
})

test('what was taken is not taken again, and stays in the total', () => {
  const meter = createMeter({ input: 1, output: 1 })
  meter.add({ input_tokens: 1_000_000, output_tokens: 0 })
  expect(meter.take()).toEqual({ input_tokens: 1_000_000, output_tokens: 0, usd: 1 })
  meter.add({ input_tokens: 0, output_tokens: 1_000_000 })
  expect(meter.take()).toEqual({ input_tokens: 0, output_tokens: 1_000_000, usd: 1 })
  expect(meter.total()).toEqual({ input_tokens: 1_000_000, output_tokens: 1_000_000, usd: 2 })
})
