/** Token counts as the provider reported them, and their cost. A count that the provider did not report stays absent. */
import type { StopFacts, Tokens } from '@hookline/core/node'
import type { Prices } from '@hookline/models'
import type { LanguageModelUsage } from 'ai'

const countNames = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const

export function readTokens(usage: LanguageModelUsage): Tokens {
  return omitUndefined({
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.inputTokenDetails.cacheReadTokens,
    cache_write_tokens: usage.inputTokenDetails.cacheWriteTokens,
  })
}

/** A sum is absent if one of its parts is. A `sum` of undefined means that nothing has been counted yet. */
export function addTokens(sum: Tokens | undefined, tokens: Tokens): Tokens {
  if (sum === undefined) return tokens
  return omitUndefined(Object.fromEntries(countNames.map((name) => [name, addCounts(sum[name], tokens[name])])))
}

/** Returns undefined if a price or a count is missing, instead of a guess. */
export function computeCost(tokens: Tokens, prices: Prices | undefined): number | undefined {
  const {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: read = 0,
    cache_write_tokens: write = 0,
  } = tokens
  if (prices === undefined || input === undefined || output === undefined) return undefined
  const { cacheRead = prices.input, cacheWrite = prices.input } = prices
  const uncached = Math.max(0, input - read - write)
  return (uncached * prices.input + read * cacheRead + write * cacheWrite + output * prices.output) / 1_000_000
}

/** Adds up the tokens of all model calls of a conversation, including those of its subagents. */
export interface Meter {
  add(tokens: Tokens): void
  /** Returns the tokens added since the last call of `take`. */
  take(): StopFacts
  total(): StopFacts
}
export function createMeter(prices: Prices | undefined): Meter {
  let total: Tokens | undefined
  let sinceTake: Tokens | undefined
  const withCost = (tokens: Tokens = {}): StopFacts => {
    const usd = computeCost(tokens, prices)
    return usd === undefined ? tokens : { ...tokens, usd }
  }
  return {
    add(tokens) {
      total = addTokens(total, tokens)
      sinceTake = addTokens(sinceTake, tokens)
    },
    take() {
      const taken = withCost(sinceTake)
      sinceTake = undefined
      return taken
    },
    total: () => withCost(total),
  }
}

const addCounts = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? undefined : left + right

const omitUndefined = (counts: { readonly [N in (typeof countNames)[number]]?: number | undefined }): Tokens =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined))
