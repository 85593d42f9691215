/** Decides whether a sync of team hooks is due. This must be cheap: `hookline run` checks it at every event. */
import { closeSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { nodeFiles } from '../system/files.ts'
import { openToAppend } from '../system/regular-file.ts'
import { refreshEveryMs } from './refresh.ts'
import { knownTeams, teamPaths } from './sets.ts'

/** True for at most one caller per interval; that caller starts the sync. Never throws. */
export function claimSync(platform: Platform, now = Date.now()): boolean {
  const claimed = knownTeams(nodeFiles, platform)
    .map((id) => teamPaths(platform, id).state)
    .filter((state) => isDue(state, now) && touch(join(state, 'asked'), now))
  return claimed.length > 0
}

/** A time in the future does not count as a past sync: the clock was set back, or the file was touched. */
const isDue = (state: string, now: number): boolean =>
  nodeFiles.isFile(join(state, 'device.json')) &&
  [join(state, 'status.json'), join(state, 'asked')].every((file) => Math.abs(now - changedAt(file)) > refreshEveryMs)

/** Whether there may be a notice about new team hooks that this user has not seen; `@hookline/team` knows for sure. */
export const mayHaveNotice = (platform: Platform): boolean =>
  knownTeams(nodeFiles, platform).some((id) => !nodeFiles.isFile(join(teamPaths(platform, id).state, 'notice.json')))

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** False if the file cannot be written: a sync could not save anything either, and every event would start one. */
function touch(file: string, now: number): boolean {
  try {
    closeSync(openToAppend(file))
    utimesSync(file, now / 1000, now / 1000)
    return true
  } catch {
    return false
  }
}
