/** A disk that refuses is no bug of ours: what was to be done, why it was not, and what to do about it. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { oneLine, quoted } from './plain.ts'

interface SystemError {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly path?: unknown
  readonly message: string
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'you have no right to',
  EPERM: 'the system does not allow it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  ENOTDIR: 'a part of the path is a file',
}
const acts: Readonly<Record<string, string>> = {
  mkdir: 'make the directory',
  open: 'open',
  rename: 'write',
  write: 'write to',
  scandir: 'read the directory',
  unlink: 'remove',
  chmod: 'change the mode of',
}
const places: readonly (readonly [pattern: RegExp, holds: string, variable: string])[] = [
  [/state/, 'what Hookline remembers: trust, hooks switched off, the log', 'XDG_STATE_HOME'],
  [/cache/, 'indexes that can be made again', 'XDG_CACHE_HOME'],
]

/** Undefined: a failure of which nothing more is known than its message. */
export function systemText(error: SystemError): string | undefined {
  const { code, syscall, path } = error
  const reason = typeof code === 'string' ? reasons[code] : undefined
  if (reason === undefined || typeof path !== 'string') return undefined
  const act = acts[String(syscall)] ?? String(syscall)
  const own = /[/\\]\.?(local|state|cache|hookline)\b/.test(path) ? places.find(([at]) => at.test(path)) : undefined
  const holds = own === undefined ? '' : ` It holds ${own[1]}.`
  const elsewhere = own === undefined ? '' : `, or name another place: ${own[2]}=<dir>`
  return `cannot ${act} ${oneLine(path)}: ${reason}.${holds}
  Look who owns it: ls -ld ${quoted(oneLine(standing(path)))}${elsewhere}`
}

/** The nearest part of the path that is there: it is the one that says no. */
function standing(path: string): string {
  let at = dirname(path)
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at)
  return at
}
