/** Describes why a process could not be started. */
import { accessSync, constants, statSync } from 'node:fs'
import { quotePath } from '../../command-line.ts'
import type { SpawnRequest } from '../../runners/command.ts'
import { codeOf } from '../system/code-of.ts'

const causes: Readonly<Record<string, string>> = {
  E2BIG: 'its arguments and environment together are larger than the system allows',
  EAGAIN: 'this user has reached the limit of processes',
  EMFILE: 'this process has too many files open',
  ENFILE: 'the system has too many files open',
  ENOMEM: 'the system has too little memory to start a process',
}

export function describeStartFailure(error: unknown, { shell, cwd }: Pick<SpawnRequest, 'shell' | 'cwd'>): string {
  const code = codeOf(error)
  // For a missing directory, the system's error names the shell.
  const directory = findDirectoryProblem(cwd)
  if (directory !== undefined) return `the working directory of the hook, ${cwd}, ${directory}`
  if (code === 'ENOENT') return `${shell}, or the interpreter that it names, does not exist`
  if (code === 'EACCES') return `${shell} is not executable. Run: chmod +x ${quotePath(shell)}`
  if (code === 'ENOEXEC') return `${shell} has no "#!" line: add one, or put its interpreter before it in the command`
  const cause = causes[code] ?? (error instanceof Error ? error.message : String(error))
  return code === '' || cause.includes(code) ? cause : `${cause} (${code})`
}

function findDirectoryProblem(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return 'is not a directory'
    accessSync(path, constants.X_OK)
    return undefined
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be entered (${codeOf(error)})`
  }
}
