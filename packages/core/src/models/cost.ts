/** Computes the cost of tokens from configured prices. Without prices the cost is unknown. Pure. */
import type { Prices } from './settings.ts'

/** Token counts as an endpoint reports them: `input` includes tokens read from and written to the cache. */
export interface Tokens {
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** The cost in USD, or undefined if the prices or the tokens are not known. */
export function costOf(tokens: Tokens, prices: Prices | undefined): number | undefined {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = tokens
  if (prices === undefined || input === undefined || output === undefined) return undefined
  const plain = Math.max(0, input - cacheRead - cacheWrite) * prices.input
  const cached = cacheRead * (prices.cacheRead ?? prices.input) + cacheWrite * (prices.cacheWrite ?? prices.input)
  return (plain + cached + output * prices.output) / 1_000_000
}
