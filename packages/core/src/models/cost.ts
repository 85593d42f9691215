/** What tokens cost at configured prices. Pure; without prices nobody knows. */
import type { Prices } from './settings.ts'

/** As an endpoint counts them: `input` holds what came from and went to the cache too. */
export interface Tokens {
  readonly input?: number | undefined
  readonly output?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
}

/** In USD; undefined where the prices or the tokens are not known. */
export function costOf(tokens: Tokens, prices: Prices | undefined): number | undefined {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = tokens
  if (prices === undefined || input === undefined || output === undefined) return undefined
  const plain = Math.max(0, input - cacheRead - cacheWrite) * prices.input
  const cached = cacheRead * (prices.cacheRead ?? prices.input) + cacheWrite * (prices.cacheWrite ?? prices.input)
  return (plain + cached + output * prices.output) / 1_000_000
}
