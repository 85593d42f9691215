/** Kills a hook and every process it started. */
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import type { SpawnRequest } from '../../runners/command.ts'
import { systemProgram } from '../../runners/windows-start.ts'

/** Contains the ids of the runs a process belongs to; an engine inside a hook adds its id to those of the outer one. */
const runVariable = 'HOOKLINE_RUN'

/** Processes that outlive their hook are found by the id. */
export const withRunId = (request: SpawnRequest, id: string): SpawnRequest => ({
  ...request,
  env: { ...request.env, [runVariable]: [request.env[runVariable], id].filter(Boolean).join(' ') },
})

/** Signals the whole group of which the process is the leader. */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    killTreeOnWindows(pid)
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // ESRCH: the whole group has ended.
  }
}

/** Windows has no process groups: the tree is found through its root, which must still be alive. */
function killTreeOnWindows(pid: number): void {
  const killRoot = (): void => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  // By its full path: Windows would search the current directory first.
  const program = systemProgram('taskkill.exe', { SystemRoot: process.env.SystemRoot ?? '' })
  spawn(program, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true })
    .on('error', killRoot)
    .on('exit', (code) => (code === 0 ? undefined : killRoot()))
    .unref()
}

/**
 * Kills processes that left the group (setsid, a daemon): they still have the run's id in their environment. Each pass may
 * find children that were started during the one before.
 */
export async function killRemaining(id: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (let pass = 0; pass < 4; pass++) {
    let found = 0
    for (const name of await readdir('/proc').catch(() => [])) if (await killIfMember(name, id)) found++
    if (found === 0) return
  }
}

async function killIfMember(name: string, id: string): Promise<boolean> {
  const pid = Number(name)
  if (!Number.isInteger(pid) || pid === process.pid) return false
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1')
    if (!environment.split('\0').some((pair) => pair.startsWith(`${runVariable}=`) && pair.includes(id))) return false
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false // It has ended meanwhile, or belongs to another user.
  }
}
