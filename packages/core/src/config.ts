/** Step: combines the entries of all sources into one immutable configuration, indexed by event. */
import type { Agent } from './agents/agent.ts'
import { agentOfSource, isManagedSource, isUserSource, sourceRank } from './agents/sources.ts'
import { withUniqueIds } from './config/entry-id.ts'
import { pauseEntry } from './config/pauses.ts'
import { isStronger, reaches } from './config/reach.ts'
import { startsOwnProcess, withSandboxForAll } from './config/read-sandbox.ts'
import type { EditionRow } from './editions.ts'
import type { Config, Entry, SandboxLevel, Settings, SourceName } from './flow.ts'
import type { Loaded } from './ports.ts'
import type { EventName } from './protocol/events/index.ts'
import { isObject } from './schema.ts'

export interface AssembleOptions {
  readonly edition: EditionRow
  readonly experiments?: readonly string[]
  /** Sources whose hooks the calling agent runs itself. They are skipped, so that no hook runs twice. */
  readonly hostOwned?: readonly SourceName[]
}

/** Entries are ordered by priority, then by the order of the sources, then by their position in the file. */
export function assemble(loaded: readonly Loaded[], options: AssembleOptions): Config {
  const { edition } = options
  const ranked = loaded.flatMap((one) => one.entries)
  const settings = loaded
    .flatMap(({ settings: own, settingsOfFiles = [] }) => [...(own === undefined ? [] : [own]), ...settingsOfFiles])
    .toSorted((a, b) => rank(a.source) - rank(b.source))
  const activeSettings = edition.ownFiles ? settings : settings.filter((one) => agentOfSource(one.source) !== undefined)
  const entries = withUniqueIds(
    ranked
      .toSorted((a, b) => rank(a.origin.source) - rank(b.origin.source))
      .map(
        (entry) =>
          skipUnread(entry, options) ??
          skipUnmanaged(entry, activeSettings) ??
          skipHostOwned(entry, options) ??
          skipSwitchedOff(entry, activeSettings) ??
          entry,
      )
      .map((entry) => withCleanEnvironment(entry, activeSettings))
      .map((entry) => withSandboxForAll(entry, activeSettings)),
  ).map((entry) => withBudget(withMonitor(entry, activeSettings), activeSettings))
  return {
    entries,
    byEvent: byEvent(entries),
    problems: loaded.flatMap((one) => one.problems),
    settings: activeSettings,
  }
}

/** Indexes entries by event, so that those of other events take no time. */
export function byEvent(entries: readonly Entry[]): ReadonlyMap<EventName, readonly Entry[]> {
  const index = new Map<EventName, Entry[]>()
  for (const entry of entries) {
    const list = index.get(entry.event)
    if (list === undefined) index.set(entry.event, [entry])
    else list.push(entry)
  }
  return index
}

const rank = (source: Entry['origin']['source']): number => sourceRank(source)

/** An entry that the edition does not read is skipped, not dropped, so that `explain` can show it. Its file closes no gate. */
function skipUnread(entry: Entry, options: AssembleOptions): Entry | undefined {
  const detail = whyUnread(entry, options)
  if (detail === undefined) return undefined
  const { broken: _, ...rest } = entry
  return { ...rest, held: { why: 'edition', detail } }
}

function whyUnread({ origin, event }: Entry, { edition, experiments = [] }: AssembleOptions): string | undefined {
  const read = edition.sources[origin.source]
  if (read === undefined) return `edition ${edition.name} does not read ${origin.source} hooks`
  if (read !== true && !experiments.includes(read.experiment))
    return `edition ${edition.name} reads ${origin.source} hooks only with the experiment ${read.experiment}`
  if (origin.own && !['inline', 'team'].includes(origin.source) && !edition.ownFiles)
    return `edition ${edition.name} does not read hookline.json`
  return edition.events.has(event) ? undefined : `edition ${edition.name} has no event ${event}`
}

/** Skips what no organisation, team or embedder configured, if one of the first two admits nothing else. */
function skipUnmanaged(entry: Entry, settings: readonly Settings[]): Entry | undefined {
  const { source } = entry.origin
  if (isManagedSource(source) || source === 'inline') return undefined
  const by = settings.find((one) => isManagedSource(one.source) && one.values.managedOnly === true)
  if (by === undefined) return undefined
  const { broken: _, ...rest } = entry
  return { ...rest, held: { why: 'managed-only', detail: `"managedOnly": true in ${by.file}` } }
}

/** Skips entries that the agent runs itself. No agent reads `own` files, and a closed gate stays closed in any case. */
function skipHostOwned(entry: Entry, { hostOwned = [] }: AssembleOptions): Entry | undefined {
  const { source, own } = entry.origin
  if (own || entry.broken !== undefined || !hostOwned.includes(source)) return undefined
  return { ...entry, held: { why: 'host-owned', detail: `the agent runs ${source} hooks itself` } }
}

/** Skips entries that `"<agent>": false` in a user or managed file switches off, or the off switch in the agent's own file. */
function skipSwitchedOff(entry: Entry, settings: readonly Settings[]): Entry | undefined {
  const agent = agentOfSource(entry.origin.source)
  if (agent === undefined) return undefined
  const by = settings.find((one) => switchesOff(one, entry, agent))
  if (by === undefined) return undefined
  const setting = agentOfSource(by.source) === undefined ? `"${agent.name}": false` : `"${agent.format?.offKey}": true`
  return { ...entry, held: { why: 'disabled', detail: `${setting} in ${by.file}` } }
}

/** A project can switch hooks off only in its own root. */
function switchesOff({ source, values, root }: Settings, entry: Entry, agent: Agent): boolean {
  const other = agentOfSource(source)
  if (other === undefined) return source !== 'project' && values[agent.name] === false
  const key = agent.format?.offKey
  if (other !== agent || key === undefined || values[key] !== true) return false
  return isUserSource(source) || (root !== undefined && root === entry.origin.root)
}

/** Applies `environmentForAll`. A source that is trusted as much can exempt its own hooks. */
function withCleanEnvironment(entry: Entry, settings: readonly Settings[]): Entry {
  if (entry.environment === 'clean') return entry
  const { origin } = entry
  const by = settings.filter((one) => one.values.environmentForAll === 'clean' && reaches(one, origin, 'confines'))
  if (by.length === 0) return entry
  const isExempt = entry.environment === 'inherit' && !by.some((one) => isStronger(one, origin))
  if (isExempt) return entry
  // Its `env` counts only beside its own "clean"; headers of an HTTP hook need theirs.
  const { env, ...rest } = entry
  return { ...rest, ...(entry.type === 'http' && env !== undefined ? { env } : {}), environment: 'clean' }
}

/** Applies `monitor`. A closed gate stays closed. */
function withMonitor(entry: Entry, settings: readonly Settings[]): Entry {
  if (entry.monitor || entry.broken !== undefined) return entry
  const { id, event, name, pack, origin } = entry
  const isListed = (file: Settings) =>
    reaches(file, origin, 'loosens') &&
    Array.isArray(file.values.monitor) &&
    file.values.monitor.some((one) => [id, event, origin.source, name, pack].includes(one))
  return settings.some(isListed) ? { ...entry, monitor: true } : entry
}

/** Applies `budget`: the shortest of the files that are trusted as much as the entry. So no file cuts short what a higher one says. */
function withBudget(entry: Entry, settings: readonly Settings[]): Entry {
  if (entry.broken !== undefined) return entry
  const times = settings.flatMap((one) =>
    reaches(one, entry.origin, 'loosens') ? budgetAt(one.values.budget, entry.event) : [],
  )
  return times.length === 0 ? entry : { ...entry, budgetMs: Math.min(...times) }
}

function budgetAt(budget: unknown, event: EventName): readonly number[] {
  if (!isObject(budget)) return []
  const ms = isTime(budget[event]) ? budget[event] : budget.all
  return isTime(ms) ? [ms] : []
}
const isTime = (value: unknown): value is number => typeof value === 'number' && value > 0

/** Skips the entries that their team has paused for now. */
export function applyPauses(config: Config, now: number): Config {
  if (config.entries.every(({ pauses }) => pauses === undefined)) return config
  const entries = config.entries.map((entry) => pauseEntry(entry, now))
  return { ...config, entries, byEvent: byEvent(entries) }
}

/** Entries whose sandbox this machine does not have fail, which closes their gates. */
export function closeUnavailable(config: Config, whyNot: (level: SandboxLevel) => string | undefined): Config {
  if (config.entries.every((entry) => neededSandbox(entry) === undefined)) return config
  const reasons = new Map<SandboxLevel, string | undefined>()
  const reasonFor = (level: SandboxLevel) => {
    if (!reasons.has(level)) reasons.set(level, whyNot(level))
    return reasons.get(level)
  }
  const close = (entry: Entry): Entry => {
    const level = neededSandbox(entry)
    const message = level === undefined ? undefined : reasonFor(level)
    return message === undefined ? entry : { ...entry, unrunnable: { code: 'sandbox', message } }
  }
  const entries = config.entries.map(close)
  return { ...config, entries, byEvent: byEvent(entries) }
}

/** The sandbox in which the process of an entry is started, if it is. */
function neededSandbox(entry: Entry): SandboxLevel | undefined {
  const { sandbox, call, held, broken, unrunnable } = entry
  if (sandbox === undefined || sandbox === 'none' || !startsOwnProcess(entry)) return undefined
  return (call ?? held ?? broken ?? unrunnable) === undefined ? sandbox : undefined
}
