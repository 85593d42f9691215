/** Times as people write and read them: `1h`, `14:00`, `2026-09-10`; the local clock, the date only where it is another day. */
import { UsageError } from '../flags.ts'

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** A duration counts back from now; a time without a date is the last time the clock showed it. */
export function readTime(flag: string, text: string, now: Date): Date {
  const [, count, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text.trim()) ?? []
  // The pattern allows only these units.
  if (count !== undefined) return new Date(now.getTime() - Number(count) * units[unit as keyof typeof units])
  const date = clockTime(text.trim(), now) ?? calendarTime(text.trim())
  if (date !== undefined && !Number.isNaN(date.getTime())) return date
  throw new UsageError(`--${flag} ${JSON.stringify(text)} is not a time. Use 30m, 1h, 2d, 14:00 or 2026-09-10T14:00`)
}

function clockTime(text: string, now: Date): Date | undefined {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const date = new Date(now)
  date.setHours(Number(hours), Number(minutes), Number(seconds), 0)
  if (date > now) date.setDate(date.getDate() - 1)
  return date
}

/** A date alone is the beginning of that day here, and not in Greenwich. */
function calendarTime(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d([T ]|$)/.test(text)) return undefined
  return new Date(text.length === 10 ? `${text}T00:00` : text)
}

const two = (number: number): string => String(number).padStart(2, '0')
const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
const clockOf = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}`
export const secondsOf = (date: Date): string => `${clockOf(date)}:${two(date.getSeconds())}`
export const wholeTime = (date: Date): string => `${dayOf(date)} ${secondsOf(date)}`

/** `14:21`, and `09-10 14:21` on another day. */
export function shortTime(date: Date, now: Date): string {
  const day = dayOf(date)
  if (day === dayOf(now)) return clockOf(date)
  return `${date.getFullYear() === now.getFullYear() ? day.slice(5) : day} ${clockOf(date)}`
}

/** A text with every ISO time in it as `shortTime`. Records and servers write ISO; people read their own clock. */
export const withShortTimes = (text: string, now = new Date()): string =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (at) => shortTime(new Date(at), now))

/** `just now`, `3 minutes ago`, `2 days ago`. A time that is not over yet is just now: clocks differ. */
export function agoText(date: Date, now: Date): string {
  const passed = now.getTime() - date.getTime()
  const found = Object.entries({ day: units.d, hour: units.h, minute: units.m }).find(([, size]) => passed >= size)
  if (found === undefined) return 'just now'
  const [name, size] = found
  const count = Math.floor(passed / size)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
