/** The port `Files` on this machine. Nothing here blocks on a FIFO or a device, and nothing throws. */
import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Files, FileText } from '../../ports.ts'
import { codeOf } from './code-of.ts'
import { MOST_BYTES, readRegular } from './regular-file.ts'

export const largestFile = MOST_BYTES

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
  const found = readRegular(path, largestFile)
  switch (found.kind) {
    case 'bytes':
      return decode(found.bytes)
    case 'missing':
      return isLink(path) ? dangling : { kind: 'missing' }
    case 'too-large':
      return tooLarge(found.size)
    case 'not-regular':
      return unreadable(
        'not-a-file',
        `${found.what} stands where a file is expected`,
        'Remove it, or put a regular file there.',
      )
    case 'failed':
      return notRead(found.code)
  }
}

function decode(bytes: Buffer): FileText {
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

function notRead(code: string): FileText {
  if (code === 'ELOOP')
    return unreadable('file-unreadable', 'its links go round in a circle', 'Point the link at the file.')
  if (code === 'EACCES' || code === 'EPERM')
    return unreadable(
      'file-unreadable',
      'there is no permission to read it',
      'Give yourself the right to read it (chmod u+r).',
    )
  return unreadable('file-unreadable', `it cannot be read (${code})`, 'Check the path and the disk.')
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
