/** The one record that log, listen, replay, record and the panel read: what an event's hooks did, fit to be kept. Pure. */

import type { Edition, Effect, FailureCode, HookRecord, Reply, Rule, Run, SkipReason, Verdict } from '../flow.ts'
import { type EventName, eventRows } from '../protocol/events/index.ts'
import { createCleaning, isClean, type Traces } from '../redact/clean.ts'
import { type Erasure, type Hash, replyWithoutPrivate, withoutPrivate } from '../redact/private.ts'
import type { JsonObject } from '../schema.ts'
import { isObject } from '../schema.ts'
import { cleanRun, type LogRun, toLogRun } from './log-run.ts'

/** `lean`: without the fields a row calls private. `full`: with them. Secrets are replaced in both. */
export type Capture = 'lean' | 'full'

export interface LogRecord extends Traces {
  readonly v: 1
  readonly id: string
  /** When the event began. */
  readonly at: string
  readonly event: EventName
  readonly sessionId?: string
  readonly verdict: Verdict
  readonly kind: Effect['kind']
  /** How many runs failed, whatever became of the act. */
  readonly failures: number
  readonly durationMs: number
  readonly because: {
    readonly rule: Rule
    readonly message: string
    /** Ids of the entries that decided. */
    readonly entries: readonly string[]
    readonly failure?: FailureCode
  }
  /** `name`: the agent, or the command, that the event came from. `version`: as the host gave it, else absent. */
  readonly host: {
    readonly name?: string
    /** The agent whose table decided what can be obeyed, where it is not `name`. */
    readonly agent?: string
    readonly version?: string
    readonly surface: 'agent' | 'tab' | 'app'
  }
  readonly edition: Edition
  readonly pid: number
  readonly root?: string
  readonly cwd?: string
  /** As the last gate saw it. Private fields are marks `{ private, length, sha256 }`. */
  readonly input: JsonObject
  /** There only after a rewrite: as the host sent it. */
  readonly originalInput?: JsonObject
  readonly reply: JsonObject
  readonly messages: { readonly user?: string; readonly agent?: string }
  readonly runs: readonly LogRun[]
  /** At most 100 of them; `skippedCount` says how many there were. */
  readonly skipped: readonly { readonly id: string; readonly why: SkipReason }[]
  readonly skippedCount: number
  readonly notes: readonly string[]
  readonly capture: Capture
  /** Fields of `input` whose values no host gave. */
  readonly assumed?: readonly string[]
  /** The hooks refused and the agent went on; `later`: it got the refusal at its next gate. */
  readonly unenforced?: 'later' | 'never'
  /** Records that this process could not write before this one. */
  readonly dropped?: number
}

export interface LogOptions {
  readonly capture: Capture
  readonly hash: Hash
  readonly pid: number
  readonly host?: string
  /** The agent that gets the answers. */
  readonly agent?: string
  readonly dropped?: number
}

const MOST_SKIPPED = 100
/** No text of a record that is shorter than this as a whole is ever cut. */
const SHORTEST_LIMIT = 8 * 1024
const LONGEST_MESSAGE = 10_000
/** Of one text of the input: beyond it a replay would not be worth its disk. */
const longestOf: Readonly<Record<Capture, number>> = { lean: 64 * 1024, full: 2 ** 20 }

export function toLogRecord(record: HookRecord, options: LogOptions): LogRecord {
  const { raw, texts } = withoutPrivateParts(record, options)
  return isClean(JSON.stringify(raw), SHORTEST_LIMIT, texts) ? raw : cleaned(raw, texts, options)
}

/** The same as JSON text. Most records hold nothing to replace and are written as they are: one pass tells. */
export function toLogText(record: HookRecord, options: LogOptions): string {
  const { raw, texts } = withoutPrivateParts(record, options)
  const json = JSON.stringify(raw)
  return isClean(json, SHORTEST_LIMIT, texts) ? json : JSON.stringify(cleaned(raw, texts, options))
}

interface Uncleaned {
  readonly raw: LogRecord
  /** The private texts that were taken out. */
  readonly texts: readonly string[]
}

function withoutPrivateParts(record: HookRecord, options: LogOptions): Uncleaned {
  const { effect } = record
  const open = options.capture === 'lean' ? opener(effect, options.hash) : whole
  const { because, plan } = effect
  const raw: Mutable<LogRecord> = {
    v: 1,
    id: record.id,
    at: record.at,
    event: effect.event,
    verdict: effect.verdict,
    kind: effect.kind,
    failures: effect.runs.reduce((sum, run) => sum + (run.outcome.kind === 'failed' ? 1 : 0), 0),
    durationMs: hundredths(record.durationMs),
    because: { rule: because.rule, message: because.message, entries: because.entries.map((entry) => entry.id) },
    host: hostOf(record, options),
    edition: plan.edition,
    pid: options.pid,
    input: open.input(effect.input, 'input'),
    reply: open.reply(effect.reply, 'reply'),
    messages: messagesOf(effect),
    runs: effect.runs.map((run, at) => toLogRun(run, replyOf(run), (reply) => open.reply(reply, `runs[${at}].reply`))),
    skipped: plan.skipped.slice(0, MOST_SKIPPED).map(({ entry, why }) => ({ id: entry.id, why })),
    skippedCount: plan.skipped.length,
    notes: effect.notes,
    capture: options.capture,
    erased: open.erased,
    redacted: [],
    cut: [],
  }
  if (record.sessionId !== undefined) raw.sessionId = record.sessionId
  if (effect.originalInput !== undefined) raw.originalInput = open.input(effect.originalInput, 'originalInput')
  if (because.failure !== undefined) raw.because = { ...raw.because, failure: because.failure }
  if (record.assumed !== undefined) raw.assumed = record.assumed
  if (effect.unenforced !== undefined) raw.unenforced = effect.unenforced
  if (options.dropped !== undefined) raw.dropped = options.dropped
  addPlace(raw, effect.input as JsonObject)
  // An unknown field that repeats where the workspace is makes no secret of it.
  const { root = '' } = raw
  return { raw, texts: open.texts.filter((text) => !root.includes(text)) }
}

/** Secrets replaced, private texts taken out wherever else they show up, long texts cut. */
function cleaned(raw: LogRecord, texts: readonly string[], { hash, capture }: LogOptions): LogRecord {
  const cleaning = createCleaning(hash, longestOf[capture], { erased: raw.erased, texts })
  const text = (given: string, path: string) => cleaning.text(given, path, LONGEST_MESSAGE)
  // Cleaning keeps the shape of what it is given: strings become strings or marks, objects stay objects.
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

/** The fields of `input` that are not as the hook saw them: what a replay of the record lacks. */
export const missingOf = (record: LogRecord): readonly string[] =>
  [...record.erased, ...record.redacted.map(({ path }) => path), ...record.cut.map(({ path }) => path)].filter((path) =>
    /^(input|originalInput)\b/.test(path),
  )

const hundredths = (ms: number): number => Math.round(ms * 100) / 100

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Takes what is private out of inputs and replies, and remembers where and what. */
interface Opener {
  input(value: JsonObject, path: string): JsonObject
  reply(value: Reply, path: string): JsonObject
  readonly erased: readonly string[]
  readonly texts: readonly string[]
}
const whole: Opener = { input: (value) => value, reply: (value) => value as JsonObject, erased: [], texts: [] }

function opener(effect: Effect, hash: Hash): Opener {
  const row = eventRows[effect.event]
  const erased: string[] = []
  const texts: string[] = []
  const noted = (erasure: Erasure, path: string): JsonObject => {
    for (const one of erasure.erased) erased.push(`${path}.${one}`)
    texts.push(...erasure.texts)
    return erasure.value
  }
  return {
    input: (value, path) => noted(withoutPrivate(value, row, hash), path),
    reply: (value, path) => noted(replyWithoutPrivate(value as JsonObject, row, hash), path),
    erased,
    texts,
  }
}

const replyOf = ({ outcome }: Run): Reply | undefined => (outcome.kind === 'silent' ? undefined : outcome.reply)

function messagesOf({ userMessage, agentMessage }: Effect): LogRecord['messages'] {
  const messages: Mutable<LogRecord['messages']> = {}
  if (userMessage !== undefined) messages.user = userMessage
  if (agentMessage !== undefined) messages.agent = agentMessage
  return messages
}

// Every event's input is a JSON object; its type says which, and here only common fields are asked for.
function hostOf({ effect, assumed = [] }: HookRecord, { host: name, agent }: LogOptions): LogRecord['host'] {
  const made: Mutable<LogRecord['host']> = { surface: eventRows[effect.event].surface }
  const version = (effect.input as JsonObject).cursor_version
  if (typeof version === 'string' && !assumed.includes('cursor_version')) made.version = version
  if (name !== undefined) made.name = name
  if (agent !== undefined && agent !== name) made.agent = agent
  return made
}

function addPlace(raw: Mutable<LogRecord>, { workspace_roots, cwd }: JsonObject): void {
  const root = Array.isArray(workspace_roots) ? workspace_roots[0] : undefined
  if (typeof root === 'string') raw.root = root
  if (typeof cwd === 'string') raw.cwd = cwd
}

/** Whether a line of the log is such a record. Its checksum has vouched for the rest. */
export const isLogRecord = (value: unknown): value is LogRecord =>
  isObject(value) && value.v === 1 && typeof value.id === 'string' && Array.isArray(value.runs)
