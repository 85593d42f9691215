/** Step: selects the hooks that run, with a reason for each other one. `fire` and `explain` share it. */

import { isAboutTool } from '../agents/agent-row.ts'
import { matchesNames } from '../agents/match-names.ts'
import { agentOfSource, trustRank } from '../agents/sources.ts'
import { commandLine } from '../command-line.ts'
import type { EditionRow } from '../editions.ts'
import type { Config, Entry, Event, Plan, Skipped, SourceName } from '../flow.ts'
import type { Matchers } from '../matchers/matcher.ts'
import type { AnsweredAgent, Dialect } from '../ports.ts'
import type { RealPath } from '../protocol/row.ts'

export interface SelectRim {
  readonly edition: EditionRow
  readonly matchers: Matchers
  readonly dialects: Readonly<Record<string, Dialect>>
  readonly realPath: RealPath
  /** The agent that gets the answers. */
  readonly agent?: Pick<AnsweredAgent, 'name'>
}

const noEntries: readonly Entry[] = []

export function select(event: Event, config: Config, rim: SelectRim): Plan {
  const configured = config.byEvent.get(event.name) ?? noEntries
  if (configured.length === 0) return { event: event.name, edition: rim.edition.name, entries: noEntries, skipped: [] }
  const subjects = once(() => ownSubjects(event, rim.realPath))
  // The list is copied only if an entry is skipped, because it may have a thousand.
  let selected: Entry[] | undefined
  const skipped: Skipped[] = []
  const limits = new Set<string>()
  for (let at = 0; at < configured.length; at++) {
    // `at` is a position of the list.
    const entry = configured[at] as Entry
    const reason = findSkipReason(entry, event, subjects, rim, limits)
    if (reason === undefined) selected?.push(entry)
    else {
      selected ??= configured.slice(0, at)
      skipped.push({ entry, ...reason })
    }
  }
  const entries = selected ?? configured
  const notes = limits.size === 0 ? {} : { notes: [...limits].map((matcher) => `matcher-limit:${matcher}`) }
  return dropDuplicates({ event: event.name, edition: rim.edition.name, entries, skipped, ...notes }, configured)
}

type Reason = Pick<Skipped, 'why' | 'detail'>

function findSkipReason(
  entry: Entry,
  event: Event,
  subjects: () => readonly string[],
  rim: SelectRim,
  limits: Set<string>,
): Reason | undefined {
  if (!rim.edition.events.has(event.name))
    return { why: 'edition', detail: `${event.name} is not an event of ${rim.edition.name}` }
  if (entry.held !== undefined && entry.held.why !== 'paused') return entry.held
  return (
    checkLoopLimit(entry, event, rim.edition) ??
    checkMatcher(entry, event, subjects, rim, limits) ??
    checkCondition(entry, event, rim) ??
    // Last, because the record of an event names only the pauses that made a difference to it.
    entry.held
  )
}

function checkLoopLimit(entry: Entry, event: Event, edition: EditionRow): Reason | undefined {
  const count = event.input.loop_count
  const limit = edition.loopCeiling ?? entry.loopLimit
  if (!event.row.loops || limit === null || typeof count !== 'number' || count < limit) return undefined
  return {
    why: 'loop-limit',
    detail: `loop_count ${count} has reached the limit of ${limit}: Stop hook auto-loop limit reached`,
  }
}

function checkMatcher(
  entry: Entry,
  event: Event,
  subjects: () => readonly string[],
  rim: SelectRim,
  limits: Set<string>,
): Reason | undefined {
  const matcher = entry.matcher
  if (matcher === undefined) return undefined
  const dialect = rim.dialects[entry.dialect]
  // The dialect decides what its matchers are tested against, otherwise the row. Null: the matcher is ignored here.
  const own = testedIn(dialect, event, matcher, subjects, rim)
  if (own === null) return undefined
  const tested = [...new Set([...own, ...hostNames(entry, event, matcher, subjects, rim)])]
  if (entry.onlyRestricts === true && isMuchWork(matcher, tested, rim)) {
    limits.add(matcher)
    return undefined
  }
  const matches = (expression: string, names: readonly string[]) =>
    rim.matchers.matches(expression, names, false, () => limits.add(matcher))
  if (matchesNames(dialect, event.name, matcher, tested, matches)) return undefined
  return { why: 'matcher', detail: `${JSON.stringify(matcher)} does not match ${formatList(tested)}` }
}

const testedIn = (
  dialect: Dialect | undefined,
  event: Event,
  matcher: string,
  subjects: () => readonly string[],
  { agent }: SelectRim,
) =>
  dialect?.subjects === undefined
    ? event.row.subject && subjects()
    : dialect.subjects(event, matcher, subjects(), dialect.name === agent?.name)

/**
 * The names of the call in the agent that makes it: a matcher may have these too. A negative expression means only names of its own
 * file's format, because it would match every other name.
 */
function hostNames(
  { dialect }: Entry,
  event: Event,
  matcher: string,
  subjects: () => readonly string[],
  rim: SelectRim,
): readonly string[] {
  const { agent, dialects } = rim
  if (agent === undefined || agent.name === dialect || !isAboutTool(event.name) || isNegative.test(matcher)) return []
  return testedIn(dialects[agent.name], event, matcher, subjects, rim) ?? []
}
const isNegative = /\(\?<?!|\[\^/

/** Matchers are tested before any hook runs, so those of an untrusted workspace get little work. Above it, they count as a match. */
const isMuchWork = (matcher: string, tested: readonly string[], { matchers }: SelectRim): boolean =>
  matchers.search(matcher, false).size * tested.reduce((sum, one) => sum + one.length, 0) > MAX_UNTRUSTED_WORK
const MAX_UNTRUSTED_WORK = 200_000

/** Checks the condition last, because it may have to read a shell command. */
function checkCondition({ condition, dialect }: Entry, event: Event, rim: SelectRim): Reason | undefined {
  if (condition === undefined || rim.dialects[dialect]?.meets?.(event, condition) !== false) return undefined
  return { why: 'matcher', detail: `the condition ${JSON.stringify(condition)} does not match this call` }
}

function ownSubjects(event: Event, realPath: RealPath): readonly string[] {
  // `stamp` has checked the input against this row.
  const found = event.row.subject?.(event.input as never, realPath) ?? []
  return found.filter((text): text is string => typeof text === 'string')
}

/** Drops an entry of an agent's settings if a native entry with the same command runs: it is the same hook twice (CONTRACT §4). */
function dropDuplicates(plan: Plan, configured: readonly Entry[]): Plan {
  if (!hasEntryOfAgent(plan.entries)) return plan
  const native = plan.entries.filter((entry) => !isOfAgent(entry))
  const isDuplicate = (entry: Entry) => isOfAgent(entry) && native.some((other) => isSameHook(other, entry))
  const duplicates = plan.entries.filter(isDuplicate)
  if (duplicates.length === 0) return plan
  const detail = 'the same command runs from a native hooks file for this event'
  const skipped = [...plan.skipped, ...duplicates.map((entry): Skipped => ({ entry, why: 'duplicate', detail }))]
  const positions = new Map(configured.map((entry, at) => [entry, at]))
  skipped.sort((a, b) => (positions.get(a.entry) ?? 0) - (positions.get(b.entry) ?? 0))
  return { ...plan, entries: plan.entries.filter((entry) => !isDuplicate(entry)), skipped }
}

/** The same command is the same hook only if it means the same file, is enforced, and comes from a source that is trusted no less. */
const isSameHook = (native: Entry, theirs: Entry): boolean =>
  theirs.command !== undefined &&
  commandLine(native) === commandLine(theirs) &&
  (native.cwd === theirs.cwd || namesWholePath(theirs)) &&
  !native.monitor &&
  // A stricter guard is not dropped for one that lets a failure pass.
  (theirs.failClosed !== true || native.failClosed === true) &&
  trustRank(native.origin.source) >= trustRank(theirs.origin.source)

const wholePath =
  /^(?:(?:sh|bash|zsh|dash|node|bun|python3?|ruby|perl)\s+)?["']?(?:\/|~\/|\$HOME["']?\/|\$\{HOME\}["']?\/)/
/** Whether the command means the same file in every directory: a path from the root or the home directory, alone or after an interpreter. */
const namesWholePath = (entry: Entry): boolean => wholePath.test(commandLine(entry) ?? '')

/** Neighbours are mostly of one source, which is then tested once. */
function hasEntryOfAgent(entries: readonly Entry[]): boolean {
  let native: SourceName | undefined
  for (const entry of entries) {
    if (entry.origin.source === native) continue
    if (isOfAgent(entry)) return true
    native = entry.origin.source
  }
  return false
}

const isOfAgent = (entry: Entry) => agentOfSource(entry.origin.source) !== undefined
/** Formats each list once, however many entries are tested against it. */
const lists = new WeakMap<readonly string[], string>()
function formatList(tested: readonly string[]): string {
  const known = lists.get(tested)
  if (known !== undefined) return known
  const text = tested.map((one) => JSON.stringify(clip(one))).join(', ')
  lists.set(tested, text)
  return text
}

const clip = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
