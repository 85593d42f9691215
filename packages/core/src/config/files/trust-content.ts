/** Computes the content that trust is bound to, and applies trust to the entries of a root. Pure: the caller passes the hash function. */
import { agents } from '../../agents/list.ts'
import { isConnectionSource, isProjectSource } from '../../agents/sources.ts'
import { quotePath } from '../../command-line.ts'
import type { Entry, Settings } from '../../flow.ts'
import type { Loaded, TrustRequest } from '../../ports.ts'
import { type EventName, eventRows } from '../../protocol/events/index.ts'
import { brokenEntry, closesGate } from '../entry.ts'
import { canonical, type Node, parseJsonc, start } from '../jsonc.ts'
import { createReader, type ReadOptions, type SourceInfo } from '../reader.ts'
import { createRestriction } from '../untrusted.ts'

/** One approved item, as a diff shows it. */
export interface TrustItem {
  readonly file: string
  /** Absent for settings. */
  readonly event?: EventName
  readonly text: string
}
/** One file, and whether it is executable. A guard that is not executable only fails. */
export type BoundFile = TrustRequest['files'][number] & {
  readonly executable?: boolean
  /** No command names it, but a script that a command names loads it. */
  readonly imported?: true
}
/** The files that trust is bound to, besides the entries themselves. */
export interface Bound {
  /** Files that commands name, and those that these load. */
  readonly files: readonly BoundFile[]
  /** Files that contain entries, or could. */
  readonly configs: readonly BoundFile[]
  /** Why there is too much to compare before each run. Such a root cannot be trusted. */
  readonly excess?: string
}
/** A plugin directory inside a root, with one hash of all its files. A hook names it only when it runs, so the fingerprint does not include it. */
export interface TrustedPlugin {
  /** Relative to the root. */
  readonly path: string
  readonly sha256: string
  readonly gates: readonly EventName[]
  readonly items: readonly TrustItem[]
}
export interface TrustContent extends Bound {
  readonly plugins?: readonly TrustedPlugin[]
  readonly root: string
  readonly fingerprint: string
  /** The fingerprint without imported files, if there are any: approvals by earlier versions did not cover them. */
  readonly fingerprintOfNamed?: string
  readonly items: readonly TrustItem[]
  /** The gates that these entries guard. */
  readonly gates: readonly EventName[]
}
export type TrustVerdict = 'trusted' | 'followed' | 'changed' | 'untrusted'

/** Whether the entry comes from a workspace, which needs trust. A file that only shows where an agent calls Hookline has no hook to trust. */
export const needsTrust = ({ origin: { source } }: Entry): boolean =>
  isProjectSource(source) && !isConnectionSource(source)

/** Whether the entry comes from a plugin inside a workspace. Its files are the workspace's, so it needs trust. */
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
  const named = files?.filter(({ imported }) => imported !== true)
  return {
    root,
    items,
    ...bound,
    gates: gatesOf(entries),
    fingerprint: hash(canonical({ items, files, configs })),
    ...(named?.length === files?.length
      ? {}
      : { fingerprintOfNamed: hash(canonical({ items, files: named, configs })) }),
  }
}

const offKeys: ReadonlySet<string> = new Set(agents.flatMap(({ format }) => format?.offKey ?? []))

/**
 * The part of an agent's settings file that trust is bound to: its hooks, with repeated keys and in order, because both change
 * what runs. The permissions are not part of it, because the agent adds to them all the time. Undefined if there are no hooks.
 */
export function trustedPart(text: string): string | undefined {
  const parsed = parseJsonc(text)
  if (parsed.kind === 'fault' || parsed.node.kind !== 'object') return text
  const members = parsed.node.members.filter(({ key }) => key === 'hooks' || offKeys.has(key))
  return members.length === 0 ? undefined : JSON.stringify(members.map(({ key, value }) => [key, withRepeats(value)]))
}

/** Unlike `plain`, keeps repeated keys. */
function withRepeats(node: Node): unknown {
  if (node.kind === 'object') return { members: node.members.map(({ key, value }) => [key, withRepeats(value)]) }
  return node.kind === 'list' ? node.items.map(withRepeats) : node.value
}

/** Makes a path relative to the root, so that another spelling of the root gives the same content. */
const relativeToRoot = (root: string, path: string): string =>
  path.startsWith(root) && /^([\\/]|$)/.test(path.slice(root.length)) ? path.slice(root.length) : path

/** The gates that entries guard. Entries that only observe, or that could not run, guard none. */
export function gatesOf(entries: readonly Entry[]): readonly EventName[] {
  const guarding = entries.filter(
    (entry) =>
      eventRows[entry.event].guardsAct &&
      !entry.monitor &&
      entry.observes !== true &&
      entry.held?.why !== 'invalid' &&
      entry.held?.why !== 'disabled' &&
      entry.held?.why !== 'host-owned',
  )
  return [...new Set(guarding.map((entry) => entry.event))]
}

/** The entries as trust items, with paths relative to the root. */
export const trustItems = (root: string, entries: readonly Entry[]): readonly TrustItem[] =>
  entries.map(({ origin, event, text, id }) => ({
    file: relativeToRoot(root, origin.file ?? ''),
    event,
    text: text ?? id,
  }))

const trustCommand = (root: string): string => `hookline trust add ${quotePath(root)}`

/**
 * Applies the trust state of a root to its entries. Without trust, packs and rules can only restrict, all other entries are skipped,
 * and the settings are dropped.
 */
export function applyTrustState(loaded: Loaded, state: TrustVerdict, root?: string): Loaded {
  const restrict = createRestriction()
  const entries = loaded.entries.map((entry) =>
    needsTrust(entry) || isPluginInside(entry) ? applyTrustToEntry(entry, state, restrict, root) : entry,
  )
  if (state === 'trusted' || state === 'followed' || loaded.settings?.source !== 'project')
    return { ...loaded, entries }
  const { settings: _, ...rest } = loaded
  return { ...rest, entries }
}

function applyTrustToEntry(
  entry: Entry,
  state: TrustVerdict,
  restrict: (entry: Entry) => Entry | undefined,
  root = entry.origin.root ?? entry.cwd,
): Entry {
  if (state === 'trusted' || state === 'followed') return { ...entry, trust: state }
  if (entry.broken?.withoutTrust === true) return { ...entry, trust: state }
  const restricting = restrict(entry)
  if (restricting !== undefined) return { ...restricting, trust: state }
  const detail =
    state === 'changed'
      ? `the hooks of ${root} have changed since they were trusted; run: ${trustCommand(root)}`
      : `${root} is not trusted; run: ${trustCommand(root)}`
  return { ...entry, trust: state, held: { why: state, detail } }
}

/** Closes the gates that the trusted version guarded, so that an agent gains nothing by editing its own guard. */
export function closeChangedGates(
  root: string,
  file: string,
  gates: readonly EventName[],
  reading: ReadOptions,
): Loaded {
  const info: SourceInfo = { source: 'project', own: false, file, root, cwd: root, trust: 'changed' }
  const message = `the hooks of ${root} have changed since they were trusted`
  const reader = createReader(info, reading)
  reader.report('trust-changed', start, message, `Review the changes and run: ${trustCommand(root)}`)
  const agentMessage = 'the hooks of this workspace have changed since the user trusted them'
  const broken = { message, fix: `run: ${trustCommand(root)}`, agentMessage }
  return { entries: closedEntries(gates, broken, info, reading), problems: reader.problems }
}

/** Closes the gates of a workspace whose entry in the trust file was lost. */
export function closeLostGates(root: string, file: string, gates: readonly EventName[], reading: ReadOptions): Loaded {
  const info: SourceInfo = { source: 'project', own: false, file, root, cwd: root, trust: 'changed' }
  const message = `${file} is damaged or missing, so it is not known what you trusted in ${root}, and its gates stay closed`
  const reader = createReader(info, reading)
  reader.report('trust-changed', start, message, `Review the hooks of the workspace and run: ${trustCommand(root)}`)
  const agentMessage = "the user's record of trusted workspaces is damaged, so the gates of this one stay closed"
  const broken = { message, fix: `run: ${trustCommand(root)}`, agentMessage }
  return { entries: closedEntries(gates, broken, info, reading), problems: reader.problems }
}

const closedEntries = (
  gates: readonly EventName[],
  broken: NonNullable<Entry['broken']>,
  info: SourceInfo,
  reading: ReadOptions,
): readonly Entry[] =>
  gates
    .filter((gate) => closesGate(gate, reading.edition))
    .map((gate) => ({ ...brokenEntry(gate, start, broken.message, info, reading), broken }))
