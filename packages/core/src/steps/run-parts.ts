/** What a hook that runs by itself and hooks that run together share: their surroundings, and the run that is made of a result. */
import { usualAgent } from '../agents/list.ts'
import type { EditionRow } from '../editions.ts'
import type { EnvironmentRequest } from '../environment.ts'
import { messageOfThrown, textOfThrown } from '../errors.ts'
import { type Entry, type Event, endWithoutOutput, type Raw, type Run, type Session } from '../flow.ts'
import type { Configs, Dialect, Runner, Tracer } from '../ports.ts'
import { interpret, type Meaning, whenStopped } from './interpret.ts'
import { onlyRestrict, restrictedText } from './shared/only-restrict.ts'
import type { Slots } from './shared/slots.ts'

export interface RunRim {
  readonly edition: EditionRow
  readonly dialects: Readonly<Record<string, Dialect>>
  readonly runners: Readonly<Record<string, Runner>>
  readonly slots: Slots
  readonly roots: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly remote: boolean
  /** The directory in which a plugin keeps data of its own; it exists afterwards. */
  readonly pluginData?: (root: string) => string | undefined
  readonly readText?: (path: string) => string | undefined
  readonly configs: Pick<Configs, 'tampered'>
  /** `deny`: a hook whose runner fails refuses, whatever its entry says. A managed hook always refuses then. */
  readonly onEngineError?: 'allow' | 'deny'
  /** A hook that the event's deadline ends refuses, unless its entry says otherwise. */
  readonly lateRefuses?: boolean
  /** When the event's own time is over, by `performance.now()`. */
  readonly until?: number
  /** Absent: this engine makes no traces. */
  readonly tracer?: Tracer
  /** When the event began, by `performance.now()`. Absent: budgets do not count. */
  readonly startedAt?: number
}

/** One pass over hooks: all of them first, then those that have not seen a rewrite. */
export interface Pass {
  readonly event: Event
  readonly entries: readonly Entry[]
  readonly number: 1 | 2
  /** The id of the entry whose rewrite the input is. */
  readonly rewrittenBy?: string
}

export type Encode = (dialect: Dialect) => { readonly text: string; readonly notes: readonly string[] }

/** What the hooks of one pass have in common. */
export interface PassContext {
  readonly pass: Pass
  readonly encode: Encode
  readonly session: Session
  readonly rim: RunRim
  readonly signal: AbortSignal
}

// The table of dialects always has the usual agent.
export const dialectOf = (entry: Entry, { dialects }: RunRim): Dialect =>
  (dialects[entry.dialect] ?? dialects[usualAgent.name]) as Dialect

export const environmentRequest = (
  entry: Entry,
  dialect: Dialect,
  { pass, session, rim }: PassContext,
  spanId?: string,
): EnvironmentRequest => ({
  entry,
  event: pass.event,
  session,
  base: rim.env,
  roots: rim.roots,
  edition: rim.edition,
  remote: rim.remote,
  ...(dialect.hidesVariables === undefined ? {} : { hides: dialect.hidesVariables }),
  ...(rim.pluginData === undefined ? {} : { pluginData: rim.pluginData }),
  ...(spanId === undefined ? {} : { spanId }),
})

/** A runner must not reject. If one does, it is a failure of this hook alone, so that the other hooks still decide. */
export function engineFailure(error: unknown): Raw {
  const message = `the hook could not be run: ${messageOfThrown(error)}`
  return { ...endWithoutOutput({ kind: 'spawn', message }), stderr: textOfThrown(error), engineError: true }
}

export const isTampered =
  (event: Event, rim: RunRim) =>
  (trust: 'trusted' | 'managed'): boolean =>
    rim.configs.tampered(event.name, trust)

/** A script that changed between the check and its end may not be the one that was trusted or signed, so its answer does not count. */
export function unlessTampered(raw: Raw, trust: Entry['trust'], tampered: ReturnType<typeof isTampered>): Raw {
  if ((trust !== 'trusted' && trust !== 'managed') || !tampered(trust)) return raw
  const whose = trust === 'managed' ? 'team' : 'workspace'
  return { ...raw, end: { kind: 'integrity', message: `a script of the ${whose} changed while its hook ran` } }
}

export function interpretRaw(entry: Entry, raw: Raw, dialect: Dialect, { pass, rim }: PassContext): Meaning {
  const isLate =
    (rim.lateRefuses === true && raw.end.kind === 'deadline') || (raw.end.kind === 'timeout' && raw.end.budget === true)
  const isStopped = isLate || raw.blockedThread === true
  const isRefused = raw.engineError === true && (rim.onEngineError === 'deny' || entry.trust === 'managed')
  const judged = isRefused ? { ...entry, failClosed: true } : isStopped ? whenStopped(entry) : entry
  const meaning = interpret(decodeRaw(entry, raw, dialect, pass.event), pass.event, judged, rim.edition)
  const noted = raw.end.kind === 'timeout' && raw.end.budget === true ? addBudgetNote(meaning, entry) : meaning
  return entry.onlyRestricts === true ? onlyRestrict(entry, noted) : noted
}

const addBudgetNote = (meaning: Meaning, { budgetMs }: Entry): Meaning => ({
  ...meaning,
  notes: [...meaning.notes, `budget:${budgetMs}`],
})

/** Models and functions answer in our own form, whichever agent's file the hook comes from. */
const decodeRaw = (entry: Entry, raw: Raw, dialect: Dialect, event: Event): Raw =>
  entry.type === 'prompt' || raw.reply !== undefined ? raw : dialect.decode(raw, event)

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * Every run is a copy of one of these. An event may have a thousand runs, and V8 counts the objects that a literal makes: if most of them
 * outlive one collection, as in the middle of such an event, it puts all later ones among the old objects, which it collects seldom.
 */
const exited = {
  id: undefined,
  entry: undefined,
  look: 1,
  startedAt: undefined,
  durationMs: 0.5,
  exitCode: undefined,
  stdout: undefined,
  stderr: undefined,
  outcome: undefined,
  notes: undefined,
}
const { exitCode: _, ...notExited } = exited

/** Written out for speed. */
export function makeRun(
  id: string,
  entry: Entry,
  pass: Pass,
  raw: Raw,
  startedAt: string,
  durationMs: number,
  { outcome, notes }: Meaning,
): Run {
  const { end, stdout, stderr, usage, agentText, reply, rule } = raw
  const made: Mutable<Run> =
    end.kind === 'exit'
      ? {
          ...exited,
          id,
          entry,
          look: pass.number,
          startedAt,
          durationMs,
          exitCode: end.code,
          stdout,
          stderr,
          outcome,
          notes,
        }
      : { ...notExited, id, entry, look: pass.number, startedAt, durationMs, stdout, stderr, outcome, notes }
  if (pass.rewrittenBy !== undefined) made.rewrittenBy = pass.rewrittenBy
  if (end.kind === 'signal') made.signal = end.signal
  if (usage !== undefined) made.usage = usage
  if (agentText !== undefined) made.agentText = entry.onlyRestricts === true ? restrictedText : agentText
  if (rule !== undefined) made.rule = rule
  if (typeof reply?.note === 'string') made.note = reply.note
  return made
}
