/** Decides about each root by the option or the store, and applies the answer to what its files say. */

import {
  closedByChange,
  closedByLoss,
  needsTrust,
  type TrustContent,
  type TrustVerdict,
  underTrust,
} from '../../config/files/trust-content.ts'
import type { Reading } from '../../config/reading.ts'
import type { Entry, Problem, Settings } from '../../flow.ts'
import type { Loaded, Platform, TrustOption } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import { projectFile } from '../../sources/places.ts'
import { isOfPlugin, pluginByStore, rootAround } from './plugins.ts'
import type { TrustStore } from './trust.ts'

export interface TrustApplied {
  readonly loaded: readonly Loaded[]
  /** The paths that an event's entries name, with the stamps before they were looked into: a change of one may change the answer. */
  readonly scripts: ReadonlyMap<EventName, ReadonlyMap<string, string>>
}
export type ApplyTrust = (loaded: readonly Loaded[]) => Promise<TrustApplied>

export interface Answer {
  readonly state: TrustVerdict
  /** What the trusted version held, when it changed. */
  readonly gates: readonly EventName[]
  /** The record of the approval is gone. */
  readonly lost?: boolean
}
type Decide = (root: string, entries: readonly Entry[], settings: readonly Settings[]) => Promise<Answer>

export interface TrustRim {
  readonly store: TrustStore
  readonly roots: readonly string[]
  readonly platform: Platform
  readonly reading: Reading
  readonly stamp: (path: string) => string
}

export function createApplyTrust(option: TrustOption | undefined, rim: TrustRim): ApplyTrust {
  const decide = decider(option, rim.store)
  return async (loaded) => {
    let result = loaded
    const scripts = new Map<EventName, Map<string, string>>()
    const closed: Loaded[] = []
    for (const root of rootsOf(loaded, rim.roots)) {
      const entries = loaded.flatMap((one) => one.entries).filter((entry) => isOf(entry, root))
      const settings = loaded.flatMap((one) => (one.settings?.root === root && !isOfPlugin(one) ? [one.settings] : []))
      if (isCompared(option, rim.store, root)) noteScripts(scripts, root, entries, rim)
      const answer = await decide(root, entries, settings)
      result = result.map((one) => (belongs(one, root) ? underTrust(one, answer.state) : one))
      if (answer.state === 'changed')
        closed.push(
          answer.lost === true
            ? closedByLoss(root, rim.store.file, answer.gates, rim.reading)
            : closedByChange(root, changedFile(root, entries, settings, rim.platform), answer.gates, rim.reading),
        )
    }
    for (const one of result.filter(isOfPlugin)) {
      const decided = await decidePlugin(one, option, decide, scripts, rim)
      result = result.map((some) => (some === one ? decided.loaded : some))
      closed.push(...decided.closed)
    }
    const problems = option === undefined ? storeProblems(rim.store.problems()) : []
    return { loaded: [...result, ...closed, ...problems], scripts }
  }
}

/** The file to be named where a trusted workspace changed: one that is there. */
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

/** Only what somebody approved, or will be asked about, is worth a look at the files it names: an untrusted workspace touches nothing. */
function isCompared(option: TrustOption | undefined, store: TrustStore, root: string): boolean {
  if (option !== undefined) return typeof option === 'function'
  const found = store.approvalOf(root)
  return found !== undefined && !found.moved && found.lost !== true && !found.record.follow
}

/** A plugin inside a workspace, trusted with it. */
async function decidePlugin(
  { settings, ...one }: Loaded,
  option: TrustOption | undefined,
  decide: Decide,
  scripts: Map<EventName, Map<string, string>>,
  rim: TrustRim,
): Promise<{ readonly loaded: Loaded; readonly closed: readonly Loaded[] }> {
  const directory = settings?.root ?? ''
  const root = rootAround(directory, { roots: rim.roots, setup: rim }) ?? directory
  if (isCompared(option, rim.store, root)) noteScripts(scripts, directory, one.entries, rim)
  const { state, gates } =
    option === undefined ? pluginByStore(rim.store, root, directory) : await decide(directory, one.entries, [])
  const closed = state === 'changed' ? [closedByChange(root, settings?.file ?? directory, gates, rim.reading)] : []
  return { loaded: underTrust(one, state, root), closed }
}

const storeProblems = (problems: readonly Problem[]): readonly Loaded[] =>
  problems.length === 0 ? [] : [{ entries: [], problems }]

/** Sources that an embedder adds may name roots of their own. */
const rootsOf = (loaded: readonly Loaded[], roots: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...roots,
    ...loaded
      .flatMap((one) => one.entries)
      .flatMap((entry) => (needsTrust(entry) ? [entry.origin.root ?? entry.cwd] : [])),
  ])
const isOf = (entry: Entry, root: string): boolean => needsTrust(entry) && (entry.origin.root ?? entry.cwd) === root
/** Each source reads one root's file. */
const belongs = (one: Loaded, root: string): boolean =>
  !isOfPlugin(one) && (one.entries.some((entry) => isOf(entry, root)) || one.settings?.root === root)

function noteScripts(
  scripts: Map<EventName, Map<string, string>>,
  root: string,
  entries: readonly Entry[],
  { store, stamp }: TrustRim,
): void {
  for (const entry of entries) {
    const stamps = scripts.get(entry.event) ?? new Map<string, string>()
    for (const path of store.watchedOf(root, entry)) if (!stamps.has(path)) stamps.set(path, stamp(path))
    scripts.set(entry.event, stamps)
  }
}

function decider(option: TrustOption | undefined, store: TrustStore): Decide {
  if (option === 'all') return async () => ({ state: 'trusted', gates: [] })
  if (option === 'none') return async () => ({ state: 'untrusted', gates: [] })
  if (option === undefined) return async (root, entries, settings) => byStore(store, root, entries, settings)
  return askingOnce(option, store)
}

function byStore(store: TrustStore, root: string, entries: readonly Entry[], settings: readonly Settings[]): Answer {
  const found = store.approvalOf(root)
  if (found === undefined) return { state: 'untrusted', gates: [] }
  const { gates, follow } = found.record
  if (found.lost === true) return { state: 'changed', gates, lost: true }
  if (found.moved) return { state: 'changed', gates }
  return { state: follow ? 'followed' : store.trustFor(root, entries, settings).state, gates }
}

/** An embedder is asked once for each content; what it said yes to last is what a change is measured against. */
function askingOnce(ask: Exclude<TrustOption, string>, store: TrustStore): Decide {
  const answers = new Map<string, boolean>()
  const approved = new Map<string, TrustContent>()
  return async (root, entries, settings) => {
    const content = store.contentOf(root, entries, settings)
    const before = approved.get(root)
    if (before === undefined && content.items.length === 0) return { state: 'untrusted', gates: [] }
    const key = `${root}\n${content.fingerprint}`
    const changed = before !== undefined && before.fingerprint !== content.fingerprint
    const yes =
      content.excess === undefined &&
      (answers.get(key) ?? (await answer(ask, { root, entries, files: content.files, changed })))
    answers.set(key, yes)
    if (yes) approved.set(root, content)
    return {
      state: yes ? 'trusted' : before === undefined ? 'untrusted' : 'changed',
      gates: before?.gates ?? [],
    }
  }
}

async function answer(ask: Exclude<TrustOption, string>, request: Parameters<typeof ask>[0]): Promise<boolean> {
  try {
    return (await ask(request)) === true
  } catch {
    // An embedder that cannot answer has not said yes.
    return false
  }
}
