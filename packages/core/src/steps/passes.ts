/** Which hooks run when, and on which input: the stages of the first pass, the second pass after a rewrite, and the hooks that only restrict. */
import type { EditionRow } from '../editions.ts'
import type { Entry, Event, Plan, Run, Skipped } from '../flow.ts'
import type { PassResult } from './run.ts'
import type { Pass } from './run-parts.ts'
import {
  concat,
  enforces,
  groupByStage,
  hasOpinion,
  inOrder,
  isSameJson,
  lastRewrite,
  replyOf,
  stageOf,
  strictest,
  traceRewrites,
  verdictOf,
} from './shared/merge.ts'

const runsLast = ({ onlyRestricts }: Entry): boolean => onlyRestricts === true

/** All hooks but those that only restrict, which run last. */
const firstEntries = (plan: Plan): readonly Entry[] =>
  plan.entries.some(runsLast) ? plan.entries.filter((entry) => !runsLast(entry)) : plan.entries

export const stagesOf = (entries: readonly Entry[]): readonly (readonly Entry[])[] =>
  groupByStage(entries, (entry) => entry)

/** What the stages have given so far. `decided` has the runs as they count, with the approvals of a person. */
interface StagesResult<Decided extends { readonly runs: readonly Run[] }> extends PassResult {
  readonly decided: readonly Decided[]
}

/**
 * Runs one stage after the other. Each gets the input as the stage before left it. After an enforced denial, no later stage runs:
 * it would judge an act that does not happen.
 */
export async function runStages<Decided extends { readonly runs: readonly Run[] }>(
  event: Event,
  plan: Plan,
  edition: EditionRow,
  start: (pass: Pass) => Promise<PassResult>,
  decideOn: (runs: readonly Run[]) => Decided,
): Promise<StagesResult<Decided>> {
  const stages = stagesOf(firstEntries(plan))
  let runs: readonly Run[] = []
  const decided: Decided[] = []
  for (const [at, entries] of stages.entries()) {
    const before = concat(...decided.map((one) => one.runs))
    const next = nextPass(event, plan, entries, before, edition)
    if (next === undefined) return { runs, decided, skipped: stages.slice(at).flat().map(skipAfterDenial) }
    const done = await start(next)
    runs = concat(runs, done.runs)
    decided.push(decideOn(done.runs))
    // Only an edition without stages skips hooks after an answer.
    if (done.skipped.length > 0) return { runs, decided, skipped: done.skipped }
  }
  return { runs, decided, skipped: [] }
}

/** Undefined: the stages before have refused. */
function nextPass(
  event: Event,
  plan: Plan,
  entries: readonly Entry[],
  before: readonly Run[],
  edition: EditionRow,
): Pass | undefined {
  const ordered = inOrder(plan, before).filter(hasOpinion)
  const { chain, clash } = traceRewrites(event, ordered, edition)
  if (clash !== undefined || isDenied(ordered)) return undefined
  return onInput(event, entries, 1, chain.at(-1))
}

const onInput = (event: Event, entries: readonly Entry[], number: 1 | 2, rewrite: Rewritten | undefined): Pass =>
  rewrite === undefined
    ? { event, entries, number }
    : { event: { ...event, input: rewrite.input }, entries, number, rewrittenBy: rewrite.author.entry.id }
type Rewritten = NonNullable<ReturnType<typeof lastRewrite>>

const skipAfterDenial = (entry: Entry): Skipped => ({
  entry,
  why: 'earlier-deny',
  detail: 'a hook that runs before it denied',
})

const isDenied = (ordered: readonly Run[]): boolean =>
  ordered.filter(enforces).map(verdictOf).reduce(strictest, undefined) === 'deny'

/** After a rewrite, all hooks that have not seen the final form see it, except its authors. A refused event needs no second pass. */
export function secondPass(event: Event, plan: Plan, runs: readonly Run[], edition: EditionRow): Pass | undefined {
  if (!edition.secondPass) return undefined
  const ordered = inOrder(plan, runs).filter(hasOpinion)
  const { chain, clash } = traceRewrites(event, ordered, edition)
  const last = chain.at(-1)
  if (last === undefined || clash !== undefined || isDenied(ordered)) return undefined
  const authors = new Set(
    ordered.filter((run) => isSameJson(replyOf(run)?.[last.field], last.value)).map((run) => run.entry.id),
  )
  /** The input that a hook of this stage was given. */
  const seenAt = (stage: number) => chain.findLast(({ author }) => stageOf(author.entry) < stage)?.input ?? event.input
  const entries = plan.entries.filter(
    (entry) =>
      !authors.has(entry.id) &&
      entry.broken === undefined &&
      !runsLast(entry) &&
      !isSameJson(seenAt(stageOf(entry)), last.input),
  )
  return entries.length === 0 ? undefined : onInput(event, entries, 2, last)
}

/**
 * Entries that only restrict run last, on the input as the others left it. So they cannot take time from the others, and what runs is
 * what they judged. After a refusal there is nothing left to restrict.
 */
export function restrictingPass(event: Event, plan: Plan, runs: readonly Run[], edition: EditionRow): Pass | undefined {
  const entries = plan.entries.filter(runsLast)
  if (entries.length === 0) return undefined
  const ordered = inOrder(plan, runs).filter(hasOpinion)
  if (isDenied(ordered)) return undefined
  const rewrite = lastRewrite(event, traceRewrites(event, ordered, edition).chain)
  return onInput(event, entries, rewrite === undefined ? 1 : 2, rewrite)
}

/** The time for all of them together. */
const MAX_PASS_MS = 5_000

export const restrictingUntil = (until: number): number => Math.min(until, performance.now() + MAX_PASS_MS)
