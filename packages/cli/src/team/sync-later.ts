/** Starts a due sync in a separate process, so that an event never waits for the network. Never throws, because the event is already decided. */
import { spawn } from 'node:child_process'
import { claimSync, thisPlatform } from '@hookline/core/team'
import type { Io } from '../io.ts'

/** `caller.env` is read only if a sync is due. */
export function syncLater(caller: Pick<Io, 'env'>): void {
  const command = process.argv[1]
  if (command === undefined || !claimSync(thisPlatform())) return
  try {
    const args = [command, 'team', 'sync', '--quiet']
    const child = spawn(process.execPath, args, { detached: true, stdio: 'ignore', env: caller.env })
    child.on('error', () => {})
    child.unref()
  } catch {
    // The machine cannot start another process. The next event after the interval tries again.
  }
}
