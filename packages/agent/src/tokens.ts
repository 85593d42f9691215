/** Token counts as the provider reported them, and what they cost. What nobody reported stays absent. */
import type { StopFacts, Tokens } from '@hookline/core/node'
import type { Prices } from '@hookline/models'
import type { LanguageModelUsage } from 'ai'

const names = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const

export function tokensOf(usage: LanguageModelUsage): Tokens {
  return known({
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.inputTokenDetails.cacheReadTokens,
    cache_write_tokens: usage.inputTokenDetails.cacheWriteTokens,
  })
}

/** A sum of which one part is unknown is unknown. `undefined`: nothing was counted yet. */
export function addTokens(sum: Tokens | undefined, more: Tokens): Tokens {
  if (sum === undefined) return more
  return known(Object.fromEntries(names.map((name) => [name, plus(sum[name], more[name])])))
}

/** Undefined where a price or a count is missing: no invented number. */
export function costOf(tokens: Tokens, prices: Prices | undefined): number | undefined {
  const {
    input_tokens: input,
    output_tokens: output,
    cache_read_tokens: read = 0,
    cache_write_tokens: write = 0,
  } = tokens
  if (prices === undefined || input === undefined || output === undefined) return undefined
  const { cacheRead = prices.input, cacheWrite = prices.input } = prices
  const plain = Math.max(0, input - read - write)
  return (plain * prices.input + read * cacheRead + write * cacheWrite + output * prices.output) / 1_000_000
}

/** Over all calls of a conversation, those of its subagents too. */
export interface Meter {
  add(tokens: Tokens): void
  /** Since it was last taken. */
  take(): StopFacts
  total(): StopFacts
}
export function createMeter(prices: Prices | undefined): Meter {
  let total: Tokens | undefined
  let since: Tokens | undefined
  const facts = (tokens: Tokens = {}): StopFacts => {
    const usd = costOf(tokens, prices)
    return usd === undefined ? tokens : { ...tokens, usd }
  }
  return {
    add(tokens) {
      total = addTokens(total, tokens)
      since = addTokens(since, tokens)
    },
    take() {
      const taken = facts(since)
      since = undefined
      return taken
    },
    total: () => facts(total),
  }
}

const plus = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other

const known = (counts: { readonly [N in (typeof names)[number]]?: number | undefined }): Tokens =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined))
