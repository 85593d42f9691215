/** The record of an event in the log, which log, listen, replay, record and the panel read. Free of secrets and private strings. Pure. */

import type {
  Edition,
  Effect,
  FailureCode,
  HookRecord,
  Reply,
  Rule,
  Run,
  Skipped,
  SkipReason,
  Verdict,
} from '../flow.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { createCleaning, isHarmless, type Traces } from '../redact/clean.ts'
import { type Erasure, type Hash, replyWithoutPrivate, withoutPrivate } from '../redact/private.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { cleanRun, type LogRun, toLogRun } from './log-run.ts'

/** `lean`: without the fields that a row marks as private. `full`: with them. Secrets are replaced in both. */
export type Capture = 'lean' | 'full'

/** Why an event was invented: Hookline proves that a hook works, or a person tries one. */
export type Purpose = 'proof' | 'trial'
export const purposes: readonly Purpose[] = ['proof', 'trial']

/** What ties a record of an audit log to the record before it. */
export interface Chain {
  /** From 1, without a gap, over all files. */
  readonly n: number
  /** The SHA-256 of the line of the record before; zeros for the first. */
  readonly prev: string
  /** How many bytes of half-written lines are between the record before and this one. */
  readonly torn?: number
}

export interface LogRecord extends Traces {
  readonly v: 1
  /** Only in an audit log. */
  readonly chain?: Chain
  readonly id: string
  /** When the event began. */
  readonly at: string
  /** The id of the event's own record, where these are its background hooks. It may have none. */
  readonly of?: string
  readonly event: EventName
  /** Absent: an act of an agent. */
  readonly purpose?: Purpose
  /** The call of the launcher that reported the event; absent without a daemon. */
  readonly call?: string
  readonly sessionId?: string
  readonly verdict: Verdict
  readonly kind: Effect['kind']
  /** How many runs failed, independent of the decision. */
  readonly failures: number
  readonly durationMs: number
  readonly because: {
    readonly rule: Rule
    readonly message: string
    /** Ids of the entries that decided. */
    readonly entries: readonly string[]
    readonly failure?: FailureCode
  }
  /** `name`: the agent or command that the event came from. `version`: as the host reported it. */
  readonly host: {
    readonly name?: string
    /** The agent whose table decided what can be enforced, if it is not `name`. */
    readonly agent?: string
    readonly version?: string
    readonly surface: 'agent' | 'tab' | 'app'
  }
  readonly edition: Edition
  readonly pid: number
  readonly root?: string
  readonly cwd?: string
  /** The input of the last gate. Private fields are replaced by marks `{ private, length, sha256 }`. */
  readonly input: JsonObject
  /** The host's input, present only after a rewrite. */
  readonly originalInput?: JsonObject
  readonly reply: JsonObject
  readonly messages: { readonly user?: string; readonly agent?: string }
  readonly runs: readonly LogRun[]
  /** At most 100 entries; `skippedCount` is the full number. */
  readonly skipped: readonly { readonly id: string; readonly why: SkipReason; readonly detail?: string }[]
  readonly skippedCount: number
  readonly notes: readonly string[]
  readonly capture: Capture
  /** Fields of `input` that the host did not send. */
  readonly assumed?: readonly string[]
  /** The hooks denied, but the agent continued. `later`: the denial applied at its next gate. */
  readonly unenforced?: 'later' | 'never'
  /** How many earlier records this process could not write. */
  readonly dropped?: number
}

export interface LogOptions {
  readonly capture: Capture
  readonly hash: Hash
  readonly pid: number
  readonly host?: string
  /** The agent that gets the replies. */
  readonly agent?: string
  readonly purpose?: Purpose
  readonly call?: string
  readonly dropped?: number
}

const MAX_SKIPPED = 100
/** In a record shorter than this, no text is cut. */
const SHORTEST_LIMIT = 8 * 1024
const MAX_MESSAGE = 10_000
/** The maximum length of one string of the input. A longer one would not be worth its disk space for a replay. */
const maxTextLength: Readonly<Record<Capture, number>> = { lean: 64 * 1024, full: 2 ** 20 }

export function toLogRecord(record: HookRecord, options: LogOptions): LogRecord {
  const uncleaned = withoutPrivateParts(record, options)
  return cleanRecord(uncleaned, JSON.stringify(uncleaned.raw), options) ?? uncleaned.raw
}

/** The same as JSON text. Most records contain nothing to replace, which one pass over the text finds out. */
export function toLogText(record: HookRecord, options: LogOptions): string {
  const uncleaned = withoutPrivateParts(record, options)
  const json = JSON.stringify(uncleaned.raw)
  const cleaned = cleanRecord(uncleaned, json, options)
  return cleaned === undefined ? json : JSON.stringify(cleaned)
}

/** Only the reason for which a managed hook was turned off or paused is worth its space. */
const toLogSkip = ({ entry, why, detail }: Skipped): LogRecord['skipped'][number] => ({
  id: entry.id,
  why,
  ...(why === 'break-glass' || why === 'paused' ? { detail } : {}),
})

interface Uncleaned {
  readonly raw: LogRecord
  /** The private strings that were removed. */
  readonly privateStrings: readonly string[]
}

function withoutPrivateParts(record: HookRecord, options: LogOptions): Uncleaned {
  const { effect } = record
  const filter = options.capture === 'lean' ? createPrivacyFilter(effect, options.hash) : keepAll
  const { because, plan } = effect
  const raw: Mutable<LogRecord> = {
    v: 1,
    id: record.id,
    at: record.at,
    event: effect.event,
    verdict: effect.verdict,
    kind: effect.kind,
    failures: effect.runs.reduce((sum, run) => sum + (run.outcome.kind === 'failed' ? 1 : 0), 0),
    durationMs: roundToHundredths(record.durationMs),
    because: { rule: because.rule, message: because.message, entries: because.entries.map((entry) => entry.id) },
    host: hostOf(record, options),
    edition: plan.edition,
    pid: options.pid,
    input: filter.input(effect.input, 'input'),
    reply: filter.reply(effect.reply, 'reply'),
    messages: messagesOf(effect),
    runs: effect.runs.map((run, at) =>
      toLogRun(run, replyOf(run), (reply) => filter.reply(reply, `runs[${at}].reply`)),
    ),
    skipped: plan.skipped.slice(0, MAX_SKIPPED).map(toLogSkip),
    skippedCount: plan.skipped.length,
    notes: effect.notes,
    capture: options.capture,
    erased: filter.erased,
    redacted: [],
    cut: [],
  }
  if (options.purpose !== undefined) raw.purpose = options.purpose
  if (options.call !== undefined) raw.call = options.call
  if (record.sessionId !== undefined) raw.sessionId = record.sessionId
  if (effect.originalInput !== undefined) raw.originalInput = filter.input(effect.originalInput, 'originalInput')
  if (because.failure !== undefined) raw.because = { ...raw.because, failure: because.failure }
  if (record.assumed !== undefined) raw.assumed = record.assumed
  if (record.of !== undefined) raw.of = record.of
  if (effect.unenforced !== undefined) raw.unenforced = effect.unenforced
  if (options.dropped !== undefined) raw.dropped = options.dropped
  // Every event's input is a JSON object.
  addDirectories(raw, effect.input as JsonObject)
  // A private text that only repeats the path of the workspace is not a secret.
  const { root = '' } = raw
  return { raw, privateStrings: filter.privateStrings.filter((text) => !root.includes(text)) }
}

/** Replaces secrets, removes private strings everywhere else in the record, and cuts long strings. Undefined: `json` is clean. */
function cleanRecord(
  { raw, privateStrings }: Uncleaned,
  json: string,
  { hash, capture }: LogOptions,
): LogRecord | undefined {
  const harmless = isHarmless(json, privateStrings)
  if (harmless && json.length <= SHORTEST_LIMIT) return undefined
  const cleaning = createCleaning(hash, maxTextLength[capture], { erased: raw.erased, privateStrings, harmless })
  const text = (given: string, path: string) => cleaning.text(given, path, MAX_MESSAGE)
  // Cleaning keeps the type: strings become strings or marks, objects stay objects.
  const value = <T>(given: T, path: string) => cleaning.value(given, path) as T
  const { user, agent } = raw.messages
  return {
    ...raw,
    because: { ...raw.because, message: text(raw.because.message, 'because.message') },
    ...(raw.root === undefined ? {} : { root: value(raw.root, 'root') }),
    ...(raw.cwd === undefined ? {} : { cwd: value(raw.cwd, 'cwd') }),
    input: value(raw.input, 'input'),
    ...(raw.originalInput === undefined ? {} : { originalInput: value(raw.originalInput, 'originalInput') }),
    reply: value(raw.reply, 'reply'),
    messages: {
      ...(user === undefined ? {} : { user: text(user, 'messages.user') }),
      ...(agent === undefined ? {} : { agent: text(agent, 'messages.agent') }),
    },
    runs: raw.runs.map((run, at) => cleanRun(run, `runs[${at}]`, cleaning)),
    notes: value(raw.notes, 'notes'),
    ...cleaning.traces,
  }
}

/** The fields of `input` that differ from the hook's input, which a replay of the record lacks. */
export const missingOf = (record: LogRecord): readonly string[] =>
  [...record.erased, ...record.redacted.map(({ path }) => path), ...record.cut.map(({ path }) => path)].filter((path) =>
    /^(input|originalInput)\b/.test(path),
  )

const roundToHundredths = (ms: number): number => Math.round(ms * 100) / 100

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Removes private values from inputs and replies, and collects their paths and strings. */
interface PrivacyFilter {
  input(value: JsonObject, path: string): JsonObject
  reply(value: Reply, path: string): JsonObject
  readonly erased: readonly string[]
  readonly privateStrings: readonly string[]
}
const keepAll: PrivacyFilter = {
  input: (value) => value,
  reply: (value) => ({ ...value }),
  erased: [],
  privateStrings: [],
}

function createPrivacyFilter(effect: Effect, hash: Hash): PrivacyFilter {
  const row = eventRows[effect.event]
  const erased: string[] = []
  const privateStrings: string[] = []
  const noted = (erasure: Erasure, path: string): JsonObject => {
    for (const one of erasure.erased) erased.push(`${path}.${one}`)
    privateStrings.push(...erasure.privateStrings)
    return erasure.value
  }
  return {
    input: (value, path) => noted(withoutPrivate(value, row, hash), path),
    // A reply is a JSON object.
    reply: (value, path) => noted(replyWithoutPrivate(value as JsonObject, row, hash), path),
    erased,
    privateStrings,
  }
}

const replyOf = ({ outcome }: Run): Reply | undefined => (outcome.kind === 'silent' ? undefined : outcome.reply)

function messagesOf({ userMessage, agentMessage }: Effect): LogRecord['messages'] {
  const messages: Mutable<LogRecord['messages']> = {}
  if (userMessage !== undefined) messages.user = userMessage
  if (agentMessage !== undefined) messages.agent = agentMessage
  return messages
}

function hostOf({ effect, assumed = [] }: HookRecord, { host: name, agent }: LogOptions): LogRecord['host'] {
  const made: Mutable<LogRecord['host']> = { surface: eventRows[effect.event].surface }
  // Every event's input is a JSON object, and only common fields are read here.
  const version = (effect.input as JsonObject).cursor_version
  if (typeof version === 'string' && !assumed.includes('cursor_version')) made.version = version
  if (name !== undefined) made.name = name
  if (agent !== undefined && agent !== name) made.agent = agent
  return made
}

function addDirectories(raw: Mutable<LogRecord>, { workspace_roots, cwd }: JsonObject): void {
  const root = Array.isArray(workspace_roots) ? workspace_roots[0] : undefined
  if (typeof root === 'string') raw.root = root
  if (typeof cwd === 'string') raw.cwd = cwd
}

/** Whether a line of the log is a record. Its checksum has verified the rest. */
export const isLogRecord = (value: unknown): value is LogRecord =>
  isObject(value) && value.v === 1 && typeof value.id === 'string' && Array.isArray(value.runs)
