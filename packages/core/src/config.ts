/** Step: all that the sources found → one consistent, immutable reading, indexed by event. */
import type { Agent } from './agents/agent.ts'
import { agentOfSource, isUserSource, sourceRank } from './agents/sources.ts'
import { withUniqueIds } from './config/entry-id.ts'
import type { EditionRow } from './editions.ts'
import type { Config, Entry, Settings, SourceName } from './flow.ts'
import type { Loaded } from './ports.ts'
import type { EventName } from './protocol/events/index.ts'

export interface AssembleOptions {
  readonly edition: EditionRow
  readonly experiments?: readonly string[]
  /** Sources whose files the agent around this process runs by itself: held, so that nothing runs twice. */
  readonly hostOwned?: readonly SourceName[]
}

/** Order everywhere: priority, then the order in which the sources are given, then place in the file. */
export function assemble(loaded: readonly Loaded[], options: AssembleOptions): Config {
  const { edition } = options
  const ranked = loaded.flatMap((one) => one.entries)
  const settings = loaded
    .flatMap((one) => (one.settings === undefined ? [] : [one.settings]))
    .toSorted((a, b) => rank(a.source) - rank(b.source))
  const inForce = edition.ownFiles ? settings : settings.filter((one) => agentOfSource(one.source) !== undefined)
  const entries = withUniqueIds(
    ranked
      .toSorted((a, b) => rank(a.origin.source) - rank(b.origin.source))
      .map((entry) => skipUnread(entry, options) ?? skipHostOwned(entry, options) ?? skipSwitchedOff(entry, inForce) ?? entry),
  )
  return { entries, byEvent: byEvent(entries), problems: loaded.flatMap((one) => one.problems), settings: inForce }
}

/** The index, so that entries of other events cost nothing. */
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

/** What the edition does not read is held, not dropped: `explain` can say so. A broken file it does not read closes nothing. */
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
  if (origin.own && origin.source !== 'inline' && !edition.ownFiles)
    return `edition ${edition.name} does not read hookline.json`
  return edition.events.has(event) ? undefined : `edition ${edition.name} has no event ${event}`
}

/** No agent reads hookline.json, and a closed gate stays closed whoever runs the file. */
function skipHostOwned(entry: Entry, { hostOwned = [] }: AssembleOptions): Entry | undefined {
  const { source, own } = entry.origin
  if (own || entry.broken !== undefined || !hostOwned.includes(source)) return undefined
  return { ...entry, held: { why: 'host-owned', detail: `the agent runs ${source} hooks by itself` } }
}

/** Left out by `"<agent>": false` of the user or a managed file, or by the key of the agent's own file that switches hooks off. */
function skipSwitchedOff(entry: Entry, settings: readonly Settings[]): Entry | undefined {
  const agent = agentOfSource(entry.origin.source)
  if (agent === undefined) return undefined
  const by = settings.find((one) => switchesOff(one, entry, agent))
  if (by === undefined) return undefined
  const setting = agentOfSource(by.source) === undefined ? `"${agent.name}": false` : `"${agent.format?.offKey}": true`
  return { ...entry, held: { why: 'disabled', detail: `${setting} in ${by.file}` } }
}

/** What a project switches off is switched off in its own root only. */
function switchesOff({ source, values, root }: Settings, entry: Entry, agent: Agent): boolean {
  const other = agentOfSource(source)
  if (other === undefined) return source !== 'project' && values[agent.name] === false
  const key = agent.format?.offKey
  if (other !== agent || key === undefined || values[key] !== true) return false
  return isUserSource(source) || (root !== undefined && root === entry.origin.root)
}
