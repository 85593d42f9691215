/** Implements the port `Files` on this machine. Nothing here blocks on a FIFO or a device, and nothing throws. */
import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Files, FileText } from '../../ports.ts'
import { codeOf } from './code-of.ts'
import { DEFAULT_MAX_BYTES, readRegular } from './regular-file.ts'

export const maxFileBytes = DEFAULT_MAX_BYTES

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
      // Most of the directories that are looked for do not exist, and an error costs more than this question.
      return existsSync(directory) ? readdirSync(directory) : []
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
  const found = readRegular(path, maxFileBytes)
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
        `it is ${found.what}, not a file`,
        'Remove it, or replace it with a regular file.',
      )
    case 'failed':
      return describeFailure(found.code)
  }
}

function decode(bytes: Buffer): FileText {
  const hint = 'Save the file as UTF-8 text.'
  if (bytes.includes(0)) return unreadable('encoding', 'it contains NUL bytes', hint)
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return unreadable('encoding', 'it is not UTF-8', hint)
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
  unreadable(
    'too-large',
    `it has ${size} bytes, but at most ${maxFileBytes} (1 MiB) are read`,
    'Move scripts to files of their own.',
  )

function describeFailure(code: string): FileText {
  if (code === 'ELOOP')
    return unreadable('file-unreadable', 'its symbolic links form a circle', 'Point the link at the file.')
  if (code === 'EACCES' || code === 'EPERM')
    return unreadable('file-unreadable', 'you have no permission to read it', 'Run: chmod u+r <file>')
  return unreadable('file-unreadable', `it cannot be read (${code})`, 'Check the path and the disk.')
}

/** A link to a missing file is reported as a mistake, and not treated as an absent file. */
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

/** Root may also run what the owner may run. Windows has no such permission. */
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
