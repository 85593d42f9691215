/** Whether a team's hooks are the ones that its sync installed: the manifest is kept in the state directory, one for each set. */
import { join } from '../../config/paths.ts'
import type { Files, Platform } from '../../ports.ts'
import { isObject } from '../../schema.ts'
import type { TeamFinding, TeamSets } from '../../sources/document.ts'
import { stateDirectory, teamsDirectory } from '../../sources/places.ts'
import { createFileHasher } from '../system/hashes.ts'

/** What a set was when it was installed. */
export interface SetManifest {
  readonly team: string
  readonly revision: number
  /** SHA-256 by name; `hooks.json` is one of them. Nothing else stands in the directory. */
  readonly files: Readonly<Record<string, string>>
  /** Which hook of the team an entry is, by its line in hooks.json. */
  readonly lines: Readonly<Record<string, number>>
}

/** Ids of our own servers' teams. Cursor's are numbers: its directories have no manifest of ours. */
export const isTeamId = (id: string): boolean => /^hl_[a-z2-7]{16}$/.test(id)
const isSetName = (name: string): boolean => /^\d+-[0-9a-f]{16}$/.test(name)

export interface TeamPlaces {
  /** `team_<id>`, in which `hooks` is the one link that is followed. */
  readonly directory: string
  readonly link: string
  readonly sets: string
  /** What the machine remembers of the team: key, metadata, manifests, reports. */
  readonly state: string
  manifest(set: string): string
  /** There while a set is in force (see `hasHooks`): without its directory the guards would have vanished. */
  readonly installed: string
}

export function teamPlaces(platform: Platform, id: string): TeamPlaces {
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

const teamsStateDirectory = (platform: Platform): string => join(platform.system, stateDirectory(platform), 'team')

/** The teams that this machine belongs to. */
export const knownTeams = (files: Pick<Files, 'list'>, platform: Platform): readonly string[] =>
  files.list(teamsStateDirectory(platform)).filter(isTeamId)

export function teamSets(files: Files, platform: Platform): TeamSets {
  const hashes = createFileHasher(files)
  return {
    installed: () => knownTeams(files, platform).filter((id) => hasHooks(teamPlaces(platform, id), files, platform)),
    check: (id) =>
      isTeamId(id) ? checkSet(teamPlaces(platform, id), { files, platform, hashes }) : { kind: 'foreign' },
  }
}

/** While it belongs to the team, what the last sync wrote says it as well: one file that is taken away opens no gate. */
function hasHooks({ installed, state }: TeamPlaces, files: Files, { system }: Platform): boolean {
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

interface CheckRim {
  readonly files: Files
  readonly platform: Platform
  readonly hashes: (paths: readonly string[]) => readonly string[]
}

function checkSet(places: TeamPlaces, { files, platform, hashes }: CheckRim): TeamFinding {
  const at = (first: string, ...parts: readonly string[]) => join(platform.system, first, ...parts)
  const set = files.realPath(places.link)
  const name = nameOf(set)
  // Taken before anything is looked into: a change in between is then seen.
  const stamps = new Map([set, places.installed, places.manifest(name)].map((path) => [path, files.stamp(path)]))
  const bad = (message: string): TeamFinding => ({ kind: 'bad', message, stamps })
  const isInstalled = hasHooks(places, files, platform)
  if (!(files.isDirectory?.(set) ?? false)) return isInstalled ? bad('its hooks are no longer there') : { kind: 'none' }
  // No link but `hooks` on the way from the directory of all teams to the set.
  const expected = at(files.realPath(teamsDirectory(platform)), `team_${nameOf(places.state)}`, '.sets', name)
  if (!isSetName(name) || set !== expected) return bad('`hooks` leads to a place that no sync made')
  const manifest = readManifest(places.manifest(name), files)
  if (manifest === undefined) return bad(`the set ${name} is not the one that was installed`)
  for (const file of Object.keys(manifest.files)) stamps.set(at(set, file), files.stamp(at(set, file)))
  const stray = files.list(set).find((file) => !Object.hasOwn(manifest.files, file))
  if (stray !== undefined) return bad(`${at(set, stray)} was put there by somebody else`)
  const names = Object.keys(manifest.files)
  const found = hashes(names.map((file) => at(set, file)))
  const other = names.find(
    (file, index) => found[index] !== manifest.files[file] || files.realPath(at(set, file)) !== at(set, file),
  )
  if (other !== undefined) return bad(`${at(set, other)} is not the file that was signed`)
  // A script that cannot start is no "no": with its right to run the gate would be gone.
  const lame = names.find((file) => file !== 'hooks.json' && files.isRunnable?.(at(set, file)) === false)
  if (lame !== undefined) return bad(`${at(set, lame)} has lost the right to run, or its owner`)
  // These two change with every sync, and say nothing about what runs.
  stamps.delete(places.installed)
  stamps.delete(places.manifest(name))
  return { kind: 'good', set, stamps }
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
  isObject(value.lines)
