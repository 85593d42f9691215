/** Starts the process of a hook from this one: without the shell, where the shell would only start the program. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { realpathSync, type Stats, statSync } from 'node:fs'
import type { SpawnRequest } from '../../runners/command.ts'
import { thisSystem } from '../system/platform.ts'

type Stdio = readonly [number | 'pipe', number | 'pipe', number | 'pipe']

/** May throw system errors. */
export function startProcess(request: SpawnRequest, stdio: Stdio): ChildProcess {
  return startDirectly(request, stdio) ?? spawn(request.shell, request.args, optionsOf(request, request.env, stdio))
}

const optionsOf = ({ cwd, verbatim }: SpawnRequest, env: SpawnRequest['env'], stdio: Stdio): SpawnOptions => ({
  cwd,
  env,
  // A hook has its own process group.
  detached: thisSystem !== 'win32',
  windowsHide: true,
  windowsVerbatimArguments: verbatim === true,
  stdio: [...stdio],
})

/** Undefined if the program does not run: the shell then says why, or reads a file that the system cannot execute. */
function startDirectly(request: SpawnRequest, stdio: Stdio): ChildProcess | undefined {
  const [program, ...args] = request.direct ?? []
  // Pipes of Node would be left open by a start that fails.
  if (program === undefined || stdio.includes('pipe')) return undefined
  try {
    const env = environmentFromShell(request)
    const child = env === undefined ? undefined : spawn(program, args, optionsOf(request, env, stdio))
    if (child?.pid !== undefined) return child
    child?.on('error', () => {})
  } catch {
    // Not one of the errors that Node reports by an event.
  }
  return undefined
}

/** Names that shells drop, and variables that they set. The separator cannot be part of a name. */
const changedByShells = /[^\w\0]|\0(?:\d|\0|(?:IFS|OPTIND|PPID|LINENO)\0)/

/** The variables as the shell would hand them on. Undefined if it would change more than the name of the directory. */
function environmentFromShell({ env, cwd }: SpawnRequest): SpawnRequest['env'] | undefined {
  if (changedByShells.test(`\0${Object.keys(env).join('\0')}\0`)) return undefined
  return { ...env, PWD: nameDirectory(cwd, env.PWD) }
}

/** What is in `PWD` if it is this directory, and its real path otherwise, as POSIX says. */
function nameDirectory(cwd: string, given: string | undefined): string {
  if (given === undefined || !given.startsWith('/')) return realpathSync.native(cwd)
  return given === cwd || isSame(statSync(cwd), statSync(given, { throwIfNoEntry: false }))
    ? given
    : realpathSync.native(cwd)
}

const isSame = (one: Stats, other: Stats | undefined): boolean => one.ino === other?.ino && one.dev === other.dev
