/** Runs a program in its own process group, and kills it with every process that it started if it takes too long. */
import { type ChildProcess, spawn } from 'node:child_process'
import { killRemaining } from '@hookline/core/node'

export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
  /** The program was killed because it took too long. */
  readonly timedOut: boolean
}

export interface RunOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly limitMs: number
  readonly stdin?: string
  /** Kills the program as the time limit does. */
  readonly signal?: AbortSignal
  /** The value of HOOKLINE_RUN in `env`, by which processes are found that left the group. Nothing outlives the program then. */
  readonly runId?: string
}

const MAX_OUTPUT = 32 * 2 ** 20
/** For a process that keeps the output open after the program itself has ended. */
const GRACE_MS = 2_000

export function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const { cwd, env, limitMs, stdin, signal, runId } = options
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    let [stdout, stderr, timedOut] = ['', '', false]
    const end = () => void endAll(child, runId)
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, limitMs)
    signal?.addEventListener('abort', end, { once: true })
    if (signal?.aborted === true) end()
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (stdout.length < MAX_OUTPUT) stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      if (stderr.length < MAX_OUTPUT) stderr += text
    })
    // Ignore EPIPE: the program may end without reading its input.
    child.stdin.on('error', () => {})
    child.stdin.end(stdin ?? '')
    let grace: NodeJS.Timeout | undefined
    if (runId !== undefined) child.on('exit', () => (grace = setTimeout(end, GRACE_MS)))
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', async (code) => {
      clearTimeout(timer)
      clearTimeout(grace)
      signal?.removeEventListener('abort', end)
      const durationMs = performance.now() - began
      if (runId !== undefined) await endAll(child, runId)
      resolve({ code, stdout, stderr, durationMs, timedOut })
    })
  })
}

async function endAll({ pid }: ChildProcess, runId: string | undefined): Promise<void> {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
  if (runId !== undefined) await killRemaining(runId)
}
