/** Runs a program in its own process group, and kills the whole group if it takes too long. */
import { spawn } from 'node:child_process'

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
}

export function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const { cwd, env, limitMs, stdin } = options
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    let [stdout, stderr, timedOut] = ['', '', false]
    const timer = setTimeout(() => {
      timedOut = true
      endGroup(child.pid)
    }, limitMs)
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    // Ignore EPIPE: the program may end without reading its input.
    child.stdin.on('error', () => {})
    child.stdin.end(stdin ?? '')
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, stdout, stderr, durationMs: performance.now() - began, timedOut })
    })
  })
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has already ended.
  }
}
