/** Reads a duration such as `30m`, `1h` or `2d` as milliseconds. */
import { UsageError } from '../flags.ts'

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
/** The longest duration, and what is wrong with a longer one. */
interface Longest {
  readonly ms: number
  readonly fault: string
}
const longestOff: Longest = {
  ms: 366 * units.d,
  fault: 'is more than a year. Leave --for out to keep the hook off until you enable it',
}

export function readDuration(text: string, longest = longestOff): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim()) ?? []
  // The expression matches only keys of `units`, or nothing.
  const ms = Number(count) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (count === '' || !(ms > 0))
    throw new UsageError(`${JSON.stringify(text)} is not a duration. Use for example 30m, 1h or 2d`)
  if (ms > longest.ms) throw new UsageError(`${text} ${longest.fault}`)
  return Math.round(ms)
}
