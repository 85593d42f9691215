/** A damaged file that no fingerprint is compared with keeps the gates closed that it held when it was last readable. */
import { isProjectSource, isUserSource } from '../../agents/sources.ts'
import { brokenEntry, closesGate } from '../../config/entry.ts'
import { gatesOf } from '../../config/files/trust-content.ts'
import { start } from '../../config/jsonc.ts'
import type { ReadOptions, SourceInfo } from '../../config/reader.ts'
import type { Entry, Problem, SourceName } from '../../flow.ts'
import type { Loaded } from '../../ports.ts'
import type { EventName } from '../../protocol/events/index.ts'
import type { NoteStore } from './gate-notes.ts'
import type { Slot } from './source-slot.ts'

/** A workspace whose changes are accepted as they come, and the gates it held when the person said so. */
export interface Followed {
  readonly root: string
  readonly gates: readonly EventName[]
}
type FollowedOf = (file: string) => Followed | undefined

interface Noted {
  readonly file: string
  readonly loaded: Loaded
  readonly source: SourceName
  readonly followed: Followed | undefined
  readonly gates: readonly EventName[]
}

/**
 * What is to be added to a reading, after the notes were brought up to date. The person's own files need no trust, and a
 * followed workspace is compared with nothing: of both, nothing else records what they held.
 */
export function keepClosed(
  slots: readonly Slot[],
  notes: NoteStore,
  reading: ReadOptions,
  followedOf: FollowedOf,
): readonly Loaded[] {
  const before = notes.read().files
  const noted = slots.flatMap((slot) => notedOf(slot, followedOf))
  const held = new Map<string, readonly EventName[]>(unfollowed(slots, noted).map((file) => [file, []]))
  const closed = noted.flatMap((one) => {
    const fault = faultOf(one.loaded, one.file)
    const known = fault === undefined ? [] : (before.get(one.file) ?? gatesAtApproval(one, noted, before))
    const lost = known.filter((gate) => !one.gates.includes(gate) && closesGate(gate, reading.edition))
    held.set(one.file, [...new Set([...one.gates, ...known])])
    return fault === undefined || lost.length === 0 ? [] : [closedBy(fault, one, lost, reading)]
  })
  // A followed file that holds nothing is noted too, or the gates of its approval would count again.
  const followed = new Set(noted.flatMap((one) => (one.followed === undefined ? [] : [one.file])))
  const isKept = ([file, gates]: readonly [string, readonly EventName[]]) => gates.length > 0 || followed.has(file)
  notes.update((now) => ({ ...now, files: new Map([...new Map([...now.files, ...held])].filter(isKept)) }))
  return closed
}

function notedOf({ source, watched, current }: Slot, followedOf: FollowedOf): readonly Noted[] {
  const [file] = watched()
  if (file === undefined) return []
  const followed = isProjectSource(source.name) ? followedOf(file) : undefined
  if (followed === undefined && !isUserSource(source.name)) return []
  const loaded = current()
  return [{ file, loaded, source: source.name, followed, gates: gatesOf(loaded.entries) }]
}

/** Files of workspaces that are not, or no longer, followed: the record of trust speaks for them. */
const unfollowed = (slots: readonly Slot[], noted: readonly Noted[]): readonly string[] =>
  slots
    .filter(({ source }) => isProjectSource(source.name))
    .flatMap((slot) => slot.watched().slice(0, 1))
    .filter((file) => noted.every((one) => one.file !== file))

/** For a file that was never noted: what the workspace held when it was approved, less what its other files hold. */
function gatesAtApproval(
  { file, followed }: Noted,
  all: readonly Noted[],
  before: ReadonlyMap<string, readonly EventName[]>,
): readonly EventName[] {
  if (followed === undefined) return []
  const others = all.filter((one) => one.followed?.root === followed.root && one.file !== file)
  const elsewhere = new Set(others.flatMap((one) => [...one.gates, ...(before.get(one.file) ?? [])]))
  return followed.gates.filter((gate) => !elsewhere.has(gate))
}

/** The first error of the file: with one, what it no longer says may be missing by mistake. */
const faultOf = ({ problems }: Loaded, file: string): Problem | undefined =>
  problems.find((problem) => problem.severity === 'error' && problem.file === file)

function closedBy(
  fault: Problem,
  { file, source, followed }: Noted,
  gates: readonly EventName[],
  reading: ReadOptions,
): Loaded {
  const own = file.endsWith('hookline.json')
  const place: SourceInfo =
    followed === undefined
      ? { source, own, file, cwd: '', trust: 'own' }
      : { source, own, file, root: followed.root, cwd: followed.root, trust: 'followed' }
  const agentMessage =
    followed === undefined
      ? "the person's own hook settings are damaged, and their gates stay closed until the person repairs them"
      : 'the hooks file of this workspace is damaged, and its gates stay closed until the person repairs it'
  const broken = {
    message: `${file}:${fault.line}:${fault.column} is damaged (${fault.message}), and its gates stay closed`,
    cure: `${fault.hint} To see all that is wrong with it: hookline check ${file}`,
    agentMessage,
  }
  const entries = gates.map((gate): Entry => ({ ...brokenEntry(gate, start, fault.message, place, reading), broken }))
  return { entries, problems: [] }
}
