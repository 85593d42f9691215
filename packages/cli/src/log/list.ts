/** Records as lines, one each: `#8f2c 14:21 cursor beforeShellExecution  guard.sh  exit 127 "…" → FAILED, SO ALLOWED`. */
import type { LogRecord } from '@hookline/core/node'
import { widest } from '../text/entry-text.ts'
import { clip, oneLine } from '../text/plain.ts'
import type { Style } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import { failureOf, hasFailed, hostOf, nameOf, painted, shortId, subjectOf, whoOf, wordOf } from './record-text.ts'
import { findReason, remarksIn } from './remarks.ts'

export interface ListView {
  readonly style: Style
  readonly now: Date
  /** The width of the terminal. Absent: lines are not cut. */
  readonly columns?: number
}

const MAX_SUBJECT = 72
const MAX_MESSAGE = 100
const MIN_WHAT = 32

export function listLines(records: readonly LogRecord[], view: ListView): readonly string[] {
  const rows = records.map((record) => rowOf(record, view))
  const widths = (['time', 'host', 'event', 'who'] as const).map((name) =>
    widest(
      rows.map((row) => row[name]),
      40,
    ),
  )
  return rows.map((row) => lineOf(row, widths, view))
}

interface Row {
  readonly id: string
  readonly time: string
  readonly host: string
  readonly event: string
  readonly who: string
  readonly what: string
  readonly word: string
  /** ` (trial)`, ` (workspace not trusted)`: after the word. */
  readonly purpose: string
  readonly message: string
}

function rowOf(record: LogRecord, { now }: ListView): Row {
  return {
    id: shortId(record.id),
    time: shortTime(new Date(record.at), now),
    host: hostOf(record),
    event: oneLine(record.event),
    who: whoOf(record),
    what: whatOf(record),
    word: wordOf(record),
    purpose: remarksIn(record),
    message: messageOf(record),
  }
}

/** How a hook failed, or what the event is about. */
function whatOf(record: LogRecord): string {
  const failed = record.runs.find(hasFailed)
  if (failed === undefined) return clip(subjectOf(record), MAX_SUBJECT)
  const name = nameOf(failed.entry.label)
  // Another hook decided, so the failure needs the name of its own.
  return whoOf(record) === name ? failureOf(failed) : `${name}: ${failureOf(failed)}`
}

function messageOf(record: LogRecord): string {
  const message = findReason(record)
  return message === undefined ? '' : `"${clip(oneLine(message), MAX_MESSAGE)}"`
}

function lineOf(row: Row, [time = 0, host = 0, event = 0, who = 0]: readonly number[], view: ListView): string {
  const { style } = view
  const head = `${row.id} ${row.time.padStart(time)} ${row.host.padEnd(host)} ${row.event.padEnd(event)}  ${row.who.padEnd(who)}`
  const word = `→ ${row.word}${row.purpose}`
  const width = (view.columns ?? Number.POSITIVE_INFINITY) - head.length - word.length - 3
  // What it is about and why gets a line of its own if most of it would be cut.
  if (width < MIN_WHAT && row.what.length > width)
    return `${paintId(row.id, head, style)}\n  ${endOf(row, (view.columns ?? 80) - word.length - 3, style)}`
  return `${paintId(row.id, head, style)}  ${endOf(row, width, style)}`
}

const paintId = (id: string, head: string, style: Style): string => `${style.cyan(id)}${head.slice(id.length)}`

/** What the event is about, the decision and its message, as far as there are columns for it. */
function endOf(row: Row, width: number, style: Style): string {
  const what = clip(row.what, Math.max(16, width))
  const left = width - what.length - 1
  const message = row.message === '' || left < 16 ? '' : clip(row.message, left)
  return `${what === '' ? '' : `${what} `}→ ${painted(row.word, style)}${row.purpose}${message === '' ? '' : ` ${message}`}`
}
