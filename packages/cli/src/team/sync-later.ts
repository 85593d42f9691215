/** An agent's event waits for no network: a sync that is due is started on its own. Never throws: the event has its answer. */
import { spawn } from 'node:child_process'
import { claimSync, thisPlatform } from '@hookline/core/team'
import type { Io } from '../io.ts'

export function syncLater({ env }: Pick<Io, 'env'>): void {
  const command = process.argv[1]
  if (command === undefined || !claimSync(thisPlatform())) return
  try {
    const args = [command, 'team', 'sync', '--quiet']
    const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore', env })
    child.on('error', () => {})
    child.unref()
  } catch {
    // No process more on this machine: the next event that finds it due tries again.
  }
}
