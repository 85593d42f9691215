import { expect, test } from 'vitest'
import { addTokens, computeCost, createMeter } from './tokens.ts'

test('a sum is absent if one of its parts is', () => {
  expect(addTokens({ input_tokens: 1, output_tokens: 2 }, { input_tokens: 3 })).toEqual({ input_tokens: 4 })
})

test('counts are absent, not zero, before the first call', () => {
  expect(addTokens(undefined, { output_tokens: 2 })).toEqual({ output_tokens: 2 })
  expect(createMeter(undefined).total()).toEqual({})
})

test('cached tokens are part of the input and have their own price', () => {
  const prices = { input: 10, output: 20, cacheRead: 1 }
  const tokens = { input_tokens: 1_000_000, output_tokens: 100_000, cache_read_tokens: 400_000 }
  expect(computeCost(tokens, prices)).toBeCloseTo(6 + 0.4 + 2)
})

test('the cost is undefined without prices or without counts', () => {
  expect(computeCost({ input_tokens: 1, output_tokens: 1 }, undefined)).toBeUndefined()
  expect(computeCost({ input_tokens: 1 }, { input: 1, output: 1 })).toBeUndefined()
})

test('take returns only new tokens, and total returns all of them', () => {
  const meter = createMeter({ input: 1, output: 1 })
  meter.add({ input_tokens: 1_000_000, output_tokens: 0 })
  expect(meter.take()).toEqual({ input_tokens: 1_000_000, output_tokens: 0, usd: 1 })
  meter.add({ input_tokens: 0, output_tokens: 1_000_000 })
  expect(meter.take()).toEqual({ input_tokens: 0, output_tokens: 1_000_000, usd: 1 })
  expect(meter.total()).toEqual({ input_tokens: 1_000_000, output_tokens: 1_000_000, usd: 2 })
})
