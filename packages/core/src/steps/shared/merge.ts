/** Merges the answers of several hooks (CONTRACT §6): the strictest verdict, joined texts, single values. */

import { trustRank } from '../../agents/sources.ts'
import type { EditionRow } from '../../editions.ts'
import type { Entry, Event, Plan, Reply, Run, Verdict } from '../../flow.ts'
import { type ReplyField, replyRows } from '../../protocol/reply.ts'
import type { JsonObject } from '../../schema.ts'

export const SEPARATOR = '\n\n---\n\n'
export const MAX_TEXT = 10_000

const rank: Readonly<Record<Verdict, number>> = { allow: 1, ask: 2, deny: 3 }

/** deny > ask > allow > no opinion. */
export const strictest = (a: Verdict | undefined, b: Verdict | undefined): Verdict | undefined =>
  a === undefined ? b : b === undefined || rank[a] >= rank[b] ? a : b

/** An entry that only observes is recorded with what it answered, which decides nothing. */
export const verdictOf = (run: Run): Verdict | undefined =>
  run.outcome.kind === 'silent' || run.entry.observes === true ? undefined : run.outcome.verdict
export const replyOf = (run: Run): Reply | undefined => (run.outcome.kind === 'silent' ? undefined : run.outcome.reply)

/** What it decides counts: it is not only monitored, and no person has approved the call. */
export const enforces = (run: Run): boolean => !run.entry.monitor && run.approved === undefined

/** Most of a thousand rules have none, and what merges opinions need not read them. */
export const hasOpinion = (run: Run): boolean => run.outcome.kind !== 'silent'

/** Configured order, whatever the order of completion; the same run twice counts once. */
export function inOrder(plan: Plan, runs: readonly Run[]): readonly Run[] {
  if (isInOrder(plan.entries, runs)) return runs
  const positions = new Map(plan.entries.map((entry, at) => [entry.id, at]))
  const positionOf = (run: Run) => positions.get(run.entry.id) ?? plan.entries.length
  const unique = [...new Map(runs.map((run) => [run.id, run])).values()]
  return unique.sort((a, b) => positionOf(a) - positionOf(b) || a.look - b.look || (a.id < b.id ? -1 : 1))
}

/** One run of each entry at most, in their order: what a single pass gives, so nothing has to be sorted. */
function isInOrder(entries: readonly Entry[], runs: readonly Run[]): boolean {
  let at = 0
  for (const { entry } of runs) {
    while (at < entries.length && entries[at] !== entry) at++
    if (at++ === entries.length) return false
  }
  return true
}

/** All items in one list. Nothing is copied if one list has them all: a thousand rules have a thousand runs. */
export function concat<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const filled = lists.filter(({ length }) => length > 0)
  const [first, second] = filled
  if (first !== undefined && second === undefined) return first
  const all: T[] = []
  return all.concat(...filled)
}

/** Joins texts, each once, without empty ones. */
export function joinDistinct(parts: readonly (string | undefined)[]): string | undefined {
  const distinct = [...new Set(parts.filter((text) => text !== undefined && text !== ''))]
  return distinct.length === 0 ? undefined : distinct.join(SEPARATOR)
}

/** Joins each hook's text once, in source order, without empty ones. */
export function joinMessages(runs: readonly Run[], textOf: (run: Run) => string | undefined): string | undefined {
  const seen = new Set<string>()
  const messages: string[] = []
  for (const run of runs) {
    const text = textOf(run)
    const key = `${run.entry.id}\0${text}`
    if (text === undefined || text === '' || seen.has(key)) continue
    seen.add(key)
    messages.push(text)
  }
  return messages.length === 0 ? undefined : messages.join(SEPARATOR)
}

/** The value of a field that can have only one. A hook that refuses never provides it. */
export function single<F extends ReplyField>(
  runs: readonly Run[],
  field: F,
  edition: EditionRow,
): { readonly run: Run; readonly value: NonNullable<Reply[F]> } | undefined {
  const speaking = runs.filter((run) => speaks(run) && hasValue(field, replyOf(run)?.[field]))
  const run = edition.single === 'first' ? speaking[0] : speaking.at(-1)
  // `speaking` holds only runs whose reply has this field.
  return run === undefined ? undefined : { run, value: replyOf(run)?.[field] as NonNullable<Reply[F]> }
}

/** Empty text counts as no value, except as the new form of what it replaces: a file may be emptied. */
const hasValue = (field: ReplyField, value: unknown) =>
  value !== undefined && value !== null && (value !== '' || replyRows[field].replaces !== undefined)

/** Reply fields count only from a hook that replied and did not refuse. */
export const speaks = (run: Run): boolean => run.outcome.kind === 'replied' && run.outcome.verdict !== 'deny'

export function mergeEnv(runs: readonly Run[], edition: EditionRow): Readonly<Record<string, string>> | undefined {
  const inPriority = edition.single === 'first' ? runs : [...runs].reverse()
  const env: Record<string, string> = {}
  for (const run of inPriority) {
    if (!speaks(run)) continue
    for (const [name, value] of Object.entries(replyOf(run)?.env ?? {}))
      if (!Object.hasOwn(env, name)) env[name] = value
  }
  return Object.keys(env).length === 0 ? undefined : env
}

export function mergePaths(runs: readonly Run[]): readonly string[] | undefined {
  const paths = new Set(runs.filter(speaks).flatMap((run) => replyOf(run)?.pluginPaths ?? []))
  return paths.size === 0 ? undefined : [...paths]
}

export interface Rewrite {
  readonly author: Run
  readonly field: ReplyField
  readonly value: unknown
  readonly input: JsonObject
}

/** The rewrites of the first pass, one stage after the other. */
export interface Rewrites {
  /** Each was the input of the stages after it. */
  readonly chain: readonly Rewrite[]
  /** A hook that rewrote what a hook of a more trusted source had rewritten. The act is refused. */
  readonly clash?: { readonly author: Rewrite; readonly other: Run }
}

export function traceRewrites(event: Event, ordered: readonly Run[], edition: EditionRow): Rewrites {
  const chain: Rewrite[] = []
  const counting = ordered.filter((run) => run.look === 1 && enforces(run))
  for (const runs of groupByStage(counting, ({ entry }) => entry)) {
    const rewrite = rewriteOf(event, chain.at(-1)?.input ?? event.input, runs, edition)
    if (rewrite === undefined) continue
    const author = chain.find((one) => rankOf(one.author) > rankOf(rewrite.author))
    if (author !== undefined) return { chain, clash: { author, other: rewrite.author } }
    chain.push(rewrite)
  }
  return { chain }
}

const rankOf = ({ entry }: Run): number => trustRank(entry.origin.source)

/** The rewrite that holds after the first pass, if one changes something. */
export function lastRewrite(event: Event, chain: readonly Rewrite[]): Rewrite | undefined {
  const last = chain.at(-1)
  // A later hook may have restored what the host sent.
  return chain.length > 1 && isSameJson(last?.input, event.input) ? undefined : last
}

/** The rewrite of one stage, if it changes its input. */
function rewriteOf(event: Event, input: JsonObject, runs: readonly Run[], edition: EditionRow): Rewrite | undefined {
  for (const field of event.row.reply) {
    const replaces = replyRows[field].replaces
    if (replaces === undefined) continue
    const won = single(runs, field, edition)
    if (won === undefined || isSameJson(won.value, input[replaces])) continue
    return { author: won.run, field, value: won.value, input: { ...input, [replaces]: won.value } }
  }
  return undefined
}

/** Hooks without an order come first. */
export const stageOf = ({ order = -1 }: Entry): number => order

/** Hooks without an order, then those of each number. */
export function groupByStage<T>(items: readonly T[], entryOf: (item: T) => Entry): readonly (readonly T[])[] {
  if (!items.some((item) => entryOf(item).order !== undefined)) return [items]
  const stages = [...new Set(items.map((item) => stageOf(entryOf(item))))].sort((a, b) => a - b)
  return stages.map((stage) => items.filter((item) => stageOf(entryOf(item)) === stage))
}

/** Equal as JSON, whatever the order of keys. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  // Both are objects or lists here, so any key of theirs can be read.
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) && isSameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  )
}
