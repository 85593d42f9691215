/** The log of this person, and what is said where it is empty. */
import { type Log, logDirectory, openLog } from '@hookline/core/node'
import type { Io } from '../io.ts'
import { oneLine } from '../plain.ts'

export const openOwnLog = (): Log => openLog(logDirectory())

/** True, and said, when nothing was ever recorded: not that a filter let nothing through. */
export async function saysEmpty(log: Log, io: Io): Promise<boolean> {
  if ((await log.query({ limit: 1 })).records.length > 0) return false
  io.stderr.write(
    `Nothing is recorded yet; events are written to ${oneLine(logDirectory())} when a hook runs for them.\n` +
      "To make one: hookline trigger beforeShellExecution --command 'git status'\n",
  )
  return true
}
