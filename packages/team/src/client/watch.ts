/**
 * Asks the team servers every few seconds while an agent is active, so that a pause, a rollback or a new revision arrives
 * within ten seconds. One process for each user does this. It ends a minute after the last event.
 */
import { rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { claimSync, type WatchFiles, watchFiles } from '@hookline/core/team'
import type { StageName } from '../wire/rollout.ts'
import { type EnrolledDevice, listTeams, readDevice } from './device/device.ts'
import type { Machine } from './device/machine.ts'
import { createDisk } from './disk.ts'
import { asTeamError } from './failure.ts'
import { type SyncLock, takeLock } from './lock.ts'
import { poll } from './poll.ts'
import { answerPreview } from './previews/answer.ts'
import { countWaiting } from './reports/ship.ts'
import { readStatus } from './status-file.ts'
import { type GatherCoverage, syncAll, syncTeam } from './sync.ts'

export interface WatchOptions {
  /** How long to wait between two polls. */
  readonly everyMs?: number
  /** How long after the last event to stop. */
  readonly idleMs?: number
  /** Which agents this machine has, for the syncs that are due. */
  readonly coverage?: GatherCoverage
}
type Watch = WatchOptions & typeof defaults

const defaults = { everyMs: 3000, idleMs: 60_000 }
/** After errors the wait doubles up to this. */
const longestWaitMs = 60_000
/** A poll that takes longer than this is of no use here. */
const pollTimeoutMs = 5000
/** Together with the cache before a server, these keep the promise of ten seconds even on a slow network. */
export const watchTimes = { everyMs: defaults.everyMs, pollTimeoutMs } as const
/** How often to look whether the watcher still has a purpose. */
const tickMs = 1000

/** Returns the number of polls. 0: another process watches already. Never rejects. */
export async function watchTeams(machine: Machine, options: WatchOptions = {}): Promise<number> {
  const files = watchFiles(machine.platform)
  const lock = await takeLock(files.lock, 0).catch(() => undefined)
  if (lock === undefined) return 0
  try {
    return await pollWhileActive(machine, files, lock, { ...defaults, ...options })
  } finally {
    lock.release()
  }
}

async function pollWhileActive(
  machine: Machine,
  files: WatchFiles,
  lock: SyncLock,
  { everyMs, idleMs, coverage }: Watch,
): Promise<number> {
  const previews = createAnswering(machine)
  // A watcher that only waited for a judgement would hold the lock and poll nothing.
  const isActive = () => age(files.active) < idleMs || previews.isRunning()
  let [polls, failures] = [0, 0]
  while (lock.isOwned()) {
    if (!isActive()) {
      // Remove the file first: an event that comes now starts another watcher, or this one sees it.
      rmSync(files.watching, { force: true })
      if (!isActive()) return polls
    }
    touch(files.watching)
    const isGood = await pollOnce(machine, coverage)
    previews.start()
    polls += 1
    failures = isGood ? 0 : failures + 1
    const delay = Math.min(everyMs * 2 ** failures, Math.max(everyMs, longestWaitMs))
    // Not all machines ask at the same time after the server was away.
    await waitUntil(Date.now() + delay * (0.9 + 0.1 * Math.random()), () => lock.isOwned() && isActive(), files)
  }
  return polls
}

/** Judges beside the polls, one at a time, so that a pause never waits for it. A failure is tried again by the next sync. */
function createAnswering(machine: Machine) {
  let running: Promise<unknown> | undefined
  return {
    start(): void {
      running ??= Promise.all(listTeams(machine).map((team) => answerPreview(machine, team)))
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
    },
    isRunning: () => running !== undefined,
  }
}

/** Ends early when there is no purpose any more, for example because the home directory is gone. */
async function waitUntil(until: number, hasPurpose: () => boolean, { watching }: WatchFiles): Promise<void> {
  while (Date.now() < until && hasPurpose()) {
    await wait(Math.min(tickMs, Math.max(0, until - Date.now())))
    touch(watching)
  }
}

/** False if a server could not be asked, or offered something that was refused. */
async function pollOnce(machine: Machine, coverage: GatherCoverage | undefined): Promise<boolean> {
  if (claimSync(machine.platform)) return (await syncAll(machine, { coverage })).every(({ state }) => state !== 'kept')
  const results = await Promise.all(listTeams(machine).map((team) => pollTeam(machine, team)))
  return results.every((isGood) => isGood)
}

async function pollTeam(machine: Machine, team: string): Promise<boolean> {
  try {
    const device = readDevice(machine, team)
    if (device === undefined) return true
    const hasty = { ...machine, limits: { ...machine.limits, responseMs: pollTimeoutMs } }
    const { changed } = await poll({ device, machine: hasty, disk: createDisk({}) })
    if (!changed && !isReportDue(machine, device)) return true
    return (await syncTeam(machine, team)).state !== 'kept'
  } catch (thrown) {
    // The sync verifies that the team itself has revoked this machine.
    if (asTeamError(thrown).kind === 'revoked') await syncTeam(machine, team)
    return false
  }
}

/** At the canary stage few machines have the candidate, so each reports at once. */
const reportEveryMs: Readonly<Record<StageName, number>> = { observe: 60_000, canary: 0, percent: 60_000 }

/** A machine with the candidate of a rollout reports soon, so that the server can stop a rollout that goes wrong. */
function isReportDue({ now }: Machine, { paths, deviceId }: EnrolledDevice): boolean {
  const { stage, lastTryAt = '' } = readStatus(paths)
  if (stage === undefined || Math.abs(now() - Date.parse(lastTryAt)) < reportEveryMs[stage]) return false
  return countWaiting(paths, deviceId) > 0
}

/** Infinity for a file that is missing. A time in the future, after the clock was set back, is not recent either. */
function age(file: string): number {
  const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN
  const ms = Date.now() - changedAt
  return ms >= -tickMs ? ms : Number.POSITIVE_INFINITY
}

/** Creates nothing: after an uninstall the file stays away. */
function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The file is missing, so an event may start another watcher, which finds the lock taken.
  }
}
