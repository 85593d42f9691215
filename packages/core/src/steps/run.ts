/** Step: run the planned hooks, all at once, results in configured order. The only step that waits. */
import { type Environment, hookEnvironment } from '../environment.ts'
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
import type { Job, Runner } from '../ports.ts'
import {
  dialectOf,
  type Encode,
  engineFailure,
  environmentRequest,
  interpretRaw,
  isTampered,
  makeRun,
  type Pass,
  type PassContext,
  type RunRim,
  unlessTampered,
} from './run-parts.ts'
import { runsTogether, runTogether } from './run-together.ts'
import { budgetLeft, isBudgetOver, markBudget, overBudget, untilBudget } from './shared/budget.ts'
import type { Deadline } from './shared/deadline.ts'

export interface PassResult {
  readonly runs: readonly Run[]
  /** Hooks that did not run because another one had answered first. */
  readonly skipped: readonly Skipped[]
}

export async function run(
  pass: Pass | undefined,
  session: Session,
  rim: RunRim,
  deadline: Pick<Deadline, 'signal'>,
): Promise<PassResult> {
  if (pass === undefined || pass.entries.length === 0) return { runs: [], skipped: [] }
  const { signal } = deadline
  const context: PassContext = { pass, encode: encodeOnce(pass.event, session, rim), session, rim, signal }
  const isShared = (entry: Entry) => runsTogether(entry, rim)
  if (rim.edition.several === 'all' && pass.entries.every(isShared))
    return { runs: await runTogether(pass.entries, context), skipped: [] }
  prepareRunners(pass.entries, rim)
  const controllerOf = fanOut(signal)
  const runAlone = (entry: Entry) => {
    const own = controllerOf()
    return runEntry(entry, { ...context, signal: own.signal }).finally(() => own.abort(hookEnded))
  }
  if (rim.edition.several === 'all')
    return { runs: await runBoth(pass.entries, pass.entries.filter(isShared), context, runAlone), skipped: [] }
  return runInTurn(pass.entries, async (entry) =>
    // One entry has one run.
    isShared(entry) ? ((await runTogether([entry], context))[0] as Run) : runAlone(entry),
  )
}

function prepareRunners(entries: readonly Entry[], { edition, runners }: RunRim): void {
  const counts = new Map<Entry['type'], number>()
  for (const { type } of entries) counts.set(type, (counts.get(type) ?? 0) + 1)
  for (const [type, count] of counts) runners[type]?.prepare?.(edition.several === 'all' ? count : 1)
}

/** Starts the hooks that run by themselves first, because processes go on while the others hold the thread. */
async function runBoth(
  entries: readonly Entry[],
  together: readonly Entry[],
  context: PassContext,
  runAlone: (entry: Entry) => Promise<Run>,
): Promise<readonly Run[]> {
  if (together.length === 0) return Promise.all(entries.map(runAlone))
  const shared = new Set(together)
  const alone = Promise.all(entries.filter((entry) => !shared.has(entry)).map(runAlone))
  const runs = (await Promise.all([alone, runTogether(together, context)])).flat()
  const positions = new Map(entries.map((entry, at) => [entry, at]))
  // Every run is of one of the entries.
  const positionOf = (one: Run) => positions.get(one.entry) as number
  return runs.sort((a, b) => positionOf(a) - positionOf(b))
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

async function runEntry(entry: Entry, context: PassContext): Promise<Run> {
  const { pass, rim, signal } = context
  const startedAt = new Date().toISOString()
  const started = performance.now()
  const dialect = dialectOf(entry, rim)
  const payload = context.encode(dialect)
  const spanId = pass.event.trace === undefined ? undefined : rim.tracer?.newSpanId()
  // A function needs no environment.
  const environment =
    entry.call === undefined ? hookEnvironment(environmentRequest(entry, dialect, context, spanId)) : none
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
  const { outcome, notes } = interpretRaw(entry, raw, dialect, context)
  const allNotes = [...payload.notes, ...environment.notes, ...notes]
  const made = makeRun(newId(), entry, pass, raw, startedAt, durationMs, { outcome, notes: allNotes })
  return spanId === undefined ? made : { ...made, spanId }
}

const none: Environment = { env: {}, missing: {}, notes: [] }

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
  const waits = untilBudget(signal, budgetLeft(entry, rim))
  const release = entry.call === undefined ? await rim.slots.take(waits) : () => {}
  if (isBudgetOver(entry, rim) && !signal.aborted) {
    release?.()
    return overBudget(entry)
  }
  if (release === undefined || signal.aborted) {
    release?.()
    return endWithoutOutput({ kind: 'deadline', message: 'the event ended before the hook could start' })
  }
  try {
    const timeoutMs = Math.min(job.timeoutMs, budgetLeft(entry, rim) ?? job.timeoutMs)
    const raw = markBudget(await runSafely(runner, { ...job, timeoutMs }), entry, timeoutMs)
    return unlessTampered(raw, entry.trust, isTampered(job.event, rim))
  } finally {
    release()
  }
}

async function runSafely(runner: Runner, job: Job): Promise<Raw> {
  try {
    return await runner.run(job)
  } catch (error) {
    return engineFailure(error)
  }
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
