/** Opens the user's log, and reports that it is empty. */
import { type Log, logDirectory, openLog } from '@hookline/core/node'
import type { Io } from '../io.ts'
import { oneLine } from '../text/plain.ts'

export const openOwnLog = (): Log => openLog(logDirectory())

/** Prints a message and returns true if nothing was ever recorded. A filter that matches nothing does not count. */
export async function saysEmpty(log: Log, io: Io): Promise<boolean> {
  if ((await log.query({ limit: 1 })).records.length > 0) return false
  io.stderr.write(
    `Nothing is recorded yet. Events for which a hook runs are written to ${oneLine(logDirectory())}.\n` +
      "To record one, where a hook is configured for it: hookline trigger beforeShellExecution --command 'git status'\n",
  )
  return true
}
