/** Starts this command again in the background, for work that no event may wait for. Never throws, because the event is already decided. */
import { spawn } from 'node:child_process'
import type { Io } from '../io.ts'

export function startLater(args: readonly string[], env: Io['env']): void {
  const command = process.argv[1]
  if (command === undefined) return
  try {
    const child = spawn(process.execPath, [command, ...args], { detached: true, stdio: 'ignore', env })
    child.on('error', () => {})
    child.unref()
  } catch {
    // The machine cannot start another process. The next event after the interval tries again.
  }
}
