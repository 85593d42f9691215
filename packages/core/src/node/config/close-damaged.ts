/**
 * Closes the gates of damaged files. It covers files that need no approval (the user's own, and those of followed
 * workspaces): their last readable version is in `trust/known-gates.ts`. For all other files the trust record knows the gates.
 */
import { isProjectSource, isUserSource } from '../../agents/sources.ts'
import { quotePath } from '../../command-line.ts'
import { brokenEntry, closesGate } from '../../config/entry.ts'
import { gatesOf } from '../../config/files/trust-content.ts'
import { start } from '../../config/jsonc.ts'
import type { ReadOptions, SourceInfo } from '../../config/reader.ts'
import type { Entry, Problem, SourceName } from '../../flow.ts'
import type { Loaded } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { KnownGatesStore } from '../trust/known-gates.ts'
import type { SourceSlot } from './source-slot.ts'

/** A workspace pluginSettings changes the user accepts in advance, and the gates it had when the user approved it. */
export interface FollowedWorkspace {
  readonly root: string
  readonly gates: readonly EventName[]
}
type FindFollowed = (file: string) => FollowedWorkspace | undefined

interface HooksFile {
  readonly file: string
  readonly loaded: Loaded
  readonly source: SourceName
  readonly followed: FollowedWorkspace | undefined
  readonly gates: readonly EventName[]
}

/** Brings the known gates up to date, and returns an entry that refuses for each gate that a damaged file lost. */
export function closeGatesOfDamagedFiles(
  slots: readonly SourceSlot[],
  knownGates: KnownGatesStore,
  reading: ReadOptions,
  findFollowed: FindFollowed,
): readonly Loaded[] {
  const before = knownGates.read().files
  const hooksFiles = slots.flatMap((slot) => readHooksFiles(slot, findFollowed))
  const gatesByFile = new Map<string, readonly EventName[]>(findUnfollowed(slots, hooksFiles).map((file) => [file, []]))
  const closed = hooksFiles.flatMap((one) => {
    const error = findError(one.loaded, one.file)
    const known = error === undefined ? [] : (before.get(one.file) ?? findGatesAtApproval(one, hooksFiles, before))
    const lost = known.filter((gate) => !one.gates.includes(gate) && closesGate(gate, reading.edition))
    gatesByFile.set(one.file, [...new Set([...one.gates, ...known])])
    return error === undefined || lost.length === 0 ? [] : [closeGates(error, one, lost, reading)]
  })
  // Keep a followed file without gates in the record: otherwise the gates from its approval would count again.
  const followed = new Set(hooksFiles.flatMap((one) => (one.followed === undefined ? [] : [one.file])))
  const isKept = ([file, gates]: readonly [string, readonly EventName[]]) => gates.length > 0 || followed.has(file)
  knownGates.update((now) => ({ ...now, files: new Map([...new Map([...now.files, ...gatesByFile])].filter(isKept)) }))
  return closed
}

function readHooksFiles(
  { source, watchedPaths: watched, current }: SourceSlot,
  findFollowed: FindFollowed,
): readonly HooksFile[] {
  const [file] = watched()
  if (file === undefined) return []
  const followed = isProjectSource(source.name) ? findFollowed(file) : undefined
  if (followed === undefined && !isUserSource(source.name)) return []
  const loaded = current()
  return [{ file, loaded, source: source.name, followed, gates: gatesOf(loaded.entries) }]
}

/** Files of workspaces that are not followed, or no longer: the trust record knows their gates. */
const findUnfollowed = (slots: readonly SourceSlot[], hooksFiles: readonly HooksFile[]): readonly string[] =>
  slots
    .filter(({ source }) => isProjectSource(source.name))
    .flatMap((slot) => slot.watchedPaths().slice(0, 1))
    .filter((file) => hooksFiles.every((one) => one.file !== file))

/** For a file without a record: the gates that the workspace had when it was approved, minus those of its other files. */
function findGatesAtApproval(
  { file, followed }: HooksFile,
  all: readonly HooksFile[],
  before: ReadonlyMap<string, readonly EventName[]>,
): readonly EventName[] {
  if (followed === undefined) return []
  const others = all.filter((one) => one.followed?.root === followed.root && one.file !== file)
  const otherLocations = new Set(others.flatMap((one) => [...one.gates, ...(before.get(one.file) ?? [])]))
  return followed.gates.filter((gate) => !otherLocations.has(gate))
}

/** The first error of the file. With an error, entries may be missing by mistake. */
const findError = ({ problems }: Loaded, file: string): Problem | undefined =>
  problems.find((problem) => problem.severity === 'error' && problem.file === file)

function closeGates(
  error: Problem,
  { file, source, followed }: HooksFile,
  gates: readonly EventName[],
  reading: ReadOptions,
): Loaded {
  const own = file.endsWith('hookline.json')
  const sourceInfo: SourceInfo =
    followed === undefined
      ? { source, own, file, cwd: '', trust: 'own' }
      : { source, own, file, root: followed.root, cwd: followed.root, trust: 'followed' }
  const agentMessage =
    followed === undefined
      ? "the user's own hook settings are damaged, so their gates stay closed until the user fixes the file"
      : 'the hooks file of this workspace is damaged, so its gates stay closed until the user fixes it'
  const broken = {
    message: `${file}:${error.line}:${error.column} is damaged (${error.message}), so its gates stay closed`,
    fix: `${error.hint} To list all its problems: hookline check ${quotePath(file)}`,
    agentMessage,
  }
  const entries = gates.map(
    (gate): Entry => ({ ...brokenEntry(gate, start, error.message, sourceInfo, reading), broken }),
  )
  return { entries, problems: [] }
}
