/** One run of a hook in the log. */

import type {
  Approved,
  Entry,
  EntryType,
  FailureCode,
  Outcome,
  Reply,
  Run,
  SourceName,
  Usage,
  Verdict,
} from '../flow.ts'
import type { Cleaning } from '../redact/clean.ts'
import type { JsonObject } from '../schema.ts'

export interface LogRun {
  readonly id: string
  readonly entry: {
    readonly id: string
    readonly type: EntryType
    readonly label: string
    readonly source: SourceName
    /** Whether the entry is in the hookline.json of that level. */
    readonly own: boolean
    readonly file?: string
    readonly line?: number
    /** Its decision was recorded and not enforced. */
    readonly monitor: boolean
  }
  /** The pass over the hooks: 2 after a rewrite. */
  readonly look: 1 | 2
  /** The id of the entry whose rewrite it was given. */
  readonly rewrittenBy?: string
  readonly startedAt: string
  readonly durationMs: number
  readonly exitCode?: number
  readonly signal?: string
  readonly outcome: {
    readonly kind: Outcome['kind']
    readonly verdict?: Verdict
    readonly code?: FailureCode
    readonly message?: string
    readonly policy?: 'open' | 'closed'
  }
  readonly reply?: JsonObject
  /** Secrets are replaced. At most 8 KiB; `cut` of the record has the original length. */
  readonly stdout: string
  readonly stderr: string
  /** What a function reports about what it did. */
  readonly note?: string
  /** The rule of a pack that decided: `<pack>/<id>`. */
  readonly rule?: string
  /** A person had approved the call, so what the hook decided was not enforced. */
  readonly approved?: Approved
  readonly notes: readonly string[]
  /** The model usage of a prompt hook. */
  readonly usage?: Usage
}

const MAX_OUTPUT = 8 * 1024
/** A label is at most a command. Long labels are cut only if the whole record is long. */
const MAX_LABEL = 4 * 1024

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

export function toLogRun(run: Run, reply: Reply | undefined, filter: (reply: Reply) => JsonObject): LogRun {
  const made: Mutable<LogRun> = {
    id: run.id,
    entry: entryOf(run.entry),
    look: run.look,
    startedAt: run.startedAt,
    durationMs: Math.round(run.durationMs * 100) / 100,
    outcome: outcomeOf(run.outcome),
    stdout: run.stdout,
    stderr: run.stderr,
    notes: run.notes,
  }
  if (run.rewrittenBy !== undefined) made.rewrittenBy = run.rewrittenBy
  if (run.exitCode !== undefined) made.exitCode = run.exitCode
  if (run.signal !== undefined) made.signal = run.signal
  if (run.usage !== undefined) made.usage = run.usage
  if (run.note !== undefined) made.note = run.note
  if (run.rule !== undefined) made.rule = run.rule
  if (run.approved !== undefined) made.approved = run.approved
  if (reply !== undefined) made.reply = filter(reply)
  return made
}

function entryOf({ id, type, label, monitor, origin }: Entry): LogRun['entry'] {
  const { source, own, file, line } = origin
  const made: Mutable<LogRun['entry']> = { id, type, label, source, own, monitor }
  if (file !== undefined) made.file = file
  if (line !== undefined) made.line = line
  return made
}

function outcomeOf(outcome: Outcome): LogRun['outcome'] {
  const made: Mutable<LogRun['outcome']> = { kind: outcome.kind }
  if (outcome.kind !== 'silent' && outcome.verdict !== undefined) made.verdict = outcome.verdict
  if (outcome.kind !== 'failed') return made
  return { ...made, code: outcome.code, message: outcome.message, policy: outcome.policy }
}

export function cleanRun(run: LogRun, path: string, cleaning: Cleaning): LogRun {
  const text = (given: string, name: string, limit: number) => cleaning.text(given, `${path}.${name}`, limit)
  const { entry, outcome, reply } = run
  return {
    ...run,
    entry: { ...entry, label: text(entry.label, 'entry.label', MAX_LABEL) },
    outcome:
      outcome.message === undefined
        ? outcome
        : { ...outcome, message: text(outcome.message, 'outcome.message', MAX_OUTPUT) },
    // Cleaning keeps an object an object.
    ...(reply === undefined ? {} : { reply: cleaning.value(reply, `${path}.reply`) as JsonObject }),
    stdout: text(run.stdout, 'stdout', MAX_OUTPUT),
    stderr: text(run.stderr, 'stderr', MAX_OUTPUT),
    ...(run.note === undefined ? {} : { note: text(run.note, 'note', MAX_OUTPUT) }),
  }
}
