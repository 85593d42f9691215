/** Syncs one team: installs the signed hooks and reports decisions. The last good set stays in force whatever goes wrong. */

import type { ReportedCoverage } from '../wire/coverage.ts'
import { sendCoverage } from './coverage.ts'
import { recordEvent } from './device/audit-log.ts'
import { checkOwners } from './device/check-owners.ts'
import { type EnrolledDevice, listTeams, readDevice } from './device/device.ts'
import { type ClientPaths, clientPaths, type Machine, thisMachine } from './device/machine.ts'
import { removeHooks, removeState, removeTeam } from './device/remove.ts'
import { isRevocation } from './device/revocation.ts'
import { createDisk, type Disk } from './disk.ts'
import { asTeamError, type FailureKind, TeamError } from './failure.ts'
import { removeStale } from './install.ts'
import { type SyncLock, takeLock } from './lock.ts'
import { sendHeartbeat } from './poll.ts'
import { answerPreview } from './previews/answer.ts'
import { ship } from './reports/ship.ts'
import { emptyStatus, readStatus, type Status, saveStatus } from './status-file.ts'
import { type Job, update } from './update.ts'

export interface SyncResult {
  readonly team: string
  readonly name: string
  readonly state: 'current' | 'updated' | 'removed' | 'kept'
  readonly revision: number
  readonly hooks: number
  readonly reported: number
  /** The reason, if the state is `kept` or `removed`. */
  readonly failure?: { readonly kind: FailureKind; readonly message: string }
  /** Why reporting failed although the hooks are up to date. The reports wait on this machine. */
  readonly unreported?: string
}

export type GatherCoverage = () => Promise<ReportedCoverage>

export interface SyncOptions {
  /** Verify the signed repository even if the server reports no change. */
  readonly full?: boolean
  /** Which agents this machine has; called when the hooks are in place. Without it, nothing about them is sent. */
  readonly coverage?: GatherCoverage | undefined
  /** Answer what the team asks about a draft. It reads the log, so a process that has other work to do leaves it out. */
  readonly answersPreview?: boolean
}

/** Never rejects: a failure is part of the result. */
export async function syncTeam(machine: Machine, team: string, options: SyncOptions = {}): Promise<SyncResult> {
  const result = await syncLocked(machine, team, options)
  if (options.answersPreview !== true || result.failure !== undefined) return result
  // Without the lock: an urgent change does not wait until the log is judged.
  const problem = await answerPreview(machine, team).then(
    () => undefined,
    (thrown: unknown) => asTeamError(thrown).message,
  )
  return problem === undefined ? result : { ...result, unreported: result.unreported ?? problem }
}

async function syncLocked(
  machine: Machine,
  team: string,
  { full = false, coverage }: SyncOptions,
): Promise<SyncResult> {
  const paths = clientPaths(machine, team)
  try {
    checkOwners(machine, paths)
    const lock = await takeLock(paths.lock, machine.limits.lockMs)
    const disk = lockedDisk(machine, lock)
    try {
      const device = readDevice(machine, team)
      if (device === undefined) return removeLeftovers(paths, team, disk, lock)
      return await runSync({ device, machine, disk, lock }, full, coverage)
    } finally {
      lock.release()
    }
  } catch (thrown) {
    const { kind, message } = asTeamError(thrown)
    const { revision, hooks } = readStatus(paths)
    return { team, name: team, state: 'kept', revision, hooks, reported: 0, failure: { kind, message } }
  }
}

/** Stops all changes as soon as another process has taken the lock: a logout does not wait. */
const lockedDisk = (machine: Machine, lock: SyncLock): Disk =>
  createDisk({
    before(step) {
      machine.before?.(step)
      if (!lock.isOwned()) throw new TeamError('busy', 'another process took over this team in the meantime')
    },
  })

/** Cleans up after an enrolment that did not finish or a logout that was killed. */
function removeLeftovers(paths: ClientPaths, team: string, disk: Disk, lock: SyncLock): SyncResult {
  removeHooks(paths, disk)
  removeState(paths, disk, lock)
  return { team, name: team, state: 'removed', revision: 0, hooks: 0, reported: 0 }
}

async function runSync(job: Job, full: boolean, coverage: SyncOptions['coverage']): Promise<SyncResult> {
  const { device, machine, disk } = job
  const at = new Date(machine.now()).toISOString()
  try {
    removeStale(device.paths, machine, disk)
    const { status, state } = await update(job, readStatus(device.paths), full)
    saveStatus({ ...status, lastTryAt: at }, device.paths, disk)
    if (state === 'updated')
      recordChange(
        job,
        'updated',
        `revision ${status.revision}, ${status.hooks} ${status.hooks === 1 ? 'hook' : 'hooks'}`,
      )
    const { reported, unreported } = await sendReports(job, status, coverage)
    const reportState = unreported === undefined ? { lastSyncAt: at } : { unreported }
    saveStatus({ ...status, lastTryAt: at, ...reportState }, device.paths, disk)
    return { ...toResult(device, status), state, reported, ...(unreported === undefined ? {} : { unreported }) }
  } catch (thrown) {
    return handleFailure(job, asTeamError(thrown), at)
  }
}

/** Sends the heartbeat and the agents even if the reports fail. */
async function sendReports(
  job: Job,
  status: Status,
  coverage: SyncOptions['coverage'],
): Promise<{ reported: number; unreported?: string }> {
  const problems: string[] = []
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (thrown) {
      const error = asTeamError(thrown)
      if (error.kind === 'revoked' || error.kind === 'busy') throw error
      problems.push(error.message)
      return undefined
    }
  }
  const reported = (await attempt(ship(job.device, job.machine, job.disk))) ?? 0
  await attempt(sendHeartbeat(job, status, ''))
  if (coverage !== undefined) await attempt(gatherAndSend(job, coverage))
  return { reported, ...(problems[0] === undefined ? {} : { unreported: problems[0] }) }
}

/** Where nothing can be gathered, the hooks have arrived all the same. */
const gatherAndSend = async (job: Job, gather: GatherCoverage): Promise<void> => sendCoverage(job, await gather())

const toResult = ({ teamId, teamName }: EnrolledDevice, { revision, hooks }: Status) => ({
  team: teamId,
  name: teamName,
  revision,
  hooks,
  reported: 0,
})

async function handleFailure(job: Job, thrown: TeamError, at: string): Promise<SyncResult> {
  const { device, disk } = job
  const error = thrown.kind === 'revoked' ? checkRevocation(device, thrown) : thrown
  const failure = { kind: error.kind, message: error.message }
  if (error.kind === 'revoked') {
    removeTeam(job, 'revoked', error.message)
    return { ...toResult(device, emptyStatus), state: 'removed', failure }
  }
  const status = readStatus(device.paths)
  const since = status.failure?.kind === error.kind ? status.failure.since : at
  if (error.kind === 'refused' && status.failure?.message !== error.message) recordChange(job, 'refused', error.message)
  saveStatus({ ...status, lastTryAt: at, failure: { ...failure, since } }, device.paths, disk)
  if (error.kind === 'refused') await sendHeartbeat(job, status, error.message).catch(() => {})
  return { ...toResult(device, status), state: 'kept', failure }
}

/** Only the team's own signature removes its hooks. A proxy, or a server under the same name, cannot. */
const checkRevocation = (device: EnrolledDevice, error: TeamError): TeamError =>
  isRevocation(device, error.statement ?? '')
    ? error
    : new TeamError(
        'denied',
        `${error.message}. The team did not sign this revocation, so its hooks stay. To leave the team, run: hookline team logout ${device.teamId}`,
      )

function recordChange({ device, machine }: Job, what: 'updated' | 'refused', detail: string): void {
  const { teamId: team, teamName: name, url } = device
  recordEvent(machine, { team, name, url, what, detail })
}

export const syncAll = async (machine: Machine, options: SyncOptions = {}): Promise<readonly SyncResult[]> =>
  Promise.all(listTeams(machine).map((team) => syncTeam(machine, team, options)))

/** `@hookline/core` calls this from long-running engines. */
export async function refreshTeams({ home }: { readonly home: string }) {
  const results = await syncAll(thisMachine({ home }))
  return results.map(({ team, state, revision, failure, unreported }) => {
    const message = failure?.message ?? unreported
    return { team, state, revision, ...(message === undefined ? {} : { message }) }
  })
}
