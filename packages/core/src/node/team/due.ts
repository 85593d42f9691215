/** Decides whether a sync of team hooks is due. This must be cheap: `hookline run` checks it at every event. */
import { closeSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { nodeFiles } from '../system/files.ts'
import { openToAppend } from '../system/regular-file.ts'
import { refreshEveryMs } from './refresh.ts'
import { knownTeams, teamPaths, teamsStateDirectory } from './sets.ts'

/** True for at most one caller per interval; that caller starts the sync. Never throws. */
export function claimSync(platform: Platform, now = Date.now()): boolean {
  const claimed = knownTeams(nodeFiles, platform)
    .map((id) => teamPaths(platform, id).state)
    .filter((state) => isDue(state, now) && touch(join(state, 'asked'), now))
  return claimed.length > 0
}

export interface WatchFiles {
  /** Its time is that of the last event. */
  readonly active: string
  /** Its time is when the watcher last showed that it runs. */
  readonly watching: string
  readonly lock: string
}

export function watchFiles(platform: Platform): WatchFiles {
  const at = (name: string) => join(teamsStateDirectory(platform), name)
  return { active: at('active'), watching: at('watching'), lock: at('watch.lock') }
}

/** The watcher shows at least this often that it runs. */
const watcherAliveMs = 20_000
/** Events within this time touch no file. */
const touchEveryMs = 1000

/**
 * Notes that an agent is active on a machine of a team. True for the caller that has to start the watcher, which asks the
 * servers every few seconds. Never throws.
 */
export function claimWatch(platform: Platform, now = Date.now()): boolean {
  const isEnrolled = knownTeams(nodeFiles, platform).some((id) =>
    nodeFiles.isFile(join(teamPaths(platform, id).state, 'device.json')),
  )
  if (!isEnrolled) return false
  const { active, watching } = watchFiles(platform)
  if (Math.abs(now - changedAt(active)) > touchEveryMs) touch(active, now)
  return Math.abs(now - changedAt(watching)) > watcherAliveMs && touch(watching, now)
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
