/** Starts a hook with Landlock and a filter for system calls, through the native helper (CONTRACT §19). */
import { dirname } from 'node:path'
import type { RunFiles } from './run-files.ts'
import { forbidsWriting, realPath, type SandboxScope, type Start, type Wrapped } from './scope.ts'
import { treeWithout } from './view.ts'

/** What programs use without a change of any file. Terminals and shared memory of others are not among them. */
const devices = ['/dev/null', '/dev/zero', '/dev/full', '/dev/random', '/dev/urandom', '/dev/tty']
/** Files that are no files: what is written there changes the machine. */
const virtual = ['/dev', '/proc', '/sys']

/** The versions of Landlock that can forbid all that a level forbids: truncating from 3 on, signals to others from 6 on. */
export const leastLandlock = { 'read-only': 3, 'no-network': 3, strict: 6 } as const

/** `temporary` is the directory in which it may write. */
export function wrapInLandlock(
  helper: string,
  scope: SandboxScope,
  writable: readonly string[],
  temporary: string,
  files: RunFiles,
  start: Start,
): Wrapped {
  const hidden = scope.hidden.map(({ path }) => path)
  const written = [
    ...[temporary, ...writable.map(dirname)].flatMap(realPath),
    ...(forbidsWriting(scope.level) ? [] : treeWithout([...hidden, ...scope.guarded, ...virtual])),
  ]
  const options = files.writeOptions([
    ...['--filter', files.filter, '--status', files.status],
    ...written.flatMap((path) => ['--write', path]),
    ...treeWithout([...hidden, '/dev']).flatMap((path) => ['--read', path]),
    ...devices.flatMap((path) => ['--device', path]),
    // Only names: under `strict` those of secrets stay hidden too.
    ...(scope.level === 'strict' ? [] : ['--list', '/']),
    ...Object.entries(start.env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  ])
  return { shell: helper, args: ['--options', options, '--', start.shell, ...start.args], env: {} }
}

/** What the helper writes just before it starts the program, and after that did not work. */
export const landlockProof = { started: /^1/, notExecuted: /^1x/ }
export const landlockMessage = /^hookline-sandbox: (.*)/
