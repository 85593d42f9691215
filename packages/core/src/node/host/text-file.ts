/** Files as an agent reads and writes them: opened once, bounded, replaced in one step. */
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
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const MAX_FILE_BYTES = 10 * 1024 * 1024

/** All of it through one descriptor. Never waits: a pipe or device of that name is no file. */
export function readBytes(path: string, maxBytes = MAX_FILE_BYTES): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const { size } = regular(file, path)
    // One more than is known to be there, to see its end; it may have grown meanwhile.
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

function regular(file: number, path: string) {
  const found = fstatSync(file)
  if (found.isDirectory()) throw new Error(`${path} is a directory`)
  if (!found.isFile()) throw new Error(`${path} is no regular file`)
  return found
}

/** What is not UTF-8 becomes U+FFFD. */
export function readText(path: string): string {
  const bytes = readBytes(path)
  if (isBinary(bytes)) throw new Error(`${path} is a binary file`)
  return bytes.toString('utf8')
}

export const isBinary = (bytes: Buffer): boolean => bytes.subarray(0, 8000).includes(0)

/** To be changed and written back: what could not be written back as it was is refused. */
export function readExact(path: string): string {
  const bytes = readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Error(`${path} is not UTF-8 text`)
  }
}

/** In one step: whoever reads at this moment sees the old or the new. Through a link the file it names; the mode stays. */
export function writeText(path: string, text: string): void {
  const target = targetOf(path)
  const mode = modeOf(target)
  mkdirSync(dirname(target), { recursive: true })
  const temporary = join(dirname(target), `.${basename(target).slice(0, 200)}.${randomBytes(6).toString('hex')}`)
  try {
    // Never more open than the file it becomes, not even for this moment.
    writeFileSync(temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    if (mode !== undefined) chmodSync(temporary, mode)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function modeOf(target: string): number | undefined {
  const found = statSync(target, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  if (!found.isFile()) throw new Error(`${target} is no regular file`)
  return found.mode & 0o7777
}

function targetOf(path: string): string {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path
  try {
    return realpathSync(path)
  } catch {
    // It names a file that is not there yet.
    return resolve(dirname(path), readlinkSync(path))
  }
}
