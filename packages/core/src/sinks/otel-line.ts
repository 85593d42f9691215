/** What OpenTelemetry gets of an event: names, ids and times. No input, output, message, label or path. Pure. */
import type { HookRecord, Run, Skipped, Trace } from '../flow.ts'
import type { JsonObject } from '../schema.ts'
import type { Purpose } from './log-record.ts'

/** One line of the spool. */
export interface OtelLine {
  readonly id: string
  /** When the event began. */
  readonly at: string
  readonly durationMs: number
  readonly event: string
  readonly verdict: string
  readonly effect: string
  readonly reason: string
  readonly failure?: string
  readonly agent?: string
  readonly agentVersion?: string
  readonly model?: string
  readonly session?: string
  readonly purpose?: Purpose
  readonly unenforced?: string
  /** The id of the event, where these are its background hooks. */
  readonly of?: string
  readonly trace?: Omit<Trace, 'state'>
  readonly runs: readonly OtelRun[]
  /** How many runs are not in `runs`. */
  readonly moreRuns?: number
  /** How many hooks did not run, by reason. */
  readonly skipped: Readonly<Record<string, number>>
}
export interface OtelRun {
  readonly id: string
  readonly spanId?: string
  readonly hook: string
  readonly type: string
  readonly source: string
  readonly pack?: string
  /** The rule of a pack that decided: `<pack>/<id>`. */
  readonly rule?: string
  readonly outcome: string
  readonly failure?: string
  readonly at: string
  readonly durationMs: number
  readonly exitCode?: number
  readonly monitor?: true
  readonly pass?: 2
  readonly usage?: { readonly model?: string; readonly inputTokens?: number; readonly outputTokens?: number }
}

/** An event may have a thousand rules. Those that decided or failed come first. */
const MAX_RUNS = 128

export interface OtelFacts {
  readonly agent?: string
  readonly purpose?: Purpose
}

export function toOtelLine(record: HookRecord, { agent, purpose }: OtelFacts): OtelLine {
  const { effect, trace, of } = record
  const { because, runs } = effect
  const isQuiet = ({ outcome }: Run) => outcome.kind === 'silent'
  const listed =
    runs.length <= MAX_RUNS
      ? runs
      : [...runs.filter((run) => !isQuiet(run)), ...runs.filter(isQuiet)].slice(0, MAX_RUNS)
  return {
    id: record.id,
    at: record.at,
    durationMs: hundredths(record.durationMs),
    event: effect.event,
    verdict: effect.verdict,
    effect: effect.kind,
    reason: because.rule,
    ...given('failure', because.failure),
    ...given('agent', idOf(agent)),
    ...factsOf(record),
    ...given('session', idOf(record.sessionId)),
    ...given('purpose', purpose),
    ...given('unenforced', effect.unenforced),
    ...given('of', of),
    ...(trace === undefined ? {} : { trace: withoutState(trace) }),
    runs: listed.map(toOtelRun),
    ...(listed.length === runs.length ? {} : { moreRuns: runs.length - listed.length }),
    skipped: countReasons(effect.plan.skipped),
  }
}

function toOtelRun(run: Run): OtelRun {
  const { entry, outcome, usage } = run
  return {
    id: run.id,
    ...given('spanId', run.spanId),
    hook: entry.id,
    type: entry.type,
    source: entry.origin.source,
    ...given('pack', nameOf(entry.pack)),
    ...given('rule', nameOf(run.rule)),
    outcome: outcomeOf(outcome),
    ...(outcome.kind === 'failed' ? { failure: outcome.code } : {}),
    at: run.startedAt,
    durationMs: hundredths(run.durationMs),
    ...given('exitCode', run.exitCode),
    ...(entry.monitor ? { monitor: true } : {}),
    ...(run.look === 2 ? { pass: 2 } : {}),
    ...(usage === undefined || usage.cached
      ? {}
      : {
          usage: {
            ...given('model', nameOf(usage.model)),
            ...given('inputTokens', usage.inputTokens),
            ...given('outputTokens', usage.outputTokens),
          },
        }),
  }
}

/** The verdict of the hook if it gave one, otherwise how it ended. */
const outcomeOf = (outcome: Run['outcome']): string =>
  outcome.kind === 'failed' ? 'failed' : outcome.kind === 'silent' ? 'no-opinion' : (outcome.verdict ?? 'no-opinion')

/** What the host says of itself. What it did not say is not a fact. */
function factsOf({ effect, assumed = [] }: HookRecord): Pick<OtelLine, 'agentVersion' | 'model'> {
  // Every event's input is a JSON object, and only common fields are read here.
  const { cursor_version, model } = effect.input as JsonObject
  return {
    ...(assumed.includes('cursor_version') ? {} : given('agentVersion', idOf(cursor_version))),
    ...(assumed.includes('model') ? {} : given('model', nameOf(model))),
  }
}

/** An agent fills these fields, so only what has the shape of a name or an id passes: a path or a sentence does not. */
const idShape = /^(?!\.)[\w.:@+-]{1,128}$/
const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && idShape.test(value) ? value : undefined
/** `<pack>/<rule>`, `<provider>/<model>`. */
const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.split('/').length <= 2 && value.split('/').every((part) => idShape.test(part))
    ? value
    : undefined

function countReasons(skipped: readonly Skipped[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { why } of skipped) counts[why] = (counts[why] ?? 0) + 1
  return counts
}

const withoutState = ({ traceId, spanId, parentId, isSampled }: Trace): Omit<Trace, 'state'> => ({
  traceId,
  spanId,
  isSampled,
  ...given('parentId', parentId),
})

const given = <K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } =>
  // The key is the only one.
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: T })

const hundredths = (ms: number): number => Math.round(ms * 100) / 100
