/** Finding and running the few programs that the linter needs: git, and a shell that only parses. */
import { execFile } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

const PATIENCE_MS = 5000
const LARGEST = 2 ** 20

/** Relative entries of PATH are left out: what stands in the workspace is not to be started. */
export function findProgram(program: string, path: readonly string[], endings: readonly string[]): string | undefined {
  const directories = isAbsolute(program) ? [''] : path.filter(isAbsolute)
  const candidates = directories.flatMap((directory) => endings.map((ending) => join(directory, program + ending)))
  return candidates.find((candidate) => isFile(candidate) && isExecutable(candidate))
}

export function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Ended {
  /** Undefined: it could not be started, or took too long. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Never rejects. */
export const runProgram = (program: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: homedir(), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' }
    const options = { env, timeout: PATIENCE_MS, maxBuffer: LARGEST, windowsHide: true } as const
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined
      resolve({ code, stdout, stderr })
    })
    child.stdin?.end()
  })
