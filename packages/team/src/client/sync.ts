/** One sync of one team: what is signed becomes what is in force, and what was decided is reported. The last good set stays whatever goes wrong. */
import { type Enrolled, readDevice, teamsOf } from './device.ts'
import { type Disk, diskOf } from './disk.ts'
import { asTeamError, type FailureKind, TeamError } from './failure.ts'
import { removeStale } from './install.ts'
import { journal } from './journal.ts'
import { type Held, takeLock } from './lock.ts'
import { type Machine, type Places, placesOf, thisMachine } from './machine.ts'
import { refuseOthers } from './own-files.ts'
import { tell } from './poll.ts'
import { forget, removeHooks, removeTeam } from './remove.ts'
import { isRevocation } from './revocation.ts'
import { ship } from './ship.ts'
import { noStatus, readStatus, type Status, saveStatus } from './status-file.ts'
import { type Job, update } from './update.ts'

export interface SyncResult {
  readonly team: string
  readonly name: string
  readonly state: 'current' | 'updated' | 'removed' | 'kept'
  readonly revision: number
  readonly hooks: number
  readonly reported: number
  /** With `kept` and `removed`: why. */
  readonly failure?: { readonly kind: FailureKind; readonly message: string }
  /** The hooks are what they should be, and the server could not be told: why. What was to be reported waits here. */
  readonly unreported?: string
}

export interface SyncOptions {
  /** Look into the signed repository whatever the server says. */
  readonly whole?: boolean
}

/** Never rejects. */
export async function syncTeam(
  machine: Machine,
  team: string,
  { whole = false }: SyncOptions = {},
): Promise<SyncResult> {
  const places = placesOf(machine, team)
  try {
    refuseOthers(machine, places)
    const lock = await takeLock(places.lock, machine.limits.lockMs)
    const disk = heldDisk(machine, lock)
    try {
      const device = readDevice(machine, team)
      if (device === undefined) return leftovers(places, team, disk, lock)
      return await attempt({ device, machine, disk, lock }, whole)
    } finally {
      lock.release()
    }
  } catch (thrown) {
    const { kind, message } = asTeamError(thrown)
    const { revision, hooks } = readStatus(places)
    return { team, name: team, state: 'kept', revision, hooks, reported: 0, failure: { kind, message } }
  }
}

/** Nothing is changed any more once somebody took the lock over: a logout does not wait. */
const heldDisk = (machine: Machine, lock: Held): Disk =>
  diskOf({
    before(step) {
      machine.before?.(step)
      if (!lock.isHeld()) throw new TeamError('busy', 'somebody else took this team in hand meanwhile')
    },
  })

/** An enrolment that was not finished, or a logout that was killed. */
function leftovers(places: Places, team: string, disk: Disk, lock: Held): SyncResult {
  removeHooks(places, disk)
  forget(places, disk, lock)
  return { team, name: team, state: 'removed', revision: 0, hooks: 0, reported: 0 }
}

async function attempt(job: Job, whole: boolean): Promise<SyncResult> {
  const { device, machine, disk } = job
  const at = new Date(machine.now()).toISOString()
  try {
    removeStale(device.places, machine, disk)
    const { status, state } = await update(job, readStatus(device.places), whole)
    saveStatus({ ...status, lastTryAt: at }, device.places, disk)
    if (state === 'updated') note(job, 'updated', `revision ${status.revision}, ${status.hooks} hooks`)
    const { reported, unreported } = await report(job, status)
    const told = unreported === undefined ? { lastSyncAt: at } : { unreported }
    saveStatus({ ...status, lastTryAt: at, ...told }, device.places, disk)
    return { ...resultOf(device, status), state, reported, ...(unreported === undefined ? {} : { unreported }) }
  } catch (thrown) {
    return failed(job, asTeamError(thrown), at)
  }
}

/** The heartbeat comes whatever became of the reports. */
async function report(job: Job, status: Status): Promise<{ reported: number; unreported?: string }> {
  const problems: string[] = []
  const tried = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (thrown) {
      const error = asTeamError(thrown)
      if (error.kind === 'revoked' || error.kind === 'busy') throw error
      problems.push(error.message)
      return undefined
    }
  }
  const reported = (await tried(ship(job.device, job.machine, job.disk))) ?? 0
  await tried(tell(job, status, ''))
  return { reported, ...(problems[0] === undefined ? {} : { unreported: problems[0] }) }
}

const resultOf = ({ teamId, teamName }: Enrolled, { revision, hooks }: Status) => ({
  team: teamId,
  name: teamName,
  revision,
  hooks,
  reported: 0,
})

async function failed(job: Job, thrown: TeamError, at: string): Promise<SyncResult> {
  const { device, disk } = job
  const error = thrown.kind === 'revoked' ? believed(device, thrown) : thrown
  const failure = { kind: error.kind, message: error.message }
  if (error.kind === 'revoked') {
    removeTeam(job, 'revoked', error.message)
    return { ...resultOf(device, noStatus), state: 'removed', failure }
  }
  const status = readStatus(device.places)
  const since = status.failure?.kind === error.kind ? status.failure.since : at
  if (error.kind === 'refused' && status.failure?.message !== error.message) note(job, 'refused', error.message)
  saveStatus({ ...status, lastTryAt: at, failure: { ...failure, since } }, device.places, disk)
  if (error.kind === 'refused') await tell(job, status, error.message).catch(() => {})
  return { ...resultOf(device, status), state: 'kept', failure }
}

/** Only the team's own signature takes its hooks away: not a proxy, and not whoever has the server's name. */
const believed = (device: Enrolled, error: TeamError): TeamError =>
  isRevocation(device, error.statement ?? '')
    ? error
    : new TeamError(
        'denied',
        `${error.message}; but the team did not sign that, so its hooks stay. If it is so: hookline team logout ${device.teamId}`,
      )

function note({ device, machine }: Job, what: 'updated' | 'refused', detail: string): void {
  const { teamId: team, teamName: name, url } = device
  journal(machine, { team, name, url, what, detail })
}

export const syncAll = async (machine: Machine, options: SyncOptions = {}): Promise<readonly SyncResult[]> =>
  Promise.all(teamsOf(machine).map((team) => syncTeam(machine, team, options)))

/** For engines that run on: see `@hookline/core`. */
export async function refreshTeams({ home }: { readonly home: string }) {
  const done = await syncAll(thisMachine({ home }))
  return done.map(({ team, state, revision, failure, unreported }) => {
    const message = failure?.message ?? unreported
    return { team, state, revision, ...(message === undefined ? {} : { message }) }
  })
}
