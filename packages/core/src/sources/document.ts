/** One file as a source: what cannot be read is a problem, in a managed place a closed gate. */
import { start } from '../config/jsonc.ts'
import { readHooks, unusableFile } from '../config/read-hooks.ts'
import { createReader, fileOf, type SourceInfo, type ReadOptions } from '../config/reader.ts'
import type { Files, FileText, Loaded, Platform, Source } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { containsEvent, mayContain, type EventKeys } from './prefilter.ts'

/** What every source is made from. */
export interface SourceSetup {
  readonly files: Files
  readonly platform: Platform
  readonly reading: ReadOptions
  /** Absent: the teams' directories are believed as they stand. */
  readonly teams?: TeamSets
}

/** What the sync installed for teams, and whether it is still that. */
export interface TeamSets {
  /** Ids of those that have hooks in force. */
  installed(): readonly string[]
  check(id: string): TeamCheck
}
export type TeamCheck =
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' }
  /** The directory of the set itself, and the stamps of its files from before they were looked into. */
  | { readonly kind: 'good'; readonly set: string; readonly stamps: ReadonlyMap<string, string> }
  | { readonly kind: 'bad'; readonly message: string; readonly stamps: ReadonlyMap<string, string> }

export type ReadText = (text: string, place: SourceInfo, reading: ReadOptions) => Loaded
export type FileInfo = SourceInfo & { readonly file: string }

/** Named when a file is there to read: where none is, a bundle that loads late need not load the reader. */
export const readAsHooks: ReadText = (text, place, reading) => readHooks(text, place, reading)

export const documentSource = (place: FileInfo, setup: SourceSetup, read: ReadText, words?: EventKeys): Source => ({
  name: place.source,
  load: () => loadWithPacks(place, setup, read),
  mayContain: (event) => documentMayContain(event, place, setup, read, words),
  watched: () => [place.file],
})

/** A hookline.json whose hooks run where those of the level beside it do, or in its own directory when that is not there. */
export const ownDocumentSource = (
  place: FileInfo,
  directory: string,
  setup: SourceSetup,
  read: ReadText,
  words?: EventKeys,
): Source => ({
  name: place.source,
  load: () => {
    const there = setup.files.isDirectory?.(place.cwd) ?? true
    return loadWithPacks(there ? place : { ...place, cwd: directory }, setup, read)
  },
  mayContain: (event) => documentMayContain(event, place, setup, read, words),
  watched: () => [place.file],
})

export const loadDocument = (place: FileInfo, setup: SourceSetup, read: ReadText): Loaded =>
  readFileText(setup.files.read(place.file), place, setup, read)

/** The packs are loaded for a file that names some. */
function loadWithPacks(place: FileInfo, setup: SourceSetup, read: ReadText): Loaded | Promise<Loaded> {
  const found = setup.files.read(place.file)
  const { packs } = setup.reading
  if (packs === undefined || packs.current() !== undefined || !mentionsPacks(found, place))
    return readFileText(found, place, setup, read)
  return packs.load().then(() => readFileText(found, place, setup, read))
}

const mentionsPacks = (found: FileText, place: SourceInfo): boolean =>
  place.own && found.kind === 'text' && /"packs"|\\u/.test(found.text)

export function readFileText(found: FileText, place: FileInfo, { reading }: SourceSetup, read: ReadText): Loaded {
  if (found.kind === 'missing') return noEntries
  if (found.kind === 'text') return read(found.text, place, reading)
  const reader = createReader(place, reading)
  reader.report(found.code, start, `${fileOf(place)}: ${found.message}`, found.hint)
  return unusableFile(reader, start, found.message)
}

/** Without words the whole file is read: a managed one closes gates that it does not name. */
function documentMayContain(event: EventName, place: FileInfo, setup: SourceSetup, read: ReadText, words?: EventKeys): boolean {
  const found = setup.files.read(place.file)
  if (words === undefined) return mentionsPacks(found, place) || containsEvent(readFileText(found, place, setup, read), event)
  return found.kind === 'text' ? mayContain(found.text, words(event)) : found.kind !== 'missing'
}

export const noEntries: Loaded = { entries: [], problems: [] }
