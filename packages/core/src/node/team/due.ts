/** Whether it is time for somebody to sync, as cheaply as it can be told: `hookline run` asks at every event. */
import { closeSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { nodeFiles } from '../system/files.ts'
import { openToAppend } from '../system/regular-file.ts'
import { refreshEveryMs } from './refresh.ts'
import { knownTeams, teamPlaces } from './sets.ts'

/** True once for each interval, whoever asks: the caller starts one. Never throws. */
export function claimSync(platform: Platform, now = Date.now()): boolean {
  const claimed = knownTeams(nodeFiles, platform)
    .map((id) => teamPlaces(platform, id).state)
    .filter((state) => isDue(state, now) && touch(join(state, 'asked'), now))
  return claimed.length > 0
}

/** A time that lies ahead is no sync that was: the clock was set back, or somebody touched the file. */
const isDue = (state: string, now: number): boolean =>
  nodeFiles.isFile(join(state, 'device.json')) &&
  [join(state, 'status.json'), join(state, 'asked')].every((file) => Math.abs(now - changedAt(file)) > refreshEveryMs)

/** Teams whose hooks nobody here has been told of, perhaps: `@hookline/team` knows. */
export const mayHaveNotice = (platform: Platform): boolean =>
  knownTeams(nodeFiles, platform).some((id) => !nodeFiles.isFile(join(teamPlaces(platform, id).state, 'notice.json')))

function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** False where the disk refuses: a sync could keep nothing there either, and each event would start one. */
function touch(file: string, now: number): boolean {
  try {
    closeSync(openToAppend(file))
    utimesSync(file, now / 1000, now / 1000)
    return true
  } catch {
    return false
  }
}
