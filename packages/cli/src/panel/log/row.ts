/** A record as a line of Now. */
import type { Entry, LogRecord, LogRun } from '@hookline/core/node'
import type { LogRow, Tone } from '@hookline/web/wire'
import { hasFailed, hostOf, subjectOf, whoOf, wordOf } from '../../log/words.ts'
import { clip, oneLine } from '../../plain.ts'

const LONGEST_SUBJECT = 400

export interface RowFacts {
  /** Today's entries, by id: the log does not keep their timeouts. */
  readonly entries: ReadonlyMap<string, Entry>
  readonly marked: ReadonlySet<string>
}

export function rowOf(record: LogRecord, { entries, marked }: RowFacts): LogRow {
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
    ...(record.root === undefined ? {} : { root: record.root }),
    who: whoOf(record),
    hookIds: [...new Set(record.runs.map(({ entry }) => entry.id))],
    ms: record.durationMs,
    ...(budgets.length === 0 ? {} : { budgetMs: Math.min(...budgets) }),
    // What runs in the process of the engine has no exit.
    ...(speaker?.exitCode === undefined || speaker.entry.type !== 'command' ? {} : { exit: speaker.exitCode }),
    ...(speaker === undefined ? {} : { source: speaker.entry.source }),
    ...(record.sessionId === undefined ? {} : { session: record.sessionId }),
    failures: record.failures,
    denied: isDenied(word),
    asked: isAsked(word),
    slow: isSlow(record.durationMs, budgets),
    ...(marked.has(record.id) ? { marked: true } : {}),
  }
}

/** Whose exit and source the row shows: who decided, else who failed, else the first. */
function speakerOf({ runs, because }: LogRecord): LogRun | undefined {
  return runs.find(({ entry }) => because.entries.includes(entry.id)) ?? runs.find(hasFailed) ?? runs[0]
}

/** Longer than a person notices, or more than half of what one of its hooks may take. */
const SLOW_MS = 200
const isSlow = (took: number, budgets: readonly number[]): boolean =>
  took > SLOW_MS || budgets.some((budget) => took > budget / 2)

/** The act was refused: a no that nobody enforced is none. */
const isDenied = (word: string): boolean => word === 'DENY' || word === 'FAILED, SO DENIED'
/** With nobody there too: it is the question that was wanted. */
const isAsked = (word: string): boolean => word.startsWith('ASK')

/** What a record is counted as where it is counted once: as Now counts it, and what was only hurt by a failure as failed. */
export function kindOf({ denied, asked, failures }: Pick<LogRow, 'denied' | 'asked' | 'failures'>) {
  if (denied) return 'deny'
  if (asked) return 'ask'
  return failures > 0 ? 'fail' : 'allow'
}

/** As the terminal paints the words. */
export function toneOf(word: string): Tone {
  if (isDenied(word)) return 'deny'
  if (/FAILED|^DENY/.test(word)) return 'fail'
  if (isAsked(word)) return 'ask'
  return /^(ALLOW|FOLLOW)/.test(word) ? 'allow' : 'plain'
}
