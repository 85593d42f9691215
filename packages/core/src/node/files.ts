/** The port `Files` on this machine. Nothing here blocks on a FIFO or a device, and nothing throws. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs'
import { resolve } from 'node:path'
import type { Files, FileText } from '../ports.ts'
import { codeOf } from './code-of.ts'

export const largestFile = 2 ** 20
/** Opening a FIFO for reading returns at once with O_NONBLOCK; Windows has neither. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0)

export const nodeFiles: Files = {
  read,
  isFile: (path) => statOf(path)?.isFile() ?? false,
  isDirectory: (path) => statOf(path)?.isDirectory() ?? false,
  isRunnable(path) {
    const stats = statOf(path)
    return stats?.isFile() === true && mayRun(stats)
  },
  list(directory) {
    try {
      return readdirSync(directory)
    } catch {
      return []
    }
  },
  realPath(path) {
    try {
      return realpathSync.native(path)
    } catch {
      return resolve(path)
    }
  },
  stamp,
}

function read(path: string): FileText {
  if (isAbsent(path)) return { kind: 'missing' }
  let descriptor: number
  try {
    descriptor = openSync(path, flags)
  } catch (error) {
    return notOpened(path, codeOf(error))
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return notAFile(stats)
    return stats.size > largestFile ? tooLarge(stats.size) : decode(readAll(descriptor))
  } catch (error) {
    return unreadable(
      'file-unreadable',
      `cannot be read (${codeOf(error)})`,
      'Check the disk, or write the file again.',
    )
  } finally {
    closeSync(descriptor)
  }
}

/** Most files are: asking costs a tenth of the exception that opening would throw. */
function isAbsent(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined
  } catch {
    return false
  }
}

/** Up to one byte more than allowed, so that a file that grows meanwhile is noticed. */
function readAll(descriptor: number): Buffer {
  const buffer = Buffer.allocUnsafe(Math.min(largestFile, fstatSync(descriptor).size) + 64 * 1024)
  let length = 0
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) break
    length += count
  }
  return buffer.subarray(0, length)
}

function decode(bytes: Buffer): FileText {
  if (bytes.length > largestFile) return tooLarge(bytes.length)
  const cure = 'Save the file as UTF-8 text.'
  if (bytes.includes(0)) return unreadable('encoding', 'it holds NUL bytes', cure)
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return unreadable('encoding', 'it is not UTF-8', cure)
  }
}

const unreadable = (
  code: Extract<FileText, { kind: 'unreadable' }>['code'],
  message: string,
  hint: string,
): FileText => ({
  kind: 'unreadable',
  code,
  message,
  hint,
})
const tooLarge = (size: number): FileText =>
  unreadable('too-large', `it has ${size} bytes; at most ${largestFile} (1 MiB) are read`, 'Move scripts out of it.')

function notAFile(stats: Stats): FileText {
  const what = stats.isDirectory() ? 'a directory' : stats.isFIFO() ? 'a FIFO' : 'a device or socket'
  return unreadable('not-a-file', `${what} stands where a file is expected`, 'Remove it, or put a regular file there.')
}

function notOpened(path: string, code: string): FileText {
  if (code === 'ENOENT' || code === 'ENOTDIR') return isLink(path) ? dangling : { kind: 'missing' }
  if (code === 'ELOOP')
    return unreadable('file-unreadable', 'its links go round in a circle', 'Point the link at the file.')
  if (code === 'EACCES' || code === 'EPERM')
    return unreadable(
      'file-unreadable',
      'there is no permission to read it',
      'Give yourself the right to read it (chmod u+r).',
    )
  if (code === 'ENXIO' || code === 'EISDIR')
    return unreadable(
      'not-a-file',
      'something other than a file stands here',
      'Remove it, or put a regular file there.',
    )
  return unreadable('file-unreadable', `it cannot be opened (${code})`, 'Check the path and the disk.')
}

/** A link to nothing is a mistake worth a word, not an absent file. */
const dangling = unreadable(
  'file-unreadable',
  'it is a link to a file that does not exist',
  'Point the link at the file, or remove it.',
)
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The superuser runs what is its owner's, too. Windows has no such right. */
function mayRun({ mode, uid }: Stats): boolean {
  const user = process.getuid?.()
  return user === undefined || ((mode & 0o100) !== 0 && (uid === user || user === 0))
}

function stamp(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
    return stats === undefined ? 'missing' : `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`
  } catch (error) {
    return codeOf(error)
  }
}
