/** Formats the cost of a model request in one line. */
import type { Usage } from '@hookline/core/node'
import { counted } from './entry-text.ts'
import { oneLine } from './plain.ts'

/** `local:judge · 812 in, 21 out · $0.0009 · 3 rounds, 4 reads, ran "npm test"` */
export function usageText(usage: Usage): string {
  const { model, inputTokens, outputTokens, usd, cached } = usage
  const tokens =
    inputTokens === undefined && outputTokens === undefined
      ? []
      : [`${shown(inputTokens)} in, ${shown(outputTokens)} out`]
  const cost = usd === undefined ? (cached ? [] : ['cost unknown: no prices are configured']) : [dollars(usd)]
  return [oneLine(model), ...(cached ? ['cached'] : tokens), ...cost, ...describeVerify(usage)].join(' · ')
}

/** What the model of a hook with `verify` did before it answered. */
function describeVerify({ rounds, reads = 0, commands = [] }: Usage): readonly string[] {
  if (rounds === undefined) return []
  const ran = commands.length === 0 ? [] : [`ran ${commands.map((one) => JSON.stringify(oneLine(one))).join(', ')}`]
  return [[counted(rounds, 'round'), ...(reads === 0 ? [] : [counted(reads, 'read')]), ...ran].join(', ')]
}

const shown = (count: number | undefined): string => (count === undefined ? '?' : `${count}`)

/** Two significant digits for amounts below a cent. */
export const dollars = (usd: number): string =>
  `$${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : Number(usd.toPrecision(2)).toFixed(8).replace(/0+$/, '')}`
