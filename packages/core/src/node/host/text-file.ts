/** Reads and writes files for an agent: opened once, limited in size, replaced atomically. */
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { replaceFile } from '../system/replace-file.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024

/** Reads the whole file through one descriptor. Never waits: a FIFO or device is rejected. */
export function readBytes(path: string, maxBytes = MAX_FILE_BYTES): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { size } = statRegular(file, path)
    // One byte more than the size, to notice a file that has grown meanwhile.
    let bytes = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1)
    let length = 0
    for (;;) {
      const got = readSync(file, bytes, length, bytes.length - length, null)
      length += got
      if (length > maxBytes) throw new Error(`${path} is larger than ${maxBytes / 1024 / 1024} MiB`)
      if (got === 0) return bytes.subarray(0, length)
      if (length === bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * length, maxBytes) + 1)
    }
  } finally {
    closeSync(file)
  }
}

function statRegular(file: number, path: string) {
  const found = fstatSync(file)
  if (found.isDirectory()) throw new Error(`${path} is a directory`)
  if (!found.isFile()) throw new Error(`${path} is not a regular file`)
  return found
}

/** Bytes that are not UTF-8 become U+FFFD. */
export function readText(path: string): string {
  const bytes = readBytes(path)
  if (isBinary(bytes)) throw new Error(`${path} is a binary file`)
  return bytes.toString('utf8')
}

export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8000).includes(0)

/** Reads a file that will be edited. Throws if it is not UTF-8, because it could not be written back unchanged. */
export function readExact(path: string): string {
  const bytes = readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error(`${path} is not UTF-8 text`)
  }
}

/** Replaces a file atomically: readers see the old or the new content. Follows a link to its target, and keeps the mode. */
export function writeText(path: string, text: string): void {
  const target = resolveTarget(path)
  const mode = modeOf(target)
  mkdirSync(dirname(target), { recursive: true })
  const temporary = join(dirname(target), `.${basename(target).slice(0, 200)}.${randomBytes(6).toString('hex')}`)
  try {
    // Set the mode at creation, so that the temporary file is never more accessible than the final one.
    writeFileSync(temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    if (mode !== undefined) chmodSync(temporary, mode)
    replaceFile(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function modeOf(target: string): number | undefined {
  const found = statSync(target, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error(`${target} is not a regular file`)
  return found.mode & 0o7777
}

function resolveTarget(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
  try {
    return realpathSync(path)
  } catch {
    // The link's target does not exist yet.
    return resolve(dirname(path), readlinkSync(path))
  }
}
