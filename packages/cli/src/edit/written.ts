/** Remembers what Hookline's commands wrote, so that `disconnect` and `uninstall` can restore every file byte by byte. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readRegular, readRegularText } from '@hookline/core/files'
import { isObject } from '@hookline/core/protocol'
import { stateDirectory, thisPlatform, writeState } from '@hookline/core/team'
import { parseObject } from '../parse-object.ts'

/** The bytes of a file as base64, or null if it did not exist. */
type Bytes = string | null

export interface WrittenFile {
  /** When Hookline first wrote it. */
  readonly at: string
  readonly before: Bytes
  /** SHA-256 of what Hookline wrote last. */
  readonly after: string
  /** Someone else changed it between two writes, so `before` is not all that is theirs. */
  readonly mixed?: boolean
  /** The entries that call Hookline, since `connect` wrote them. `before` is absent if someone else changed the file in between. */
  readonly connected?: { readonly at: string; readonly before?: Bytes; readonly after: string }
}
export interface Written {
  readonly files: Readonly<Record<string, WrittenFile>>
  /** Directories that Hookline created. */
  readonly directories: readonly string[]
}

const nothing: Written = { files: {}, directories: [] }

const writtenFile = (): string => join(stateDirectory(thisPlatform()), 'written.json')

/** It holds whole files, so it may be larger than other state. */
const MOST_BYTES = 64 * 2 ** 20

/** A file that cannot be read counts as empty: then only our own entries are removed from files. */
export function readWritten(file = writtenFile()): Written {
  const value = parseObject(readRegularText(file, MOST_BYTES) ?? '')
  if (value === undefined || !isObject(value.files) || !Array.isArray(value.directories)) return nothing
  const files = Object.entries(value.files).filter((pair): pair is [string, WrittenFile] => isWrittenFile(pair[1]))
  return {
    files: Object.fromEntries(files),
    directories: value.directories.filter((one): one is string => typeof one === 'string'),
  }
}

const isWrittenFile = (value: unknown): value is WrittenFile =>
  isObject(value) &&
  typeof value.at === 'string' &&
  typeof value.after === 'string' &&
  (value.before === null || typeof value.before === 'string') &&
  (value.connected === undefined || (isObject(value.connected) && typeof value.connected.after === 'string'))

export interface Write {
  readonly path: string
  readonly before: Bytes
  readonly after: Bytes
  readonly calls?: 'added' | 'removed' | undefined
}

/** Called after the files were written. `created` are directories that did not exist before. */
export function noteWrites(writes: readonly Write[], created: readonly string[], at = new Date().toISOString()): void {
  const known = readWritten()
  const files = { ...known.files }
  for (const write of writes) {
    const next = noteOf(files[write.path], write, at)
    if (next === undefined) delete files[write.path]
    else files[write.path] = next
  }
  try {
    writeState(writtenFile(), { files, directories: [...new Set([...known.directories, ...created])] })
  } catch {
    // The files are written, and a state directory that cannot be used is reported by doctor. `disconnect` removes entries all the same.
  }
}

/** Undefined if nothing of ours is left: the file is as it was. */
function noteOf(known: WrittenFile | undefined, { before, after, calls }: Write, at: string): WrittenFile | undefined {
  const was = hashOf(before)
  const first = known === undefined ? before : known.before
  if (after === first && known?.mixed !== true && (known === undefined || known.after === was)) return undefined
  const base = {
    at: known?.at ?? at,
    before: first,
    after: hashOf(after),
    ...(known !== undefined && (known.mixed === true || known.after !== was) ? { mixed: true } : {}),
  }
  const { connected } = known ?? {}
  if (calls === 'removed') return base
  if (calls === undefined) return { ...base, ...(connected === undefined ? {} : { connected }) }
  if (connected === undefined) return { ...base, connected: { at, before, after: base.after } }
  const isSame = connected.after === was && connected.before !== undefined
  return {
    ...base,
    connected: { at: connected.at, after: base.after, ...(isSame ? { before: connected.before } : {}) },
  }
}

export const hashOf = (bytes: Bytes): string =>
  bytes === null ? 'none' : createHash('sha256').update(Buffer.from(bytes, 'base64')).digest('hex')

/** What the file holds now. */
export function bytesOf(path: string): Bytes {
  const found = readRegular(path)
  return found.kind === 'bytes' ? found.bytes.toString('base64') : null
}
