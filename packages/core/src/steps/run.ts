/** Step: run the planned hooks, all at once, results in configured order. The only step that waits. */
import { usualAgent } from '../agents/list.ts'
import type { EditionRow } from '../editions.ts'
import { type Environment, hookEnvironment } from '../environment.ts'
import type { Entry, Event, Plan, Raw, Run, Session, Skipped } from '../flow.ts'
import { newId } from '../ids.ts'
import type { Configs, Dialect, Job, Runner } from '../ports.ts'
import { interpret } from './interpret.ts'
import { inOrder, replyOf, rewriteOf, same, strictest, verdictOf } from './merge.ts'
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
  /** A hook that the event's deadline ends refuses, unless its entry says otherwise. */
  readonly lateRefuses?: boolean
  /** When the event's own time is over, by `performance.now()`. */
  readonly until?: number
}

export interface Look {
  readonly event: Event
  readonly entries: readonly Entry[]
  readonly number: 1 | 2
}

export interface Ran {
  readonly runs: readonly Run[]
  /** Those whose turn never came because another hook had answered. */
  readonly unasked: readonly Skipped[]
}

export const firstLook = (event: Event, plan: Plan): Look => ({ event, entries: plan.entries, number: 1 })

/** After a rewrite, the hooks that have not seen the final form: all but its authors. Nothing to ask once it is refused. */
export function secondLook(event: Event, plan: Plan, runs: readonly Run[], edition: EditionRow): Look | undefined {
  if (!edition.secondLook) return undefined
  const ordered = inOrder(plan, runs)
  const rewrite = rewriteOf(event, ordered, edition)
  const enforced = ordered.filter((run) => !run.entry.monitor).map(verdictOf)
  if (rewrite === undefined || enforced.reduce(strictest, undefined) === 'deny') return undefined
  const authors = new Set(
    ordered.filter((run) => same(replyOf(run)?.[rewrite.field], rewrite.value)).map((run) => run.entry.id),
  )
  const entries = plan.entries.filter((entry) => !authors.has(entry.id) && entry.broken === undefined)
  return entries.length === 0 ? undefined : { event: { ...event, input: rewrite.input }, entries, number: 2 }
}

export async function run(look: Look | undefined, session: Session, rim: RunRim, signal: AbortSignal): Promise<Ran> {
  if (look === undefined || look.entries.length === 0) return { runs: [], unasked: [] }
  const payloads = payloadsOf(look.event, session, rim)
  const controllerOf = fanOut(signal)
  const runOne = (entry: Entry) => {
    const own = controllerOf()
    return runEntry(entry, look, payloads, session, rim, own.signal).finally(() => own.abort(over))
  }
  if (rim.edition.several === 'all') return { runs: await Promise.all(look.entries.map(runOne)), unasked: [] }
  return runInTurn(look.entries, runOne)
}

const over = new Error('the hook is over')

/** A signal for each hook, which ends with it: a function that goes on after its time hears of it. One listener for all. */
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

/** One after the other until one answers with an object; the rest are not asked. */
async function runInTurn(entries: readonly Entry[], runOne: (entry: Entry) => Promise<Run>): Promise<Ran> {
  const runs: Run[] = []
  for (const [at, entry] of entries.entries()) {
    const done = await runOne(entry)
    runs.push(done)
    if (done.outcome.kind !== 'replied') continue
    const detail = `${entry.id} answered first`
    return { runs, unasked: entries.slice(at + 1).map((rest) => ({ entry: rest, why: 'first-answer', detail })) }
  }
  return { runs, unasked: [] }
}

type Payloads = (dialect: Dialect) => { readonly text: string; readonly notes: readonly string[] }

/** The event in each dialect's words, written once however many hooks read it. */
function payloadsOf(event: Event, session: Session, rim: RunRim): Payloads {
  const made = new Map<string, ReturnType<Payloads>>()
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
  look: Look,
  payloads: Payloads,
  session: Session,
  rim: RunRim,
  signal: AbortSignal,
): Promise<Run> {
  const startedAt = new Date().toISOString()
  const started = performance.now()
  const dialect = (rim.dialects[entry.dialect] ?? rim.dialects[usualAgent.name]) as Dialect
  const payload = payloads(dialect)
  const environment = environmentOf(entry, look.event, session, dialect, rim)
  const variablesFile = dialect.variablesFile?.(look.event)
  const job: Job = {
    entry,
    event: look.event,
    stdin: payload.text,
    env: environment.env,
    missing: environment.missing,
    ...(variablesFile === undefined ? {} : { variablesFile }),
    timeoutMs: entry.timeoutMs,
    signal,
    ...(rim.until === undefined ? {} : { until: rim.until }),
  }
  const raw = await rawOf(job, rim)
  const durationMs = performance.now() - started
  const isLate = rim.lateRefuses === true && raw.end.kind === 'deadline'
  // Code that had to be stopped has not judged: at a gate that is a refusal.
  const judged =
    (isLate || raw.held === true) && entry.failClosed === undefined ? { ...entry, failClosed: true } : entry
  const { outcome, notes } = interpret(saidBy(entry, raw, dialect, look.event), look.event, judged, rim.edition)
  return {
    id: newId(),
    entry,
    look: look.number,
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
  }
}

const none: Environment = { env: {}, missing: {}, notes: [] }

/** A function is no process: nobody would read its variables, and making them is most of what such a hook costs. */
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

/** A model answers in one form whoever's file the hook stands in. */
const saidBy = (entry: Entry, raw: Raw, dialect: Dialect, event: Event): Raw =>
  entry.type === 'prompt' ? raw : dialect.decode(raw, event)

async function rawOf(job: Job, rim: RunRim): Promise<Raw> {
  const { entry, signal } = job
  if (entry.broken !== undefined)
    return nothing({ kind: entry.broken.integrity === true ? 'integrity' : 'config', message: entry.broken.message })
  if (entry.unrunnable !== undefined) return nothing({ kind: entry.unrunnable.code, message: entry.unrunnable.message })
  const type = entry.call === undefined ? entry.type : 'call'
  const runner = rim.runners[type]
  if (runner === undefined)
    return nothing({ kind: 'no-runner', message: `this engine has no runner for hooks of type "${type}"` })
  // A function is no process, and one that fires an event of its own must not hold the turn that this event waits for.
  const release = entry.call === undefined ? await rim.slots.take(signal) : () => {}
  if (release === undefined || signal.aborted) {
    release?.()
    return nothing({ kind: 'deadline', message: 'the event ended before the hook could start' })
  }
  try {
    return unlessTampered(await runner.run(job), job, rim)
  } finally {
    release()
  }
}

/** A script swapped between the look into it and its end may not have been the one that was trusted, or signed: its word is worth nothing. */
function unlessTampered(raw: Raw, { entry, event }: Job, rim: RunRim): Raw {
  const { trust } = entry
  if ((trust !== 'trusted' && trust !== 'managed') || !rim.configs.tampered(event.name, trust)) return raw
  const whose = trust === 'managed' ? 'team' : 'workspace'
  return { ...raw, end: { kind: 'integrity', message: `a script of the ${whose} changed while its hook ran` } }
}

const nothing = (end: Raw['end']): Raw => ({ end, stdout: '', stderr: '' })
