/** `30m`, `1h`, `2d`: how long, in milliseconds. */
import { UsageError } from '../flags.ts'

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
/** Longer is "until it is switched on again". */
const longest = 366 * units.d

export function durationMs(text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim()) ?? []
  const ms = Number(count) * (units[unit as keyof typeof units] ?? Number.NaN)
  if (count === '' || !(ms > 0)) throw new UsageError(`${JSON.stringify(text)} is no duration: write 30m, 1h or 2d`)
  if (ms > longest) throw new UsageError(`${text} is more than a year: leave --for out, and it is off until enabled`)
  return Math.round(ms)
}
