/** What trust is bound to, and what a root's entries become by it. Pure: hashing is handed in. */
import { agents } from '../../agents/list.ts'
import { isProjectSource } from '../../agents/sources.ts'
import type { Entry, Settings } from '../../flow.ts'
import type { Loaded, TrustRequest } from '../../ports.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { brokenEntry, closesGate } from '../entry.ts'
import { canonical, type Node, parseJsonc, start } from '../jsonc.ts'
import { createReader, type SourceInfo, type ReadOptions } from '../reader.ts'

/** One approved thing, as a person reads it in a diff. */
export interface TrustItem {
  readonly file: string
  /** Absent for settings. */
  readonly event?: EventName
  readonly text: string
}
/** One file, and whether it can be run by itself: without that a guard only fails. */
export type BoundFile = TrustRequest['files'][number] & { readonly executable?: boolean }
/** What trust is bound to beside the entries themselves. */
export interface Bound {
  /** Named by commands. */
  readonly files: readonly BoundFile[]
  /** The files that the entries stand in, or could. */
  readonly configs: readonly BoundFile[]
  /** More than can be compared before each run: it cannot be trusted. */
  readonly excess?: string
}
/** A plugin directory inside a root: all its files as one hash. It is named only when a hook runs, so it is no part of the fingerprint. */
export interface TrustedPlugin {
  /** Seen from the root. */
  readonly path: string
  readonly sha256: string
  readonly gates: readonly EventName[]
  readonly items: readonly TrustItem[]
}
export interface TrustContent extends Bound {
  readonly plugins?: readonly TrustedPlugin[]
  readonly root: string
  readonly fingerprint: string
  readonly items: readonly TrustItem[]
  /** The gates that these entries hold. */
  readonly gates: readonly EventName[]
}
export type TrustVerdict = 'trusted' | 'followed' | 'changed' | 'untrusted'

/** A workspace's own sources: those that need trust. */
export const needsTrust = (entry: Entry): boolean => isProjectSource(entry.origin.source)

/** One that a workspace brings along itself: somebody named it, but its files are the workspace's. */
const isPluginInside = (entry: Entry): boolean => entry.origin.source === 'plugin' && entry.trust === 'untrusted'

export function trustContent(
  root: string,
  entries: readonly Entry[],
  settings: readonly Settings[],
  bound: Bound,
  hash: (text: string) => string,
): TrustContent {
  const items = [
    ...trustItems(root, entries),
    ...settings
      .filter((one) => Object.keys(one.values).length > 0)
      .map((one) => ({ file: relativeToRoot(root, one.file), text: canonical(one.values) })),
  ]
  const [files, configs] = [bound.files, bound.configs].map((list) =>
    list.map((file) => ({ ...file, path: relativeToRoot(root, file.path) })),
  )
  return { root, items, ...bound, gates: gatesOf(entries), fingerprint: hash(canonical({ items, files, configs })) }
}

const offKeys: ReadonlySet<string> = new Set(agents.flatMap(({ format }) => format?.offKey ?? []))

/**
 * What of an agent's settings file is bound: its hooks with every repetition and in their order, since the reading depends on
 * both, and not the permissions, which the agent itself adds to all day. Undefined where it says nothing about hooks.
 */
export function trustedPart(text: string): string | undefined {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault' || parsed.node.kind !== 'object') return text
  const members = parsed.node.members.filter(({ key }) => key === 'hooks' || offKeys.has(key))
  return members.length === 0 ? undefined : JSON.stringify(members.map(({ key, value }) => [key, withRepeats(value)]))
}

/** Unlike a plain value it keeps what is written twice. */
function withRepeats(node: Node): unknown {
  if (node.kind === 'object') return { members: node.members.map(({ key, value }) => [key, withRepeats(value)]) }
  return node.kind === 'list' ? node.items.map(withRepeats) : node.value
}

/** So that the same workspace reached by another spelling of its root is the same content. */
const relativeToRoot = (root: string, path: string): string =>
  path.startsWith(root) && /^([\\/]|$)/.test(path.slice(root.length)) ? path.slice(root.length) : path

/** Entries that only watch, or that could not have run, hold nothing. */
export function gatesOf(entries: readonly Entry[]): readonly EventName[] {
  const holding = entries.filter(
    (entry) =>
      eventRows[entry.event].guardsAct &&
      !entry.monitor &&
      entry.observes !== true &&
      entry.held?.why !== 'invalid' &&
      entry.held?.why !== 'disabled' &&
      entry.held?.why !== 'host-owned',
  )
  return [...new Set(holding.map((entry) => entry.event))]
}

/** What its entries are, seen from a root. */
export const trustItems = (root: string, entries: readonly Entry[]): readonly TrustItem[] =>
  entries.map(({ origin, event, text, id }) => ({ file: relativeToRoot(root, origin.file ?? ''), event, text: text ?? id }))

const trustCommand = (root: string): string => `hookline trust add ${root}`

/** A root's files, by what was decided about it. Settings of a workspace that is not trusted count for nothing. */
export function applyTrustState(loaded: Loaded, state: TrustVerdict, root?: string): Loaded {
  const entries = loaded.entries.map((entry) =>
    needsTrust(entry) || isPluginInside(entry) ? applyTrustToEntry(entry, state, root) : entry,
  )
  if (state === 'trusted' || state === 'followed' || loaded.settings?.source !== 'project')
    return { ...loaded, entries }
  const { settings: _, ...rest } = loaded
  return { ...rest, entries }
}

function applyTrustToEntry(entry: Entry, state: TrustVerdict, root = entry.origin.root ?? entry.cwd): Entry {
  if (state === 'trusted' || state === 'followed') return { ...entry, trust: state }
  const detail =
    state === 'changed'
      ? `the hooks of ${root} changed since they were trusted; run: ${trustCommand(root)}`
      : `${root} is not trusted; run: ${trustCommand(root)}`
  return { ...entry, trust: state, held: { why: state, detail } }
}

/** The gates that the trusted version held refuse: an agent that edits its own guard gains nothing. */
export function closeChangedGates(root: string, file: string, gates: readonly EventName[], reading: ReadOptions): Loaded {
  const place: SourceInfo = { source: 'project', own: false, file, root, cwd: root, trust: 'changed' }
  const message = `hooks of ${root} changed since they were trusted`
  const reader = createReader(place, reading)
  reader.report('trust-changed', start, message, `Look at the changes and run: ${trustCommand(root)}`)
  const agentMessage = 'the hooks of this workspace changed since the person trusted them'
  const broken = { message, cure: `run: ${trustCommand(root)}`, agentMessage }
  return { entries: closedEntries(gates, broken, place, reading), problems: reader.problems }
}

/** The record of trust no longer has a workspace that it had: the gates that the workspace held refuse. */
export function closeLostGates(root: string, file: string, gates: readonly EventName[], reading: ReadOptions): Loaded {
  const place: SourceInfo = { source: 'project', own: false, file, root, cwd: root, trust: 'changed' }
  const message = `${file} is damaged or gone, so what you trusted in ${root} is not known and its gates stay closed`
  const reader = createReader(place, reading)
  reader.report('trust-changed', start, message, `Look at the hooks of the workspace and run: ${trustCommand(root)}`)
  const agentMessage = "the person's record of trusted workspaces is damaged, and the gates of this one stay closed"
  const broken = { message, cure: `run: ${trustCommand(root)}`, agentMessage }
  return { entries: closedEntries(gates, broken, place, reading), problems: reader.problems }
}

const closedEntries = (
  gates: readonly EventName[],
  broken: NonNullable<Entry['broken']>,
  place: SourceInfo,
  reading: ReadOptions,
): readonly Entry[] =>
  gates
    .filter((gate) => closesGate(gate, reading.edition))
    .map((gate) => ({ ...brokenEntry(gate, start, broken.message, place, reading), broken }))
