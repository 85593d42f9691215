/** One file as a source. A file that cannot be read is a problem; a managed one also closes its gates. */
import { start } from '../config/jsonc.ts'
import { readHooks, unusableFile } from '../config/read-hooks.ts'
import { createReader, fileOf, type ReadOptions, type SourceInfo } from '../config/reader.ts'
import type { CheckedFile, Pause } from '../flow.ts'
import type { Files, FileText, Loaded, Platform, Source } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { containsEvent, type EventKeys, mayContain } from './prefilter.ts'

/** What every source needs. */
export interface SourceSetup {
  readonly files: Files
  readonly platform: Platform
  readonly reading: ReadOptions
  /** Absent: the directories of teams are used without verification. */
  readonly teams?: TeamSets
}

/** The sets of hooks that the sync installed for teams, and whether they are unchanged. */
export interface TeamSets {
  /** Ids of the teams that have active hooks. */
  installed(): readonly string[]
  check(id: string): TeamCheck
}
export type TeamCheck =
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' }
  /** The directory of the set, the stamps of its files, taken before verification, and its scripts as they were signed. */
  | {
      readonly kind: 'good'
      readonly set: string
      readonly stamps: ReadonlyMap<string, string>
      readonly scripts: readonly CheckedFile[]
      /** The pauses of the hook on this line of a file of the set. Absent: the team has paused nothing. */
      readonly pausesAt?: (line: number, file: string) => readonly Pause[]
      /** The set has hooks that only observe. */
      readonly hasObserved?: true
    }
  | { readonly kind: 'bad'; readonly message: string; readonly stamps: ReadonlyMap<string, string> }

export type ReadText = (text: string, info: SourceInfo, reading: ReadOptions) => Loaded
export type FileInfo = SourceInfo & { readonly file: string }

/** Refers to `readHooks` lazily, so that a lazily loaded bundle does not load the reader if there is no file. */
export const readAsHooks: ReadText = (text, info, reading) => readHooks(text, info, reading)

export const documentSource = (info: FileInfo, setup: SourceSetup, read: ReadText, words?: EventKeys): Source => ({
  name: info.source,
  load: () => loadWithPacks(info, setup, read),
  mayContain: (event) => documentMayContain(event, info, setup, read, words),
  watched: () => [info.file],
})

/** A hookline.json whose hooks run in the directory of the hooks.json of the same level, or in its own if that does not exist. */
export const ownDocumentSource = (
  info: FileInfo,
  directory: string,
  setup: SourceSetup,
  read: ReadText,
  words?: EventKeys,
): Source => ({
  name: info.source,
  load: () => {
    const there = setup.files.isDirectory?.(info.cwd) ?? true
    return loadWithPacks(there ? info : { ...info, cwd: directory }, setup, read)
  },
  mayContain: (event) => documentMayContain(event, info, setup, read, words),
  watched: () => [info.file],
})

export const loadDocument = (info: FileInfo, setup: SourceSetup, read: ReadText): Loaded =>
  readFileText(setup.files.read(info.file), info, setup, read)

/** Loads the packs only if the file uses some. */
function loadWithPacks(info: FileInfo, setup: SourceSetup, read: ReadText): Loaded | Promise<Loaded> {
  const found = setup.files.read(info.file)
  const { packs } = setup.reading
  if (packs === undefined || packs.current() !== undefined || !mentionsPacks(found, info))
    return readFileText(found, info, setup, read)
  return packs.load().then(() => readFileText(found, info, setup, read))
}

const mentionsPacks = (found: FileText, info: SourceInfo): boolean =>
  info.own && found.kind === 'text' && /"packs"|\\u/.test(found.text)
/** Settings that count at every event. */
const mentionsRecords = (found: FileText, info: SourceInfo): boolean =>
  info.own && found.kind === 'text' && /"(?:audit|otel)"/.test(found.text)

export function readFileText(found: FileText, info: FileInfo, { reading }: SourceSetup, read: ReadText): Loaded {
  if (found.kind === 'missing') return noEntries
  if (found.kind === 'text') return read(found.text, info, reading)
  const reader = createReader(info, reading)
  reader.report(found.code, start, `${fileOf(info)}: ${found.message}`, found.hint)
  return unusableFile(reader, start, found.message)
}

/** Without `keys` the whole file is read, because a managed file may close gates that it does not name. */
function documentMayContain(
  event: EventName,
  info: FileInfo,
  setup: SourceSetup,
  read: ReadText,
  words?: EventKeys,
): boolean {
  const found = setup.files.read(info.file)
  if (words === undefined)
    return (
      mentionsPacks(found, info) ||
      mentionsRecords(found, info) ||
      containsEvent(readFileText(found, info, setup, read), event)
    )
  return found.kind === 'text' ? mayContain(found.text, words(event)) : found.kind !== 'missing'
}

export const noEntries: Loaded = { entries: [], problems: [] }
