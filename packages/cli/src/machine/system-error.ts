/** Describes errors of the file system: what Hookline tried to do, why it failed, and how to fix it. */
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { oneLine, quoted } from '../text/plain.ts'

interface SystemError {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly path?: unknown
  readonly message: string
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would be larger than the system allows',
  ENOTDIR: 'part of the path is a file, not a directory',
  EISDIR: 'it is a directory, not a file',
  ELOOP: 'its symbolic links form a circle',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ENOENT: 'it does not exist',
  EIO: 'the disk reports an error',
  EBUSY: 'another program uses it',
}
/** What to look at, where it is not the owner and the permissions. */
const checks: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space, and run the command again. To see it: df -h',
  EDQUOT: 'Free some space, and run the command again. To see it: df -h',
  EFBIG: 'Raise the limit (ulimit -f), and run the command again. To see the directory: ls -ld',
}
const actions: Readonly<Record<string, string>> = {
  mkdir: 'create the directory',
  open: 'open',
  rename: 'write',
  write: 'write to',
  scandir: 'read the directory',
  unlink: 'remove',
  chmod: 'change the mode of',
}
const ownDirectories: readonly (readonly [pattern: RegExp, contents: string, variable: string])[] = [
  [/state/, "Hookline's state: trust, disabled hooks and the log", 'XDG_STATE_HOME'],
  [/cache/, 'indexes, which Hookline can create again', 'XDG_CACHE_HOME'],
]

/** Returns undefined for errors that have no description here. */
export function describeSystemError(error: SystemError): string | undefined {
  const { code, syscall, path } = error
  if (typeof path !== 'string') return undefined
  // Node says ENOENT where a directory cannot be created below a parent that is there: the parent knows why.
  const reason =
    reasons[(code === 'ENOENT' && syscall === 'mkdir' && writeError(nearestExisting(path))) || String(code)]
  if (reason === undefined) return undefined
  const action = actions[String(syscall)] ?? String(syscall)
  const isOwn = /[/\\]\.?(local|state|cache|hookline)\b/.test(path)
  const own = isOwn ? ownDirectories.find(([pattern]) => pattern.test(path)) : undefined
  const contents = own === undefined ? '' : ` It contains ${own[1]}.`
  const elsewhere = own === undefined ? '' : `\n  Or use another directory: export ${own[2]}=<dir>`
  return `cannot ${action} ${oneLine(path)}: ${reason}.${contents}
  ${checks[String(code)] ?? 'Check its owner and permissions: ls -ld'} ${quoted(oneLine(nearestExisting(path)))}${elsewhere}`
}

/** Why the system did not do it, without a path: for a message that names the file itself. */
export const systemReason = (thrown: unknown): string =>
  reasons[codeOf(thrown) ?? ''] ?? `the system reports ${codeOf(thrown) ?? oneLine(String(thrown))}`

const codeOf = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined

/** The code of the error that a write in this directory would give, if any. */
function writeError(directory: string): string | undefined {
  try {
    accessSync(directory, constants.W_OK)
    return undefined
  } catch (thrown) {
    return codeOf(thrown)
  }
}

/** The nearest parent that exists. Its permissions are the ones that matter. */
function nearestExisting(path: string): string {
  let at = dirname(path)
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at)
  return at
}
