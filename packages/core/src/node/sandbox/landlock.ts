/** Starts a hook with Landlock and a filter for system calls, through the native helper (CONTRACT §19). */
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forbidsWriting, type SandboxScope, type Wrapped } from './scope.ts'
import type { Secret } from './secrets.ts'

/** What programs write to without a change of any file. */
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty']

/** The versions of Landlock that can forbid all that a level forbids: truncating from 3 on, signals to others from 6 on. */
export const leastLandlock = { 'read-only': 3, 'no-network': 1, strict: 6 } as const

/** `temporary` is the directory in which it may write. */
export function wrapInLandlock(
  helper: string,
  scope: SandboxScope,
  writable: readonly string[],
  temporary: string | undefined,
  start: Wrapped,
): Wrapped {
  const written = [...(temporary === undefined ? [] : [temporary]), ...writable.map(dirname), ...devices]
  const options = [
    ...['--filter', scope.filter],
    ...(forbidsWriting(scope.level) ? ['--no-write', ...written.flatMap((path) => ['--write', path])] : []),
    ...(scope.secrets.length === 0 ? [] : ['--no-read', ...allBut(scope.secrets).flatMap((path) => ['--read', path])]),
  ]
  return { shell: helper, args: [...options, '--', start.shell, ...start.args] }
}

/** Landlock can only allow: everything beside the secrets, and beside the directories that lead to them. */
function allBut(secrets: readonly Secret[]): readonly string[] {
  const hidden = new Set(secrets.map(({ path }) => path))
  const leading = new Set<string>()
  for (const { path } of secrets) for (let at = dirname(path); at !== dirname(at); at = dirname(at)) leading.add(at)
  return ['/', ...leading].flatMap((directory) =>
    namesIn(directory)
      .map((name) => join(directory, name))
      .filter((path) => !hidden.has(path) && !leading.has(path)),
  )
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

export const landlockMessage = /^hookline-sandbox: (.*)/
