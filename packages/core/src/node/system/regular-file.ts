/** `@hookline/core/files`: reads and appends to regular files only, and never waits for a FIFO, a device or a socket. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { codeOf } from './code-of.ts'

export type RegularFailure =
  | { readonly kind: 'missing' }
  | { readonly kind: 'not-regular'; readonly what: string }
  | { readonly kind: 'too-large'; readonly size: number }
  /** The system refused, with its error code. */
  | { readonly kind: 'failed'; readonly code: string }
export type RegularRead = { readonly kind: 'bytes'; readonly bytes: Buffer } | RegularFailure

/** What a reader takes that names no limit: 1 MiB. */
export const MOST_BYTES = 2 ** 20

/** With O_NONBLOCK, opening a FIFO returns at once. Windows has none of these flags. */
const patient = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)
const reading = constants.O_RDONLY | patient
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0) | patient

/** The whole file, or why there is none. Never throws and never waits. */
export function readRegular(path: string, mostBytes = MOST_BYTES): RegularRead {
  const opened = openRegular(path)
  if (opened.kind !== 'opened') return opened
  try {
    if (opened.size > mostBytes) return { kind: 'too-large', size: opened.size }
    const bytes = readUpTo(opened.descriptor, opened.size, mostBytes)
    return bytes.length > mostBytes ? { kind: 'too-large', size: bytes.length } : { kind: 'bytes', bytes }
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) }
  } finally {
    closeSync(opened.descriptor)
  }
}

/** The whole file as text; undefined where it cannot be read, for whatever reason. */
export function readRegularText(path: string, mostBytes?: number): string | undefined {
  const found = readRegular(path, mostBytes)
  return found.kind === 'bytes' ? found.bytes.toString('utf8') : undefined
}

export type Opened = { readonly kind: 'opened'; readonly descriptor: number; readonly size: number }

/** A descriptor for reading, which the caller closes. The kind is checked before opening, because opening some devices has effects, and after. */
export function openRegular(path: string): Opened | RegularFailure {
  let descriptor: number | undefined
  try {
    const before = statSync(path, { throwIfNoEntry: false })
    if (before === undefined) return { kind: 'missing' }
    if (!before.isFile()) return notRegular(before)
    descriptor = openSync(path, reading)
    const stats = fstatSync(descriptor)
    if (stats.isFile()) return { kind: 'opened', descriptor, size: stats.size }
    closeSync(descriptor)
    return notRegular(stats)
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'failed', code }
  }
}

/** A descriptor at the end of a file that is created when it is missing. Throws what the system throws, and for what is not a regular file. */
export function openToAppend(path: string, mode = 0o600): number {
  const descriptor = openSync(path, appending, mode)
  const stats = fstatSync(descriptor)
  if (stats.isFile()) return descriptor
  closeSync(descriptor)
  throw new Error(`${path} is ${kindOf(stats)}, not a file`)
}

/** One byte more than allowed is read, so that a file that grows meanwhile, or has no size, is noticed. */
function readUpTo(descriptor: number, size: number, mostBytes: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(size, mostBytes) + 1)
  for (let length = 0; ; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    length += count
    if (count === 0 || length > mostBytes) return buffer.subarray(0, length)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length + 4096, mostBytes + 1))
  }
}

const notRegular = (stats: Stats): RegularFailure => ({ kind: 'not-regular', what: kindOf(stats) })
const kindOf = (stats: Stats): string =>
  stats.isDirectory() ? 'a directory' : stats.isFIFO() ? 'a FIFO' : stats.isSocket() ? 'a socket' : 'a device'
