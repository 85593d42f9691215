/** Finds and runs the few programs that `check` needs: git, and a shell that only parses. */
import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { isExecutable, isFile } from './file-stat.ts'

const TIMEOUT_MS = 5000
const MAX_OUTPUT_BYTES = 2 ** 20

/** What this system adds to the name of a program. */
const endings: readonly string[] =
  process.platform === 'win32' ? [...(process.env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';'), ''] : ['']

export const searchPath = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  (env.PATH ?? '').split(delimiter)

/** Ignores relative entries of PATH, so that no program of the workspace is started. */
export function findProgram(program: string, path: readonly string[]): string | undefined {
  const directories = isAbsolute(program) ? [''] : path.filter(isAbsolute)
  const candidates = directories.flatMap((directory) => endings.map((ending) => join(directory, program + ending)))
  return candidates.find((candidate) => isFile(candidate) && isExecutable(candidate))
}

export interface ProgramResult {
  /** Undefined if the program could not be started or took too long. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

/** Never rejects. The program finds others, such as its interpreter, in these directories only. */
export const runProgram = (program: string, args: readonly string[], path: readonly string[]): Promise<ProgramResult> =>
  new Promise((resolve) => {
    const env = { PATH: path.join(delimiter), HOME: homedir(), LC_ALL: 'C', GIT_OPTIONAL_LOCKS: '0' }
    const options = { env, timeout: TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES, windowsHide: true } as const
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined
      resolve({ code, stdout, stderr })
    })
    child.stdin?.end()
  })
