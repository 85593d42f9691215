/** The filters that log, listen, replay and record share. */
import type { LogFilter } from '@hookline/core/node'
import { quoted } from '../entry-text.ts'
import { UsageError } from '../flags.ts'
import { readEvent } from '../trigger/event-flags.ts'
import { readTime } from '../when.ts'

export const filterOptions = {
  failed: { type: 'boolean' },
  denied: { type: 'boolean' },
  asked: { type: 'boolean' },
  slow: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  event: { type: 'string' },
  entry: { type: 'string' },
  session: { type: 'string' },
  text: { type: 'string' },
  limit: { type: 'string' },
} as const

export const filterHelp = `  --failed              a hook failed, whatever became of the act
  --denied              the hooks said no, or the act was refused
  --asked               the hooks said ask
  --slow [ms]           took at least so long (default 1000)
  --since <time>        from then on: 30m, 1h, 2d, 14:00 or 2026-09-10T14:00
  --until <time>        before then
  --event <name>        of this event
  --entry <id|text>     a hook ran with this id, or with this text in its label
  --session <id>        of this conversation
  --text <text>         occurs anywhere in the record, capitals told apart`

export type FilterValues = {
  readonly [K in keyof typeof filterOptions]?: (typeof filterOptions)[K]['type'] extends 'boolean'
    ? boolean | undefined
    : string | undefined
}

const SLOW = '1000'

/** `--slow` may stand alone, which the argument reader of Node does not know. */
export const withSlow = (args: readonly string[]): readonly string[] =>
  args.map((arg, at) => (arg === '--slow' && /^-|^$/.test(args[at + 1] ?? '') ? `--slow=${SLOW}` : arg))

/** All that are given must hold. */
export function readFilter(values: FilterValues, command: string, now = new Date()): LogFilter {
  const { failed, denied, asked, slow, since, until, event, entry, session, text } = values
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
    ...(entry === undefined ? {} : { entry }),
    ...(session === undefined ? {} : { session }),
    ...(text === undefined ? {} : { text }),
  }
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
  throw new UsageError(`--${flag} ${JSON.stringify(text)} is no number${of === undefined ? '' : ` of ${of}`}`)
}

/** The same filters as a person would type them again. */
export function asTyped(values: FilterValues): string {
  const words = Object.keys(filterOptions).flatMap((name) => {
    const value = values[name as keyof FilterValues]
    if (value === undefined || value === false) return []
    return [value === true ? `--${name}` : `--${name} ${quoted(value)}`]
  })
  return words.map((word) => ` ${word}`).join('')
}

export const hasFilter = (values: FilterValues): boolean =>
  Object.keys(filterOptions).some((name) => values[name as keyof FilterValues] !== undefined)
