/** The filters that log, listen, replay and record share. */
import { type LogFilter, purposes } from '@hookline/core/node'
import { UsageError } from '../flags.ts'
import { quoted } from '../text/entry-text.ts'
import { readTime } from '../text/when.ts'
import { readEvent } from '../trigger/event-flags.ts'

export const filterOptions = {
  failed: { type: 'boolean' },
  denied: { type: 'boolean' },
  asked: { type: 'boolean' },
  slow: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  event: { type: 'string' },
  purpose: { type: 'string' },
  entry: { type: 'string' },
  session: { type: 'string' },
  text: { type: 'string' },
  limit: { type: 'string' },
} as const

export const filterHelp = `  --failed              only events with a failed hook
  --denied              only denied events
  --asked               only events for which a hook asked
  --slow [ms]           only events that took at least so long (default 1000)
  --since <time>        since then: 30m, 1h, 2d, 14:00 or 2026-09-10T14:00
  --until <time>        before then
  --event <name>        only this event
  --purpose <word>      act: only acts of agents; proof, trial: only invented
                        events
  --entry <id|text>     only with a hook of this id, or with this text in its
                        label
  --session <id>        only this conversation
  --text <text>         only records that contain the text; case-sensitive`

export type FilterValues = {
  readonly [K in keyof typeof filterOptions]?: (typeof filterOptions)[K]['type'] extends 'boolean'
    ? boolean | undefined
    : string | undefined
}

const SLOW = '1000'

/** `--slow` works without a value, which Node's argument parser does not support. */
export const withSlow = (args: readonly string[]): readonly string[] =>
  args.map((arg, at) => (arg === '--slow' && /^-|^$/.test(args[at + 1] ?? '') ? `--slow=${SLOW}` : arg))

/** A record must match all filters. */
export function readFilter(values: FilterValues, command: string, now = new Date()): LogFilter {
  const { failed, denied, asked, slow, since, until, event, purpose, entry, session, text } = values
  for (const [name, value] of Object.entries({ entry, session, text }))
    if (value === '') throw new UsageError(`--${name} is empty`)
  return {
    ...(failed === true ? { failed } : {}),
    ...(denied === true ? { denied } : {}),
    ...(asked === true ? { asked } : {}),
    ...(slow === undefined ? {} : { slowMs: numberOf('slow', slow, 'milliseconds') }),
    ...(since === undefined ? {} : { since: readTime('since', since, now) }),
    ...(until === undefined ? {} : { until: readTime('until', until, now) }),
    ...(event === undefined ? {} : { event: readEvent(event, command) }),
    ...(purpose === undefined ? {} : { purpose: readPurpose(purpose) }),
    ...(entry === undefined ? {} : { entry }),
    ...(session === undefined ? {} : { session }),
    ...(text === undefined ? {} : { text }),
  }
}

const words = ['act', ...purposes] as const

function readPurpose(text: string): (typeof words)[number] {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new UsageError(`--purpose ${JSON.stringify(text)} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
}

export function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const limit = numberOf('limit', text)
  if (limit >= 1 && Number.isInteger(limit)) return limit
  throw new UsageError(`--limit ${JSON.stringify(text)} must be a whole number from 1 on`)
}

function numberOf(flag: string, text: string, of?: string): number {
  const number = /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isNaN(number)) return number
  throw new UsageError(`--${flag} ${JSON.stringify(text)} is not a number${of === undefined ? '' : ` of ${of}`}`)
}

/** The filters as they would be typed again. */
export function asTyped(values: FilterValues): string {
  const words = Object.keys(filterOptions).flatMap((name) => {
    // The keys of the options are the keys of the values.
    const value = values[name as keyof FilterValues]
    if (value === undefined || value === false) return []
    return [value === true ? `--${name}` : `--${name} ${quoted(value)}`]
  })
  return words.map((word) => ` ${word}`).join('')
}

export const hasFilter = (values: FilterValues): boolean =>
  // The keys of the options are the keys of the values.
  Object.keys(filterOptions).some((name) => values[name as keyof FilterValues] !== undefined)
