/** `@hookline/core/files`: reads and appends to regular files only, and never waits for a FIFO, a device or a socket. */
import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from 'node:fs'
import { codeOf } from './code-of.ts'
import { readUpTo } from './read-up-to.ts'

export { replaceFile } from './replace-file.ts'

export type RegularFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-regular'; readonly what: string }
  | { readonly kind: 'too-large'; readonly size: number }
  /** The system call failed with this error code. */
  | { readonly kind: 'failed'; readonly code: string }
export type RegularRead = { readonly kind: 'bytes'; readonly bytes: Buffer } | RegularFailure

/** The limit of a read that names none: 1 MiB. */
export const DEFAULT_MAX_BYTES = 2 ** 20

/** With O_NONBLOCK, opening a FIFO returns at once. Windows has none of these flags. */
const nonBlocking = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
const readFlags = constants.O_RDONLY | nonBlocking
const appendFlags =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | nonBlocking

/** Reads the whole file, or returns why that failed. Never throws and never waits. */
export function readRegular(path: string, maxBytes = DEFAULT_MAX_BYTES): RegularRead {
  const opened = openRegular(path)
  if (opened.kind !== 'opened') return opened
  try {
    if (opened.size > maxBytes) return { kind: 'too-large', size: opened.size }
    const bytes = readUpTo(opened.descriptor, opened.size, maxBytes)
    return bytes.length > maxBytes ? { kind: 'too-large', size: bytes.length } : { kind: 'bytes', bytes }
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) }
  } finally {
    closeSync(opened.descriptor)
  }
}

/** Reads the whole file as text; undefined if it cannot be read for any reason. */
export function readRegularText(path: string, maxBytes?: number): string | undefined {
  const found = readRegular(path, maxBytes)
  return found.kind === 'bytes' ? found.bytes.toString('utf8') : undefined
}

export type Opened = {
  readonly kind: 'opened'
  readonly descriptor: number
  readonly size: number
  /** The user id. */
  readonly owner: number
}

/** Opens a file for reading; the caller closes the descriptor. Checks the file type before opening too: opening a device may have effects. */
export function openRegular(path: string): Opened | RegularFailure {
  let descriptor: number | undefined
  try {
    const before = statSync(path, { throwIfNoEntry: false })
    if (before === undefined) return { kind: 'missing' }
    if (!before.isFile()) return notRegular(before)
    descriptor = openSync(path, readFlags)
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { kind: 'opened', descriptor, size: stats.size, owner: stats.uid }
    closeSync(descriptor)
    return notRegular(stats)
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'failed', code }
  }
}

/** Opens a file for appending, and creates it if it is missing. Throws system errors, and an error if it is not a regular file. */
export function openToAppend(path: string, mode = 0o600): number {
  const descriptor = openSync(path, appendFlags, mode)
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return descriptor
  closeSync(descriptor)
  throw new Error(`${path} is ${kindOf(stats)}, not a file`)
}

const notRegular = (stats: Stats): RegularFailure => ({ kind: 'not-regular', what: kindOf(stats) })
const kindOf = (stats: Stats): string =>
  stats.isDirectory() ? 'a directory' : stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : 'a device'
