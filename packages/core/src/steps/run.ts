/** Step: run the planned hooks, all at once, results in configured order. The only step that waits. */
import { usualAgent } from '../agents/list.ts'
import type { EditionRow } from '../editions.ts'
import { type Environment, hookEnvironment } from '../environment.ts'
import { messageOfThrown, textOfThrown } from '../errors.ts'
import {
  type Entry,
  type Event,
  endWithoutOutput,
  type Plan,
  type Raw,
  type Run,
  type Session,
  type Skipped,
} from '../flow.ts'
import { newId } from '../ids.ts'
import type { Configs, Dialect, Job, Runner } from '../ports.ts'
import { interpret } from './interpret.ts'
import { findRewrite, inOrder, isSameJson, replyOf, strictest, verdictOf } from './merge.ts'
import type { Slots } from './slots.ts'

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
  /** `deny`: a hook whose runner fails refuses, whatever its entry says. */
  readonly onEngineError?: 'allow' | 'deny'
  /** A hook that the event's deadline ends refuses, unless its entry says otherwise. */
  readonly lateRefuses?: boolean
  /** When the event's own time is over, by `performance.now()`. */
  readonly until?: number
}

/** One pass over hooks: all of them first, then those that have not seen a rewrite. */
export interface Pass {
  readonly event: Event
  readonly entries: readonly Entry[]
  readonly number: 1 | 2
}

export interface PassResult {
  readonly runs: readonly Run[]
  /** Hooks that did not run because another one had answered first. */
  readonly skipped: readonly Skipped[]
}

export const firstPass = (event: Event, plan: Plan): Pass => ({ event, entries: plan.entries, number: 1 })

/** After a rewrite, all hooks but its authors see the final form. A refused event needs no second pass. */
export function secondPass(event: Event, plan: Plan, runs: readonly Run[], edition: EditionRow): Pass | undefined {
  if (!edition.secondPass) return undefined
  const ordered = inOrder(plan, runs)
  const rewrite = findRewrite(event, ordered, edition)
  const enforced = ordered.filter((run) => !run.entry.monitor).map(verdictOf)
  if (rewrite === undefined || enforced.reduce(strictest, undefined) === 'deny') return undefined
  const authors = new Set(
    ordered.filter((run) => isSameJson(replyOf(run)?.[rewrite.field], rewrite.value)).map((run) => run.entry.id),
  )
  const entries = plan.entries.filter((entry) => !authors.has(entry.id) && entry.broken === undefined)
  return entries.length === 0 ? undefined : { event: { ...event, input: rewrite.input }, entries, number: 2 }
}

export async function run(
  pass: Pass | undefined,
  session: Session,
  rim: RunRim,
  signal: AbortSignal,
): Promise<PassResult> {
  if (pass === undefined || pass.entries.length === 0) return { runs: [], skipped: [] }
  const encode = encodeOnce(pass.event, session, rim)
  const controllerOf = fanOut(signal)
  const runOne = (entry: Entry) => {
    const own = controllerOf()
    return runEntry(entry, pass, encode, session, rim, own.signal).finally(() => own.abort(hookEnded))
  }
  if (rim.edition.several === 'all') return { runs: await Promise.all(pass.entries.map(runOne)), skipped: [] }
  return runInTurn(pass.entries, runOne)
}

const hookEnded = new Error('the hook is over')

/** Makes a signal for each hook, which aborts when the hook ends, so that a function that runs on can stop. One listener serves all. */
function fanOut(signal: AbortSignal): () => AbortController {
  const made: AbortController[] = []
  const abort = () => {
    for (const one of made) one.abort(signal.reason)
  }
  signal.addEventListener('abort', abort, { once: true })
  return () => {
    const one = new AbortController()
    made.push(one)
    if (signal.aborted) abort()
    return one
  }
}

/** Runs one hook after the other until one answers with an object. The rest are skipped. */
async function runInTurn(entries: readonly Entry[], runOne: (entry: Entry) => Promise<Run>): Promise<PassResult> {
  const runs: Run[] = []
  for (const [at, entry] of entries.entries()) {
    const done = await runOne(entry)
    runs.push(done)
    if (done.outcome.kind !== 'replied') continue
    const detail = `${entry.id} answered first`
    return { runs, skipped: entries.slice(at + 1).map((rest) => ({ entry: rest, why: 'first-answer', detail })) }
  }
  return { runs, skipped: [] }
}

type Encode = (dialect: Dialect) => { readonly text: string; readonly notes: readonly string[] }

/** Encodes the event once for each dialect, however many hooks read it. */
function encodeOnce(event: Event, session: Session, rim: RunRim): Encode {
  const made = new Map<string, ReturnType<Encode>>()
  const context = { edition: rim.edition, session, ...(rim.readText === undefined ? {} : { readText: rim.readText }) }
  return (dialect) => {
    const known = made.get(dialect.name)
    if (known !== undefined) return known
    const { input, notes } = dialect.encode(event, context)
    const payload = { text: `${JSON.stringify(input)}\n`, notes }
    made.set(dialect.name, payload)
    return payload
  }
}

async function runEntry(
  entry: Entry,
  pass: Pass,
  encode: Encode,
  session: Session,
  rim: RunRim,
  signal: AbortSignal,
): Promise<Run> {
  const startedAt = new Date().toISOString()
  const started = performance.now()
  // The table of dialects always has the usual agent.
  const dialect = (rim.dialects[entry.dialect] ?? rim.dialects[usualAgent.name]) as Dialect
  const payload = encode(dialect)
  const environment = environmentOf(entry, pass.event, session, dialect, rim)
  const variablesFile = dialect.variablesFile?.(pass.event)
  const job: Job = {
    entry,
    event: pass.event,
    stdin: payload.text,
    env: environment.env,
    missing: environment.missing,
    ...(variablesFile === undefined ? {} : { variablesFile }),
    timeoutMs: entry.timeoutMs,
    signal,
    ...(rim.until === undefined ? {} : { until: rim.until }),
  }
  const raw = await startEntry(job, rim)
  const durationMs = performance.now() - started
  const isLate = rim.lateRefuses === true && raw.end.kind === 'deadline'
  // Code that had to be stopped has not judged, so a gate refuses.
  const isStopped = (isLate || raw.blockedThread === true) && entry.failClosed === undefined
  const isRefused = raw.engineError === true && rim.onEngineError === 'deny'
  const judged = isStopped || isRefused ? { ...entry, failClosed: true } : entry
  const { outcome, notes } = interpret(decodeRaw(entry, raw, dialect, pass.event), pass.event, judged, rim.edition)
  return {
    id: newId(),
    entry,
    look: pass.number,
    startedAt,
    durationMs,
    ...(raw.end.kind === 'exit' ? { exitCode: raw.end.code } : {}),
    ...(raw.end.kind === 'signal' ? { signal: raw.end.signal } : {}),
    stdout: raw.stdout,
    stderr: raw.stderr,
    outcome,
    notes: [...payload.notes, ...environment.notes, ...notes],
    ...(raw.usage === undefined ? {} : { usage: raw.usage }),
    ...(raw.agentText === undefined ? {} : { agentText: raw.agentText }),
    ...(typeof raw.reply?.note === 'string' ? { note: raw.reply.note } : {}),
  }
}

const none: Environment = { env: {}, missing: {}, notes: [] }

/** A function needs no environment, and making one would be most of what such a hook costs. */
const environmentOf = (entry: Entry, event: Event, session: Session, dialect: Dialect, rim: RunRim): Environment =>
  entry.call !== undefined
    ? none
    : hookEnvironment({
        entry,
        event,
        session,
        base: rim.env,
        roots: rim.roots,
        edition: rim.edition,
        remote: rim.remote,
        ...(dialect.hidesVariables === undefined ? {} : { hides: dialect.hidesVariables }),
        ...(rim.pluginData === undefined ? {} : { pluginData: rim.pluginData }),
      })

/** Models and functions answer in our own form, whichever agent's file the hook comes from. */
const decodeRaw = (entry: Entry, raw: Raw, dialect: Dialect, event: Event): Raw =>
  entry.type === 'prompt' || raw.reply !== undefined ? raw : dialect.decode(raw, event)

async function startEntry(job: Job, rim: RunRim): Promise<Raw> {
  const { entry, signal } = job
  if (entry.broken !== undefined)
    return endWithoutOutput({
      kind: entry.broken.integrity === true ? 'integrity' : 'config',
      message: entry.broken.message,
    })
  if (entry.unrunnable !== undefined)
    return endWithoutOutput({ kind: entry.unrunnable.code, message: entry.unrunnable.message })
  const type = entry.call === undefined ? entry.type : 'call'
  const runner = rim.runners[type]
  if (runner === undefined)
    return endWithoutOutput({ kind: 'no-runner', message: `this engine has no runner for hooks of type "${type}"` })
  // A function takes no slot: if it fires an event of its own, that event could wait for the slot of this one forever.
  const release = entry.call === undefined ? await rim.slots.take(signal) : () => {}
  if (release === undefined || signal.aborted) {
    release?.()
    return endWithoutOutput({ kind: 'deadline', message: 'the event ended before the hook could start' })
  }
  try {
    return unlessTampered(await runSafely(runner, job), job, rim)
  } finally {
    release()
  }
}

/** A runner must not reject. If one does, it is a failure of this hook alone, so that the other hooks still decide. */
async function runSafely(runner: Runner, job: Job): Promise<Raw> {
  try {
    return await runner.run(job)
  } catch (error) {
    const message = `the hook could not be run: ${messageOfThrown(error)}`
    return { ...endWithoutOutput({ kind: 'spawn', message }), stderr: textOfThrown(error), engineError: true }
  }
}

/** A script that changed between the check and its end may not be the one that was trusted or signed, so its answer does not count. */
function unlessTampered(raw: Raw, { entry, event }: Job, rim: RunRim): Raw {
  const { trust } = entry
  if ((trust !== 'trusted' && trust !== 'managed') || !rim.configs.tampered(event.name, trust)) return raw
  const whose = trust === 'managed' ? 'team' : 'workspace'
  return { ...raw, end: { kind: 'integrity', message: `a script of the ${whose} changed while its hook ran` } }
}

/** The plan without the entries that were skipped while it ran. */
export const dropSkipped = (plan: Plan, skipped: Plan['skipped']): Plan =>
  skipped.length === 0
    ? plan
    : {
        ...plan,
        entries: plan.entries.filter((entry) => !skipped.some((skip) => skip.entry === entry)),
        skipped: [...plan.skipped, ...skipped],
      }
