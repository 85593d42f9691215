/** A record as a line of Now. */
import type { Entry, LogRecord, LogRun } from '@hookline/core/node'
import type { Row, Tone } from '@hookline/web/wire'
import { hasFailed, hostOf, subjectOf, whoOf, wordOf } from '../log/words.ts'
import { clip, oneLine } from '../plain.ts'

const LONGEST_SUBJECT = 400

export interface RowFacts {
  /** Today's entries, by id: the log does not keep their timeouts. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly marked: ReadonlySet<string>
}

export function rowOf(record: LogRecord, { entries, marked }: RowFacts): Row {
  const word = wordOf(record)
  const speaker = speakerOf(record)
  const budgets = record.runs.flatMap(({ entry }) => entries.get(entry.id)?.timeoutMs ?? [])
  return {
    id: record.id,
    at: record.at,
    agent: hostOf(record),
    event: oneLine(record.event),
    subject: clip(subjectOf(record), LONGEST_SUBJECT),
    word,
    tone: toneOf(word),
    who: whoOf(record),
    hookIds: [...new Set(record.runs.map(({ entry }) => entry.id))],
    ms: record.durationMs,
    ...(budgets.length === 0 ? {} : { budgetMs: Math.min(...budgets) }),
    ...(speaker?.exitCode === undefined ? {} : { exit: speaker.exitCode }),
    ...(speaker === undefined ? {} : { source: speaker.entry.source }),
    ...(record.sessionId === undefined ? {} : { session: record.sessionId }),
    failures: record.failures,
    denied: record.verdict === 'deny' || record.kind === 'refuse',
    asked: record.verdict === 'ask',
    ...(marked.has(record.id) ? { marked: true } : {}),
  }
}

/** Whose exit and source the row shows: who decided, else who failed, else the first. */
function speakerOf({ runs, because }: LogRecord): LogRun | undefined {
  return runs.find(({ entry }) => because.entries.includes(entry.id)) ?? runs.find(hasFailed) ?? runs[0]
}

/** As the terminal paints the words. */
export function toneOf(word: string): Tone {
  if (/^(DENY|FAILED, SO DENIED)/.test(word)) return 'deny'
  if (/FAILED/.test(word)) return 'fail'
  if (/^ASK|NOT ENFORCED/.test(word)) return 'ask'
  return /^(ALLOW|FOLLOW)/.test(word) ? 'allow' : 'plain'
}
