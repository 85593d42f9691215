/** Ends a hook and all that it started. */
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'

/** Carries the ids of the runs a process belongs to; an engine inside a hook adds its own to those of the outer one. */
export const runVariable = 'HOOKLINE_RUN'

/** Signals the whole group of which the process is the leader. */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    // Windows has no groups: the tree is found through its root, which must still be alive then.
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => {})
    return
  }
  try {
    process.kill(-pid, signal)
  } catch {
    // ESRCH: all of it has ended.
  }
}

/**
 * Ends what left the group (setsid, a daemon): it still has the run's id in its environment. Each pass may meet
 * children that were born during the one before.
 */
export async function killRemaining(id: string): Promise<void> {
  if (process.platform !== 'linux') return
  for (let pass = 0; pass < 4; pass++) {
    let found = 0
    for (const name of await readdir('/proc').catch(() => [])) if (await endMember(name, id)) found++
    if (found === 0) return
  }
}

async function endMember(name: string, id: string): Promise<boolean> {
  const pid = Number(name)
  if (!Number.isInteger(pid) || pid === process.pid) return false
  try {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1')
    if (!environment.split('\0').some((pair) => pair.startsWith(`${runVariable}=`) && pair.includes(id))) return false
    process.kill(pid, 'SIGKILL')
    return true
  } catch {
    return false // Ended meanwhile, or another person's.
  }
}
