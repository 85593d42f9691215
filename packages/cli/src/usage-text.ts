/** Formats the cost of a model request in one line. */
import type { Usage } from '@hookline/core/node'
import { oneLine } from './plain.ts'

/** `local:judge · 812 in, 21 out · $0.0009` */
export function usageText({ model, inputTokens, outputTokens, usd, cached }: Usage): string {
  const tokens =
    inputTokens === undefined && outputTokens === undefined
      ? []
      : [`${shown(inputTokens)} in, ${shown(outputTokens)} out`]
  const cost = usd === undefined ? (cached ? [] : ['cost unknown: no prices are configured']) : [dollars(usd)]
  return [oneLine(model), ...(cached ? ['cached'] : tokens), ...cost].join(' · ')
}

const shown = (count: number | undefined): string => (count === undefined ? '?' : `${count}`)

/** Two significant digits for amounts below a cent. */
export const dollars = (usd: number): string =>
  `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : Number(usd.toPrecision(2)).toFixed(8).replace(/0+$/, '')}`
