/** Decides for each root whether its hooks may run (by the option `trust` or the trust store), and marks its entries accordingly. */

import { checkCommands } from '../../config/check-command.ts'
import {
  applyTrustState,
  type BoundFile,
  closeChangedGates,
  closeLostGates,
  needsTrust,
  type TrustContent,
  type TrustVerdict,
} from '../../config/files/trust-content.ts'
import type { ReadOptions } from '../../config/reader.ts'
import type { CheckedFile, Entry, Problem, Settings } from '../../flow.ts'
import type { Files, Loaded, Platform, TrustOption } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { projectFile } from '../../sources/locations.ts'
import { decidePluginByStore, findWorkspaceAround, isFromPlugin } from './plugins.ts'
import type { TrustStore } from './trust.ts'
import { createWatchedScripts, type WatchedScripts } from './watched-scripts.ts'

export interface TrustApplied {
  readonly loaded: readonly Loaded[]
  readonly scripts: ReadonlyMap<EventName, Pick<WatchedScripts, 'haveChanged'>>
  /** The roots whose hooks may run. */
  readonly trustedRoots: ReadonlySet<string>
}
export type ApplyTrust = (loaded: readonly Loaded[]) => Promise<TrustApplied>

export interface TrustDecision {
  readonly state: TrustVerdict
  /** The gates of the approved version, for when the content has changed. */
  readonly gates: readonly EventName[]
  /** The trust store has lost the record of the approval. */
  readonly lost?: boolean
  /** The files that were compared with the approved ones, if the state is `trusted`. */
  readonly files?: readonly CheckedFile[]
}
type Decide = (root: string, entries: readonly Entry[], settings: readonly Settings[]) => Promise<TrustDecision>

export interface TrustContext {
  readonly store: TrustStore
  readonly roots: readonly string[]
  readonly platform: Platform
  readonly reading: ReadOptions
  readonly files: Files
}

export function createTrustApplier(option: TrustOption | undefined, context: TrustContext): ApplyTrust {
  const decide = createDecide(option, context.store)
  return async (loaded) => {
    let result = loaded
    const scripts = new Map<EventName, WatchedScripts>()
    const trustedRoots = new Set<string>()
    const closed: Loaded[] = []
    for (const root of findRoots(loaded, context.roots)) {
      if (mayBeTrusted(option, context.store, root))
        result = result.map((one) => (isFromRoot(one, root) ? checkCommands(one, context.reading) : one))
      const entries = result.flatMap((one) => one.entries).filter((entry) => needsTrustIn(entry, root))
      const settings = loaded.flatMap((one) =>
        one.settings?.root === root && !isFromPlugin(one) ? [one.settings] : [],
      )
      if (comparesFiles(option, context.store, root)) stampScripts(scripts, root, entries, context)
      const decision = await decide(root, entries, settings)
      if (decision.state === 'trusted' || decision.state === 'followed') trustedRoots.add(root)
      result = result.map((one) =>
        isFromRoot(one, root) ? withCheckedFiles(applyTrustState(one, decision.state), decision.files) : one,
      )
      if (decision.state === 'changed')
        closed.push(
          decision.lost === true
            ? closeLostGates(root, context.store.file, decision.gates, context.reading)
            : closeChangedGates(
                root,
                changedFile(root, entries, settings, context.platform),
                decision.gates,
                context.reading,
              ),
        )
    }
    for (const one of result.filter(isFromPlugin)) {
      const decided = await decidePlugin(one, option, decide, scripts, context)
      result = result.map((some) => (some === one ? decided.loaded : some))
      closed.push(...decided.closed)
    }
    const problems = option === undefined ? loadedProblems(context.store.problems()) : []
    return { loaded: [...result, ...closed, ...problems], scripts, trustedRoots }
  }
}

/** Hooks with `checkedCopy` run what was compared. */
function withCheckedFiles(loaded: Loaded, files: readonly CheckedFile[] | undefined): Loaded {
  if (files === undefined || !loaded.entries.some(isCopied)) return loaded
  const checkedFiles = () => files
  return { ...loaded, entries: loaded.entries.map((entry) => (isCopied(entry) ? { ...entry, checkedFiles } : entry)) }
}
const isCopied = ({ checkedCopy, trust }: Entry): boolean => checkedCopy === true && trust === 'trusted'

const toChecked = (files: readonly BoundFile[]): readonly CheckedFile[] =>
  files.map(({ path, sha256, executable = false }) => ({ path, sha256, executable }))

/** The file to name in the message about a changed workspace: an existing one if possible. */
function changedFile(
  root: string,
  entries: readonly Entry[],
  settings: readonly Settings[],
  platform: Platform,
): string {
  const usual = projectFile(platform, root)
  const there = [...entries.flatMap(({ origin }) => origin.file ?? []), ...settings.map(({ file }) => file)]
  return there.includes(usual) ? usual : (there[0] ?? usual)
}

/** False for a workspace whose hooks are certainly not trusted, so that the texts of its commands need not be read. */
const mayBeTrusted = (option: TrustOption | undefined, store: TrustStore, root: string): boolean =>
  option === undefined ? store.findApproval(root) !== undefined : option !== 'none'

/** Whether the files that the entries name are read. Not for an untrusted workspace: it must not make Hookline touch any path. */
function comparesFiles(option: TrustOption | undefined, store: TrustStore, root: string): boolean {
  if (option !== undefined) return typeof option === 'function'
  const found = store.findApproval(root)
  return found !== undefined && !found.moved && found.lost !== true && !found.record.follow
}

/** A plugin inside a workspace is trusted mergeLoaded with that workspace. */
async function decidePlugin(
  given: Loaded,
  option: TrustOption | undefined,
  decide: Decide,
  scripts: Map<EventName, WatchedScripts>,
  context: TrustContext,
): Promise<{ readonly loaded: Loaded; readonly closed: readonly Loaded[] }> {
  const directory = given.settings?.root ?? ''
  const root = findWorkspaceAround(directory, { roots: context.roots, setup: context }) ?? directory
  const mayTrust = mayBeTrusted(option, context.store, root)
  const { settings, ...one } = mayTrust ? checkCommands(given, context.reading) : given
  if (comparesFiles(option, context.store, root)) stampScripts(scripts, directory, one.entries, context)
  const { state, gates } =
    option === undefined
      ? decidePluginByStore(context.store, root, directory)
      : await decide(directory, one.entries, [])
  const closed =
    state === 'changed' ? [closeChangedGates(root, settings?.file ?? directory, gates, context.reading)] : []
  return { loaded: applyTrustState(one, state, root), closed }
}

const loadedProblems = (problems: readonly Problem[]): readonly Loaded[] =>
  problems.length === 0 ? [] : [{ entries: [], problems }]

/** The workspace roots, and further roots that an embedder's own sources name. */
const findRoots = (loaded: readonly Loaded[], roots: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...roots,
    ...loaded
      .flatMap((one) => one.entries)
      .flatMap((entry) => (needsTrust(entry) ? [entry.origin.root ?? entry.cwd] : [])),
  ])
const needsTrustIn = (entry: Entry, root: string): boolean =>
  needsTrust(entry) && (entry.origin.root ?? entry.cwd) === root
/** Whether this source read a file of the root. Each source reads a file of one root only. */
const isFromRoot = (one: Loaded, root: string): boolean =>
  !isFromPlugin(one) && (one.entries.some((entry) => needsTrustIn(entry, root)) || one.settings?.root === root)

function stampScripts(
  scripts: Map<EventName, WatchedScripts>,
  root: string,
  entries: readonly Entry[],
  { store, files }: TrustContext,
): void {
  for (const entry of entries) {
    const watched = scripts.get(entry.event) ?? createWatchedScripts(files)
    watched.add(() => store.pathsToWatch(root, entry))
    scripts.set(entry.event, watched)
  }
}

function createDecide(option: TrustOption | undefined, store: TrustStore): Decide {
  if (option === 'all') return async () => ({ state: 'trusted', gates: [] })
  if (option === 'none') return async () => ({ state: 'untrusted', gates: [] })
  if (option === undefined) return async (root, entries, settings) => decideByStore(store, root, entries, settings)
  return askOncePerContent(option, store)
}

function decideByStore(
  store: TrustStore,
  root: string,
  entries: readonly Entry[],
  settings: readonly Settings[],
): TrustDecision {
  const found = store.findApproval(root)
  if (found === undefined) return { state: 'untrusted', gates: [] }
  const { gates, follow } = found.record
  if (found.lost === true) return { state: 'changed', gates, lost: true }
  if (found.moved) return { state: 'changed', gates }
  if (follow) return { state: 'followed', gates }
  const { state, content } = store.trustFor(root, entries, settings)
  // An approval by an earlier version did not cover what scripts load.
  const covered = found.record.imports ? content.files : content.files.filter(({ imported }) => imported !== true)
  return { state, gates, ...(state === 'trusted' ? { files: toChecked(covered) } : {}) }
}

/** Asks the embedder once for each content. A later content is compared with the last one it approved. */
function askOncePerContent(ask: Exclude<TrustOption, string>, store: TrustStore): Decide {
  const answers = new Map<string, boolean>()
  const approved = new Map<string, TrustContent>()
  return async (root, entries, settings) => {
    const content = store.readContent(root, entries, settings)
    const before = approved.get(root)
    if (before === undefined && content.items.length === 0) return { state: 'untrusted', gates: [] }
    const key = `${root}\n${content.fingerprint}`
    const changed = before !== undefined && before.fingerprint !== content.fingerprint
    const yes =
      content.excess === undefined &&
      (answers.get(key) ?? (await askEmbedder(ask, { root, entries, files: content.files, changed })))
    answers.set(key, yes)
    if (yes) approved.set(root, content)
    return {
      state: yes ? 'trusted' : before === undefined ? 'untrusted' : 'changed',
      gates: before?.gates ?? [],
      ...(yes ? { files: toChecked(content.files) } : {}),
    }
  }
}

async function askEmbedder(ask: Exclude<TrustOption, string>, request: Parameters<typeof ask>[0]): Promise<boolean> {
  try {
    return (await ask(request)) === true
  } catch {
    // A callback that throws has not approved.
    return false
  }
}
