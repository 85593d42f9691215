/** Records as lines, one each: `#8f2c 14:21 cursor beforeShellExecution  guard.sh  exit 127 "…" → FAILED, SO ALLOWED`. */
import type { LogRecord } from '@hookline/core/node'
import { widest } from '../entry-text.ts'
import { clip, oneLine } from '../plain.ts'
import type { Style } from '../style.ts'
import { shortTime } from '../when.ts'
import { failureOf, hasFailed, hostOf, painted, purposeIn, saidIn, shortId, subjectOf, whoOf, wordOf } from './words.ts'

export interface Look {
  readonly style: Style
  readonly now: Date
  /** Of the terminal; absent: lines may be as long as they are. */
  readonly columns?: number
}

const MOST_WHAT = 72
const MOST_SAID = 100

export function listLines(records: readonly LogRecord[], look: Look): readonly string[] {
  const rows = records.map((record) => rowOf(record, look))
  const widths = (['time', 'host', 'event', 'who'] as const).map((name) =>
    widest(
      rows.map((row) => row[name]),
      40,
    ),
  )
  return rows.map((row) => lineOf(row, widths, look))
}

interface Row {
  readonly id: string
  readonly time: string
  readonly host: string
  readonly event: string
  readonly who: string
  readonly what: string
  readonly word: string
  /** ` (trial)`: after the word. */
  readonly purpose: string
  readonly said: string
}

function rowOf(record: LogRecord, { now }: Look): Row {
  return {
    id: shortId(record.id),
    time: shortTime(new Date(record.at), now),
    host: hostOf(record),
    event: oneLine(record.event),
    who: whoOf(record),
    what: whatOf(record),
    word: wordOf(record),
    purpose: purposeIn(record),
    said: saidBy(record),
  }
}

/** How it failed, where it did: what it was about is in the whole record. */
function whatOf(record: LogRecord): string {
  const failed = record.runs.find(hasFailed)
  return failed === undefined ? clip(subjectOf(record), MOST_WHAT) : failureOf(failed)
}

/** What a no or a question said; after a failure that is Hookline's own sentence, and known. */
function saidBy(record: LogRecord): string {
  if (record.verdict === 'allow' || record.because.rule.startsWith('failed')) return ''
  const said = saidIn(record)
  return said === undefined ? '' : `"${clip(oneLine(said), MOST_SAID)}"`
}

function lineOf(row: Row, [time = 0, host = 0, event = 0, who = 0]: readonly number[], look: Look): string {
  const { style } = look
  const head = `${row.id} ${row.time.padStart(time)} ${row.host.padEnd(host)} ${row.event.padEnd(event)}  ${row.who.padEnd(who)}`
  const word = `→ ${row.word}${row.purpose}`
  const room = (look.columns ?? Number.POSITIVE_INFINITY) - head.length - word.length - 3
  const what = clip(row.what, Math.max(16, room))
  const left = room - what.length - 1
  const said = row.said === '' || left < 16 ? '' : clip(row.said, left)
  const shown = `${style.cyan(row.id)}${head.slice(row.id.length)}`
  return `${shown}  ${what === '' ? '' : `${what} `}→ ${painted(row.word, style)}${row.purpose}${said === '' ? '' : ` ${said}`}`
}
