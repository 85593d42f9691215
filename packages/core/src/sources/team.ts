/** The teams' hooks, written by the sync; several teams in order of id. */
import { start } from '../config/jsonc.ts'
import { join } from '../config/paths.ts'
import { unusableFile } from '../config/read-hooks.ts'
import { createReader } from '../config/reader.ts'
import type { Files, Loaded, Source } from '../ports.ts'
import { type FileInfo, loadDocument, noEntries, type ReadText, readFileText, type SourceSetup } from './document.ts'
import { readManaged } from './enterprise-read.ts'
import { containsEvent } from './prefilter.ts'
import { teamsDirectory } from './locations.ts'

/** Named when a file is there to read, as `asHooks` is. */
const read: ReadText = (text, place, reading) => readManaged(text, place, reading)

export function team(setup: SourceSetup): Source {
  const places = () => teamFiles(setup)
  const load = () => merge([loadDirectory(setup), ...places().map((place) => loadTeam(place, setup))])
  return {
    name: 'team',
    load,
    mayContain: (event) => containsEvent(load(), event),
    // The directory itself, so that a new team is seen.
    watched: () => [teamsDirectory(setup.platform), ...places().map((place) => place.file)],
  }
}

/** Words for the person; the hooks themselves stay closed until a sync has put the signed ones back. */
const restoreHint = 'to put back what the team signed: hookline team sync'

/** What was changed by hand, or by an agent, closes every gate it could hold: as `integrity`, not as a mistake of the team. */
function closeChangedTeam(place: FileInfo, why: string, { reading }: SourceSetup): Loaded {
  const message = `${place.file} is not as the team signed it: ${why}`
  const reader = createReader(place, reading)
  reader.report('not-as-signed', start, message, 'Run `hookline team sync`: it puts back what the team signed.')
  const closed = unusableFile(reader, start, message)
  const entries = closed.entries.map((entry) => ({ ...entry, broken: { message, cure: restoreHint, integrity: true } }))
  return { ...closed, entries }
}

const loadDirectory = (setup: SourceSetup): Loaded => {
  const directory = teamsDirectory(setup.platform)
  return closeIfUnreadable(directory, { source: 'team', own: false, trust: 'managed', cwd: directory, file: directory }, setup)
}

function loadTeam(place: FileInfo, setup: SourceSetup): Loaded {
  const { system } = setup.platform
  for (const directory of [join(system, place.cwd, '..'), place.cwd]) {
    const closed = closeIfUnreadable(directory, { ...place, file: directory }, setup)
    if (closed !== noEntries) return closed
  }
  const found = setup.teams?.check(idOf(place, setup)) ?? { kind: 'foreign' }
  if (found.kind === 'bad') return { ...closeChangedTeam(place, found.message, setup), stamps: found.stamps }
  if (found.kind !== 'good') return loadDocument(place, setup, read)
  // From the set itself and not through the link: a sync meanwhile must not mix two of them.
  const { set, stamps } = found
  const text = setup.files.read(join(system, set, 'hooks.json'))
  return { ...readFileText(text, { ...place, cwd: set }, setup, read), stamps }
}

const idOf = (place: FileInfo, { platform: { system } }: SourceSetup): string =>
  (join(system, place.cwd, '..').split(/[\\/]/).at(-1) ?? '').slice('team_'.length)

/** A team without hooks has no directory; one that cannot be looked into may hold guards, and closes their gates. */
function closeIfUnreadable(directory: string, place: FileInfo, { files, reading }: SourceSetup): Loaded {
  const trouble = findTrouble(directory, files)
  if (trouble === undefined) return noEntries
  const reader = createReader(place, reading)
  reader.report(
    'file-unreadable',
    start,
    `${directory}: ${trouble}`,
    'Put the directory of the sync there, or nothing.',
  )
  return unusableFile(reader, start, trouble)
}

function findTrouble(directory: string, files: Files): string | undefined {
  const found = files.read(directory)
  if (found.kind === 'missing') return undefined
  const there = files.isDirectory?.(directory) ?? true
  if (there) return found.kind === 'unreadable' && found.code === 'file-unreadable' ? found.message : undefined
  return found.kind === 'unreadable' ? found.message : 'a file stands where a directory is expected'
}

function teamFiles({ files, platform, teams }: SourceSetup): readonly FileInfo[] {
  const { system } = platform
  const directory = teamsDirectory(platform)
  const found = files.list(directory).filter((name) => name.startsWith('team_'))
  // What was installed and is gone was taken away: it must not vanish silently.
  const installed = teams?.installed().map((id) => `team_${id}`) ?? []
  return [...new Set([...found, ...installed])].toSorted(compareIds).map((name) => {
    const cwd = join(system, directory, name, 'hooks')
    return { source: 'team', own: false, trust: 'managed', cwd, file: join(system, cwd, 'hooks.json') }
  })
}

/** Cursor's ids are numbers written as text: `team_10` comes after `team_9`. */
function compareIds(a: string, b: string): number {
  const [left, right] = [a.slice(5), b.slice(5)]
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}

const merge = (loaded: readonly Loaded[]): Loaded => ({
  entries: loaded.flatMap((one) => one.entries),
  problems: loaded.flatMap((one) => one.problems),
  ...(loaded.some((one) => one.stamps !== undefined)
    ? { stamps: new Map(loaded.flatMap((one) => [...(one.stamps ?? [])])) }
    : {}),
  ...(loaded.some((one) => one.broken === true) ? { broken: true } : {}),
})
