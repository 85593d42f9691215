/** A program with its arguments, never shell text from an event: its output, and how it ended. */
import { execFile } from 'node:child_process'

export interface Ended {
  /** Null: it could not be started, or was ended. */
  readonly code: number | null
  readonly output: string
}

export const runProgram = (
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<Ended> =>
  new Promise((done) => {
    const { cwd, signal, timeoutMs = 10_000 } = options
    const limits = { cwd, signal, timeout: timeoutMs, maxBuffer: 2 ** 20, encoding: 'utf8' } as const
    const child = execFile(program, [...args], limits, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      done({ code, output: `${stdout}${stderr}` })
    })
    child.stdin?.end()
  })
