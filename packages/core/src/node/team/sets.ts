/** Checks that a team's hooks are the ones its sync installed, by the manifest of the set in the state directory. */
import { isObservedFile, observedFile } from '../../config/observed.ts'
import { join } from '../../config/paths.ts'
import { pausesFile, pausesOf, readPauses } from '../../config/pauses.ts'
import type { Files, Platform } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import type { TeamCheck, TeamSets } from '../../sources/document.ts'
import { stateDirectory, teamsDirectory } from '../../sources/locations.ts'
import { createFileHasher } from '../system/hashes.ts'

/** The content of a set when it was installed. */
export interface SetManifest {
  readonly team: string
  readonly revision: number
  /** The revision that began the rollout of these hooks. Absent: they are the stable hooks. */
  readonly candidate?: number
  /** SHA-256 by file name, hook files included. The directory must contain no other file. */
  readonly files: Readonly<Record<string, string>>
  /** The id of the team's hook for each line of hookline.json or, in a set without one, of hooks.json. */
  readonly lines: Readonly<Record<string, number>>
  /** The hooks that only observe: the revision that began it, and the id for each line of their file. Absent: there are none. */
  readonly observed?: { readonly candidate: number; readonly lines: Readonly<Record<string, number>> }
}

/** The id of the team's hook on this line of a file of the set. 0: there is none. */
export const hookIdAt = ({ lines, observed }: SetManifest, line: number, file: string): number =>
  (isObservedFile(file) ? observed?.lines : lines)?.[String(line)] ?? 0

/** Ids of teams on Hookline servers. Cursor's team ids are numbers, and their directories have no manifest. */
export const isTeamId = (id: string): boolean => /^hl_[a-z2-7]{16}$/.test(id)
/** The files of a set that configure its hooks. Every other file is a script or a module. */
const hookFiles: ReadonlySet<string> = new Set(['hooks.json', 'hookline.json', pausesFile, observedFile])
const isSetName = (name: string): boolean => /^\d+-[0-9a-f]{16}$/.test(name)

export interface TeamPaths {
  /** `team_<id>`. Its link `hooks` is the only one that is followed. */
  readonly directory: string
  readonly link: string
  readonly sets: string
  /** The machine's state for the team: key, metadata, manifests, reports. */
  readonly state: string
  manifest(set: string): string
  /** Exists while a set is installed (see `hasHooks`): if the set's directory is then missing, the gates must close. */
  readonly installed: string
}

export function teamPaths(platform: Platform, id: string): TeamPaths {
  const at = (first: string, ...parts: readonly string[]) => join(platform.system, first, ...parts)
  const directory = at(teamsDirectory(platform), `team_${id}`)
  const state = at(teamsStateDirectory(platform), id)
  return {
    directory,
    link: at(directory, 'hooks'),
    sets: at(directory, '.sets'),
    state,
    manifest: (set) => at(state, 'manifests', `${set}.json`),
    installed: at(state, 'installed.json'),
  }
}

export const teamsStateDirectory = (platform: Platform): string =>
  join(platform.system, stateDirectory(platform), 'team')

/** The teams that this machine belongs to. */
export const knownTeams = (files: Pick<Files, 'list'>, platform: Platform): readonly string[] =>
  files.list(teamsStateDirectory(platform)).filter(isTeamId)

export function createTeamSets(files: Files, platform: Platform): TeamSets {
  const hashFiles = createFileHasher(files)
  return {
    installed: () => knownTeams(files, platform).filter((id) => hasHooks(teamPaths(platform, id), files, platform)),
    check: (id) =>
      isTeamId(id) ? checkSet(teamPaths(platform, id), { files, platform, hashFiles }) : { kind: 'foreign' },
  }
}

/** Also reads the status of the last sync: deleting `installed.json` alone must not open the gates. */
function hasHooks({ installed, state }: TeamPaths, files: Files, { system }: Platform): boolean {
  if (files.isFile(installed)) return true
  if (!files.isFile(join(system, state, 'device.json'))) return false
  const status = files.read(join(system, state, 'status.json'))
  if (status.kind !== 'text') return status.kind === 'unreadable'
  try {
    const { revision }: { revision?: unknown } = JSON.parse(status.text)
    return typeof revision === 'number' && revision > 0
  } catch {
    return true
  }
}

interface CheckContext {
  readonly files: Files
  readonly platform: Platform
  readonly hashFiles: (paths: readonly string[]) => readonly string[]
}

function checkSet(paths: TeamPaths, { files, platform, hashFiles }: CheckContext): TeamCheck {
  const at = (first: string, ...parts: readonly string[]) => join(platform.system, first, ...parts)
  const set = files.realPath(paths.link)
  const name = nameOf(set)
  // Take the stamps before reading anything, so that a change in between is noticed.
  const stamps = new Map([set, paths.installed, paths.manifest(name)].map((path) => [path, files.stamp(path)]))
  const bad = (message: string): TeamCheck => ({ kind: 'bad', message, stamps })
  const isInstalled = hasHooks(paths, files, platform)
  if (!(files.isDirectory?.(set) ?? false)) return isInstalled ? bad('its hooks are missing') : { kind: 'none' }
  // On the path from the directory of all teams to the set, only `hooks` may be a link.
  const expected = at(files.realPath(teamsDirectory(platform)), `team_${nameOf(paths.state)}`, '.sets', name)
  if (!isSetName(name) || set !== expected) return bad('its link `hooks` points to a directory that no sync created')
  const manifest = readManifest(paths.manifest(name), files)
  if (manifest === undefined) return bad(`the set ${name} was not installed by a sync`)
  for (const file of Object.keys(manifest.files)) stamps.set(at(set, file), files.stamp(at(set, file)))
  const stray = files.list(set).find((file) => !Object.hasOwn(manifest.files, file))
  if (stray !== undefined) return bad(`${at(set, stray)} was not installed by the sync`)
  const names = Object.keys(manifest.files)
  const found = hashFiles(names.map((file) => at(set, file)))
  const other = names.find(
    (file, index) => found[index] !== manifest.files[file] || files.realPath(at(set, file)) !== at(set, file),
  )
  if (other !== undefined) return bad(`${at(set, other)} differs from the signed file`)
  // A script that cannot start would not deny anything, so removing its execute permission must close the gate.
  const notRunnable = names.find((file) => !hookFiles.has(file) && files.isRunnable?.(at(set, file)) === false)
  if (notRunnable !== undefined) return bad(`${at(set, notRunnable)} is not executable, or belongs to another user`)
  // These two change with every sync without changing what runs.
  stamps.delete(paths.installed)
  stamps.delete(paths.manifest(name))
  const scripts = names
    .filter((file) => !hookFiles.has(file))
    .map(
      (file) => ({ path: at(set, file), sha256: manifest.files[file] ?? '', executable: true, inSet: true }) as const,
    )
  const observed = Object.hasOwn(manifest.files, observedFile) ? ({ hasObserved: true } as const) : {}
  return { kind: 'good', set, stamps, scripts, ...observed, ...readSetPauses(at(set, pausesFile), manifest, files) }
}

/** The file is one of the manifest, so it was compared with what the team signed. */
function readSetPauses(file: string, manifest: SetManifest, files: Pick<Files, 'read'>) {
  const found = Object.hasOwn(manifest.files, pausesFile) ? files.read(file) : undefined
  const pauses = found?.kind === 'text' ? (readPauses(found.text) ?? []) : []
  if (pauses.length === 0) return {}
  return { pausesAt: (line: number, file: string) => pausesOf(pauses, hookIdAt(manifest, line, file)) }
}

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

export function readManifest(file: string, files: Pick<Files, 'read'>): SetManifest | undefined {
  const found = files.read(file)
  if (found.kind !== 'text') return undefined
  try {
    const value: unknown = JSON.parse(found.text)
    return isManifest(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isManifest = (value: unknown): value is SetManifest =>
  isObject(value) &&
  isObject(value.files) &&
  Object.hasOwn(value.files, 'hooks.json') &&
  Object.values(value.files).every((hash) => typeof hash === 'string') &&
  isObject(value.lines) &&
  (value.observed === undefined || (isObject(value.observed) && isObject(value.observed.lines)))
