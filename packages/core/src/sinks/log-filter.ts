/** Filters records of the log. Pure. */
import type { LogRecord, Purpose } from './log-record.ts'

/** A record matches if it satisfies all given conditions. */
export interface LogFilter {
  /** At least one run failed. */
  readonly failed?: boolean
  /** The hooks denied, or the action was refused. */
  readonly denied?: boolean
  /** The hooks asked, with any answer. */
  readonly asked?: boolean
  /** The event took at least this long. */
  readonly slowMs?: number
  readonly event?: string
  /** `act`: an act of an agent, so neither a proof nor a trial. */
  readonly purpose?: 'act' | Purpose
  /** The id of an entry that ran, or a part of its label. */
  readonly entry?: string
  readonly session?: string
  /** The event began at this time or later. */
  readonly since?: Date
  /** The event began before this time. */
  readonly until?: Date
  /** The text occurs anywhere in the record. Case-sensitive. */
  readonly text?: string
  readonly id?: string
}

export const isDenied = (record: LogRecord): boolean => record.verdict === 'deny' || record.kind === 'refuse'

const askingRules: ReadonlySet<string> = new Set(['asked', 'nobody-to-ask'])

/** Whether the hooks asked. A refused question has the verdict `deny`, but its rule shows that it was a question. */
export const isAsked = ({ verdict, because }: Pick<LogRecord, 'verdict'> & { because: { rule: string } }): boolean =>
  verdict === 'ask' || askingRules.has(because.rule)

/** `text` is searched in the record's JSON. A caller that already has the JSON can pass it. */
export function matches(record: LogRecord, filter: LogFilter, json?: string): boolean {
  const { failed, denied, asked, slowMs, event, purpose, entry, session, id, text } = filter
  if (failed === true && record.failures === 0) return false
  if (denied === true && !isDenied(record)) return false
  if (asked === true && !isAsked(record)) return false
  if (slowMs !== undefined && record.durationMs < slowMs) return false
  if (event !== undefined && record.event !== event) return false
  if (purpose !== undefined && (record.purpose ?? 'act') !== purpose) return false
  if (session !== undefined && record.sessionId !== session) return false
  if (id !== undefined && record.id !== id) return false
  if (!isWithin(record, filter)) return false
  if (entry !== undefined && !record.runs.some((run) => run.entry.id === entry || run.entry.label.includes(entry)))
    return false
  return text === undefined || (json ?? JSON.stringify(record)).includes(inJson(text))
}

export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

function isWithin(record: LogRecord, { since, until }: LogFilter): boolean {
  if (since === undefined && until === undefined) return true
  const at = Date.parse(record.at)
  return (since === undefined || at >= since.getTime()) && (until === undefined || at < until.getTime())
}
