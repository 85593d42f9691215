/** Runs the hooks of an event that need no process of their own in one go, so that a thousand rules read the event once. */
import type { EditionRow } from '../editions.ts'
import { environmentNotes } from '../environment.ts'
import { type Entry, endWithoutOutput, type Raw, type Run } from '../flow.ts'
import { createIds } from '../ids.ts'
import type { Batch, BatchResult, Dialect, Runner } from '../ports.ts'
import type { Meaning } from './interpret.ts'
import {
  dialectOf,
  engineFailure,
  environmentRequest,
  interpretRaw,
  isTampered,
  makeRun,
  type PassContext,
  type RunRim,
  unlessTampered,
} from './run-parts.ts'
import { isBudgetOver } from './shared/budget.ts'

/** Whether the entry's runner can run it together with others. */
export const runsTogether = (entry: Entry, rim: RunRim): boolean =>
  entry.call === undefined &&
  entry.broken === undefined &&
  entry.unrunnable === undefined &&
  !isBudgetOver(entry, rim) &&
  rim.runners[entry.type]?.runAll !== undefined

/** The runs are in the order of the entries, all of which run together. */
export async function runTogether(entries: readonly Entry[], context: PassContext): Promise<readonly Run[]> {
  const groups = groupEntries(entries, context.rim)
  const [only] = groups
  if (only !== undefined && groups.length === 1) return runGroup(only, context)
  return (await Promise.all(groups.map((group) => runGroup(group, context)))).flat()
}

/** Neighbours of one type that read the same payload, and are all trusted or all not. */
interface Group {
  readonly runner: Runner
  readonly dialect: Dialect
  readonly entries: readonly Entry[]
}

function groupEntries(entries: readonly Entry[], rim: RunRim): readonly Group[] {
  const groups: Group[] = []
  for (let start = 0, end = 0; start < entries.length; start = end) {
    // `start` is a position of the list.
    const first = entries[start] as Entry
    const dialect = dialectOf(first, rim)
    // `runsTogether` has found the runner.
    const runner = rim.runners[first.type] as Runner
    const isSame = (entry: Entry | undefined) =>
      entry !== undefined &&
      rim.runners[entry.type] === runner &&
      dialectOf(entry, rim) === dialect &&
      entry.onlyRestricts === first.onlyRestricts
    while (isSame(entries[end])) end++
    // Most events have one group, whose list need not be copied.
    groups.push({ runner, dialect, entries: end - start === entries.length ? entries : entries.slice(start, end) })
  }
  return groups
}

async function runGroup(group: Group, context: PassContext): Promise<readonly Run[]> {
  const { pass, signal } = context
  const startedAt = new Date().toISOString()
  const started = performance.now()
  const { text, notes } = context.encode(group.dialect)
  const { raws, endedAt } = signal.aborted ? endedEarly(group.entries) : await startGroup(group, text, context)
  const readFindings = findingsOf(group.dialect, notes, context)
  const nextId = createIds()
  return group.entries.map((entry, at) => {
    // There is a result for each entry.
    const raw = raws[at] as Raw
    // And a time.
    const ended = endedAt[at] as number
    return makeRun(nextId(), entry, pass, raw, startedAt, ended - started, readFindings(entry, raw))
  })
}

const tooLate = endWithoutOutput({ kind: 'deadline', message: 'the event ended before the hook could start' })

const endedEarly = (entries: readonly Entry[]): BatchResult => {
  const now = performance.now()
  return { raws: entries.map(() => tooLate), endedAt: entries.map(() => now) }
}

async function startGroup({ runner, entries }: Group, stdin: string, { pass, rim }: PassContext): Promise<BatchResult> {
  const { event } = pass
  const batch = { entries, event, stdin, ...(rim.until === undefined ? {} : { until: rim.until }) }
  const result = await runSafely(runner, batch)
  const tampered = onceForEach(isTampered(event, rim))
  if (!entries.some(({ trust }) => (trust === 'trusted' || trust === 'managed') && tampered(trust))) return result
  // There is an entry for each result.
  const trustOf = (at: number) => (entries[at] as Entry).trust
  return { ...result, raws: result.raws.map((raw, at) => unlessTampered(raw, trustOf(at), tampered)) }
}

/** If the runner fails, each hook runs once more by itself, so that only those fail that are the reason. */
async function runSafely(runner: Runner, batch: Batch): Promise<BatchResult> {
  // `runsTogether` has found the method.
  const run = runner.runAll as NonNullable<Runner['runAll']>
  try {
    return await run(batch)
  } catch (error) {
    if (batch.entries.length === 1) return { raws: [engineFailure(error)], endedAt: [performance.now()] }
    const results: BatchResult[] = []
    for (const entry of batch.entries) results.push(await runSafely(runner, { ...batch, entries: [entry] }))
    return { raws: results.flatMap(({ raws }) => raws), endedAt: results.flatMap(({ endedAt }) => endedAt) }
  }
}

/** What a result means and the notes of its run. Entries that differ in nothing that is read for it share one finding. */
function findingsOf(
  dialect: Dialect,
  payloadNotes: readonly string[],
  context: PassContext,
): (entry: Entry, raw: Raw) => Meaning {
  let last: { readonly entry: Entry; readonly raw: Raw; readonly found: Meaning } | undefined
  const environmentNotesOf = notesByOrigin(dialect, context)
  return (entry, raw) => {
    if (last !== undefined && last.raw === raw && isAlike(last.entry, entry)) return last.found
    const { outcome, notes } =
      raw.reply === undefined
        ? interpretRaw(entry, raw, dialect, context)
        : interpretReply(entry, raw, dialect, context)
    const found = { outcome, notes: [...payloadNotes, ...environmentNotesOf(entry), ...notes] }
    // A result of its own is not repeated, and would only displace the one that is.
    if (raw.reply === undefined) last = { entry, raw, found }
    return found
  }
}

/** What replies mean that may come again, at which event and for which entry. */
const knownMeanings = new WeakMap<
  Raw,
  { readonly entry: Entry; readonly edition: EditionRow; readonly meaning: Meaning }
>()

/** Most replies of rules are the same at every event. The meaning is frozen, because later events share it. */
function interpretReply(entry: Entry, raw: Raw, dialect: Dialect, context: PassContext): Meaning {
  const { edition } = context.rim
  const known = knownMeanings.get(raw)
  if (known?.entry === entry && known.edition === edition) return known.meaning
  const meaning = interpretRaw(entry, raw, dialect, context)
  Object.freeze(meaning.outcome)
  if (meaning.outcome.kind !== 'silent' && meaning.outcome.reply !== undefined) Object.freeze(meaning.outcome.reply)
  knownMeanings.set(raw, { entry, edition, meaning })
  return meaning
}

/** The steps after this read nothing else of an entry of the same type. */
const isAlike = (a: Entry, b: Entry): boolean =>
  a.failClosed === b.failClosed &&
  a.observes === b.observes &&
  a.onlyRestricts === b.onlyRestricts &&
  hasSameOrigin(a, b)

const hasSameOrigin = (a: Entry, b: Entry): boolean =>
  a.origin.source === b.origin.source && a.origin.root === b.origin.root && a.cwd === b.cwd

function notesByOrigin(dialect: Dialect, context: PassContext): (entry: Entry) => readonly string[] {
  let last: { readonly entry: Entry; readonly notes: readonly string[] } | undefined
  return (entry) => {
    if (last === undefined || !hasSameOrigin(last.entry, entry))
      last = { entry, notes: environmentNotes(environmentRequest(entry, dialect, context)) }
    return last.notes
  }
}

function onceForEach<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    // It was set above.
    return made.get(key) as V
  }
}
