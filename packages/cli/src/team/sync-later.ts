/** An agent's event waits for no network: a sync that is due is started on its own. */
import { claimSync, thisPlatform } from '@hookline/core/team'
import type { Io } from '../io.ts'

export async function syncLater({ env }: Pick<Io, 'env'>): Promise<void> {
  const command = process.argv[1]
  if (command === undefined || !claimSync(thisPlatform())) return
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, [command, 'team', 'sync', '--quiet'], { detached: true, stdio: 'ignore', env })
  child.on('error', () => {})
  child.unref()
}
