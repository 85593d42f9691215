/** Converts a record to a row of the Now page. */
import type { LogRecord, LogRun } from '@hookline/core/node'
import type { LogRow, Tone } from '@hookline/web/wire'
import { hasFailed, hostOf, subjectOf, whoOf, wordOf } from '../../log/record-text.ts'
import { clip, oneLine } from '../../text/plain.ts'
import type { RowFacts } from '../scene/scene.ts'

const MAX_SUBJECT_LENGTH = 400

export function toRow(record: LogRecord, { entries, marked }: RowFacts): LogRow {
  const word = wordOf(record)
  const main = mainRun(record)
  const budgets = record.runs.flatMap(({ entry }) => entries.get(entry.id)?.timeoutMs ?? [])
  return {
    id: record.id,
    at: record.at,
    agent: hostOf(record),
    event: oneLine(record.event),
    subject: clip(subjectOf(record), MAX_SUBJECT_LENGTH),
    word,
    tone: toneOf(word),
    ...(record.root === undefined ? {} : { root: record.root }),
    who: whoOf(record),
    hookIds: [...new Set(record.runs.map(({ entry }) => entry.id))],
    ms: record.durationMs,
    ...(budgets.length === 0 ? {} : { budgetMs: Math.min(...budgets) }),
    // Only commands have an exit code: other hooks run inside the process of the engine.
    ...(main?.exitCode === undefined || main.entry.type !== 'command' ? {} : { exit: main.exitCode }),
    ...(main === undefined ? {} : { source: main.entry.source }),
    ...(record.sessionId === undefined ? {} : { session: record.sessionId }),
    failures: record.failures,
    denied: isDenied(word),
    asked: isAsked(word),
    slow: isSlow(record.durationMs, budgets),
    ...(marked.has(record.id) ? { marked: true } : {}),
  }
}

/** The run whose exit code and source the row shows: the one that decided, else one that failed, else the first. */
function mainRun({ runs, because }: LogRecord): LogRun | undefined {
  return runs.find(({ entry }) => because.entries.includes(entry.id)) ?? runs.find(hasFailed) ?? runs[0]
}

/** Long enough for a user to notice. An event is also slow if it took more than half of the timeout of one of its hooks. */
const SLOW_MS = 200
const isSlow = (took: number, budgets: readonly number[]): boolean =>
  took > SLOW_MS || budgets.some((budget) => took > budget / 2)

/** The action was denied. A decision that was not enforced does not count. */
const isDenied = (word: string): boolean => word === 'DENY' || word === 'FAILED, SO DENIED'
/** A hook wanted to ask the user, even if no user was there to answer. */
const isAsked = (word: string): boolean => word.startsWith('ASK')

/** The one kind that Stats counts a record as. An event that was neither denied nor asked counts as failed if a hook failed. */
export function statsKind({ denied, asked, failures }: Pick<LogRow, 'denied' | 'asked' | 'failures'>) {
  if (denied) return 'deny'
  if (asked) return 'ask'
  return failures > 0 ? 'fail' : 'allow'
}

/** The same colours as in `hookline log`. */
export function toneOf(word: string): Tone {
  if (isDenied(word)) return 'deny'
  if (/FAILED|^DENY/.test(word)) return 'fail'
  if (isAsked(word) || word === 'PAUSED') return 'ask'
  return /^(ALLOW|FOLLOW)/.test(word) ? 'allow' : 'plain'
}
