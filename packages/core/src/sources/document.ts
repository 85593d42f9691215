/** One file as a source: what cannot be read is a problem, in a managed place a closed gate. */
import { start } from '../config/jsonc.ts'
import { readHooks, unusable } from '../config/read-hooks.ts'
import { createReader, fileOf, type Place, type Reading } from '../config/reading.ts'
import type { Files, FileText, Loaded, Platform, Source } from '../ports.ts'
import type { EventName } from '../protocol/events/index.ts'
import { hears, mayHear, type Words } from './may-hear.ts'

/** What every source is made from. */
export interface SourceSetup {
  readonly files: Files
  readonly platform: Platform
  readonly reading: Reading
  /** Absent: the teams' directories are believed as they stand. */
  readonly teams?: TeamSets
}

/** What the sync installed for teams, and whether it is still that. */
export interface TeamSets {
  /** Ids of those that have hooks in force. */
  installed(): readonly string[]
  check(id: string): TeamFinding
}
export type TeamFinding =
  | { readonly kind: 'foreign' }
  | { readonly kind: 'none' }
  /** The directory of the set itself, and the stamps of its files from before they were looked into. */
  | { readonly kind: 'good'; readonly set: string; readonly stamps: ReadonlyMap<string, string> }
  | { readonly kind: 'bad'; readonly message: string; readonly stamps: ReadonlyMap<string, string> }

export type Read = (text: string, place: Place, reading: Reading) => Loaded
export type FilePlace = Place & { readonly file: string }

/** Named when a file is there to read: where none is, a bundle that loads late need not load the reader. */
export const asHooks: Read = (text, place, reading) => readHooks(text, place, reading)

export const documentSource = (place: FilePlace, setup: SourceSetup, read: Read, words?: Words): Source => ({
  name: place.source,
  load: () => loadWithPacks(place, setup, read),
  mayHear: (event) => documentMayHear(event, place, setup, read, words),
  watched: () => [place.file],
})

/** A hookline.json whose hooks run where those of the level beside it do, or in its own directory when that is not there. */
export const besideSource = (
  place: FilePlace,
  directory: string,
  setup: SourceSetup,
  read: Read,
  words?: Words,
): Source => ({
  name: place.source,
  load: () => {
    const there = setup.files.isDirectory?.(place.cwd) ?? true
    return loadWithPacks(there ? place : { ...place, cwd: directory }, setup, read)
  },
  mayHear: (event) => documentMayHear(event, place, setup, read, words),
  watched: () => [place.file],
})

export const loadDocument = (place: FilePlace, setup: SourceSetup, read: Read): Loaded =>
  readFound(setup.files.read(place.file), place, setup, read)

/** The packs are loaded for a file that names some. */
function loadWithPacks(place: FilePlace, setup: SourceSetup, read: Read): Loaded | Promise<Loaded> {
  const found = setup.files.read(place.file)
  const { packs } = setup.reading
  if (packs === undefined || packs.current() !== undefined || !namesPacks(found, place))
    return readFound(found, place, setup, read)
  return packs.load().then(() => readFound(found, place, setup, read))
}

const namesPacks = (found: FileText, place: Place): boolean =>
  place.own && found.kind === 'text' && /"packs"|\\u/.test(found.text)

export function readFound(found: FileText, place: FilePlace, { reading }: SourceSetup, read: Read): Loaded {
  if (found.kind === 'missing') return nothing
  if (found.kind === 'text') return read(found.text, place, reading)
  const reader = createReader(place, reading)
  reader.report(found.code, start, `${fileOf(place)}: ${found.message}`, found.hint)
  return unusable(reader, start, found.message)
}

/** Without words the whole file is read: a managed one closes gates that it does not name. */
function documentMayHear(event: EventName, place: FilePlace, setup: SourceSetup, read: Read, words?: Words): boolean {
  const found = setup.files.read(place.file)
  if (words === undefined) return namesPacks(found, place) || hears(readFound(found, place, setup, read), event)
  return found.kind === 'text' ? mayHear(found.text, words(event)) : found.kind !== 'missing'
}

export const nothing: Loaded = { entries: [], problems: [] }
