/** The hooks of teams, which the sync writes. Several teams are ordered by id. */
import { start } from '../config/jsonc.ts'
import { observedFile, observeOnly } from '../config/observed.ts'
import { join } from '../config/paths.ts'
import { unusableFile } from '../config/read-hooks.ts'
import { createReader } from '../config/reader.ts'
import type { CheckedFile } from '../flow.ts'
import type { Files, Loaded, Source } from '../ports.ts'
import { isObject } from '../schema.ts'
import {
  type FileInfo,
  loadDocument,
  noEntries,
  type ReadText,
  readFileText,
  type SourceSetup,
  type TeamCheck,
} from './document.ts'
import { readManaged } from './enterprise-read.ts'
import { teamsDirectory } from './locations.ts'
import { containsEvent } from './prefilter.ts'

/** Refers to `readManaged` lazily, for the same reason as `readAsHooks`. */
const read: ReadText = (text, info, reading) => readManaged(text, info, reading)

export function team(setup: SourceSetup): Source {
  const { packs } = setup.reading
  const files = () => teamFiles(setup)
  const load = (): Loaded => merge([loadDirectory(setup), ...files().map((info) => loadTeam(info, setup))])
  /** Whether a team uses packs that are not loaded yet, so that `load` misses their hooks. */
  const needsPacks = ({ settingsOfFiles = [] }: Loaded): boolean =>
    packs !== undefined && packs.current() === undefined && settingsOfFiles.some(({ values }) => 'packs' in values)
  return {
    name: 'team',
    load() {
      const loaded = load()
      return packs !== undefined && needsPacks(loaded) ? packs.load().then(load) : loaded
    },
    mayContain(event) {
      const loaded = load()
      return needsPacks(loaded) || isAudited(loaded) || containsEvent(loaded, event)
    },
    // The directory is watched too, so that a new team is noticed.
    watched: () => [teamsDirectory(setup.platform), ...files().map((info) => info.file)],
  }
}

/** An audit log takes every event. */
const isAudited = ({ settingsOfFiles = [] }: Loaded): boolean =>
  settingsOfFiles.some(({ values: { log } }) => isObject(log) && log.audit === true)

/** Shown to people. The gates stay closed until a sync has restored the signed files. */
const restoreHint = 'to restore the signed files, run: hookline team sync'

/** Closes every gate of a set that was changed by hand or by an agent. It counts as `integrity`, not as a mistake of the team. */
function closeChangedTeam(info: FileInfo, why: string, { reading }: SourceSetup): Loaded {
  const message = `${info.file} differs from the file that the team signed: ${why}`
  const reader = createReader(info, reading)
  reader.report('not-as-signed', start, message, 'Run `hookline team sync` to restore the signed files.')
  const closed = unusableFile(reader, start, message)
  const entries = closed.entries.map((entry) => ({ ...entry, broken: { message, fix: restoreHint, integrity: true } }))
  return { ...closed, entries }
}

const loadDirectory = (setup: SourceSetup): Loaded => {
  const directory = teamsDirectory(setup.platform)
  return closeIfUnreadable(
    directory,
    { source: 'team', own: false, trust: 'managed', cwd: directory, file: directory },
    setup,
  )
}

function loadTeam(info: FileInfo, setup: SourceSetup): Loaded {
  const { system } = setup.platform
  for (const directory of [join(system, info.cwd, '..'), info.cwd]) {
    const closed = closeIfUnreadable(directory, { ...info, file: directory }, setup)
    if (closed !== noEntries) return closed
  }
  const found = setup.teams?.check(idOf(info, setup)) ?? { kind: 'foreign' }
  if (found.kind === 'bad') return { ...closeChangedTeam(info, found.message, setup), stamps: found.stamps }
  if (found.kind !== 'good') return loadDocument(info, setup, read)
  // Reads from the directory of the set, not through the link, so that a sync in between cannot mix two sets.
  const { set, stamps, scripts } = found
  const readFile = (name: string, own: boolean): Loaded => {
    const text = setup.files.read(join(system, set, name))
    return readFileText(text, { ...info, own, cwd: set, file: join(system, info.cwd, name) }, setup, read)
  }
  const observed = found.hasObserved === true ? [observeOnly(readFile(observedFile, true))] : []
  const loaded = merge([asOwn(readFile('hooks.json', false)), readFile('hookline.json', true), ...observed])
  return { ...withPauses(withCheckedFiles(loaded, scripts, setup), found), stamps }
}

/** Which of them are in force depends on the time, so that is decided later (`config/pauses.ts`). */
function withPauses(loaded: Loaded, { pausesAt }: Extract<TeamCheck, { kind: 'good' }>): Loaded {
  if (pausesAt === undefined) return loaded
  const entries = loaded.entries.map((entry) => {
    const pauses = pausesAt(entry.origin.line ?? 0, entry.origin.file ?? '')
    return pauses.length === 0 ? entry : { ...entry, pauses }
  })
  return { ...loaded, entries }
}

/** There are no checked copies on Windows. */
function withCheckedFiles(loaded: Loaded, scripts: readonly CheckedFile[], { platform }: SourceSetup): Loaded {
  if (platform.system === 'win32') return loaded
  const checkedFiles = () => scripts
  return {
    ...loaded,
    entries: loaded.entries.map((entry) =>
      entry.type === 'command' && entry.broken === undefined && entry.checkedCopy !== false
        ? { ...entry, checkedCopy: true, checkedFiles }
        : entry,
    ),
  }
}

/** Agents run the hooks of their own teams. A set that our sync installed is run by Hookline alone. */
const asOwn = (loaded: Loaded): Loaded => ({
  ...loaded,
  entries: loaded.entries.map((entry) => ({ ...entry, origin: { ...entry.origin, own: true } })),
})

const idOf = (info: FileInfo, { platform: { system } }: SourceSetup): string =>
  (join(system, info.cwd, '..').split(/[\\/]/).at(-1) ?? '').slice('team_'.length)

/** A team without hooks has no directory. A directory that cannot be read may contain guards, so it closes their gates. */
function closeIfUnreadable(directory: string, info: FileInfo, { files, reading }: SourceSetup): Loaded {
  const trouble = findTrouble(directory, files)
  if (trouble === undefined) return noEntries
  const reader = createReader(info, reading)
  reader.report(
    'file-unreadable',
    start,
    `${directory}: ${trouble}`,
    'Restore the directory with `hookline team sync`, or remove this path.',
  )
  return unusableFile(reader, start, trouble)
}

function findTrouble(directory: string, files: Files): string | undefined {
  const found = files.read(directory)
  if (found.kind === 'missing') return undefined
  const there = files.isDirectory?.(directory) ?? true
  if (there) return found.kind === 'unreadable' && found.code === 'file-unreadable' ? found.message : undefined
  return found.kind === 'unreadable' ? found.message : 'it is a file, but must be a directory'
}

function teamFiles({ files, platform, teams }: SourceSetup): readonly FileInfo[] {
  const { system } = platform
  const directory = teamsDirectory(platform)
  const found = files.list(directory).filter((name) => name.startsWith('team_'))
  // A set that was installed and is gone was removed by someone, which must not go unnoticed.
  const installed = teams?.installed().map((id) => `team_${id}`) ?? []
  return [...new Set([...found, ...installed])].toSorted(compareIds).map((name) => {
    const cwd = join(system, directory, name, 'hooks')
    return { source: 'team', own: false, trust: 'managed', cwd, file: join(system, cwd, 'hooks.json') }
  })
}

/** Cursor's ids are numbers written as text, so `team_10` comes after `team_9`. */
function compareIds(a: string, b: string): number {
  const [left, right] = [a.slice(5), b.slice(5)]
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}

const merge = (loaded: readonly Loaded[]): Loaded => ({
  entries: loaded.flatMap((one) => one.entries),
  problems: loaded.flatMap((one) => one.problems),
  ...mergeSettings(loaded),
  ...(loaded.some((one) => one.stamps !== undefined)
    ? { stamps: new Map(loaded.flatMap((one) => [...(one.stamps ?? [])])) }
    : {}),
  ...(loaded.some((one) => one.broken === true) ? { broken: true } : {}),
})

const mergeSettings = (loaded: readonly Loaded[]): Pick<Loaded, 'settingsOfFiles'> => {
  const settingsOfFiles = loaded.flatMap((one) => [
    ...(one.settings === undefined ? [] : [one.settings]),
    ...(one.settingsOfFiles ?? []),
  ])
  return settingsOfFiles.length === 0 ? {} : { settingsOfFiles }
}
