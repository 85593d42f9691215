/** Runs a program with a list of arguments, never through a shell, and returns its output and exit code. */
import { execFile } from 'node:child_process'

export interface ProgramResult {
  /** Null if the program could not be started or was killed. */
  readonly code: number | null
  readonly output: string
}

export const runProgram = (
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<ProgramResult> =>
  new Promise((done) => {
    const { cwd, signal, timeoutMs = 10_000 } = options
    const limits = { cwd, signal, timeout: timeoutMs, maxBuffer: 2 ** 20, encoding: 'utf8' } as const
    const child = execFile(program, [...args], limits, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      done({ code, output: `${stdout}${stderr}` })
    })
    child.stdin?.end()
  })
