/** One sync of one team: what is signed becomes what is in force, and what was decided is reported. The last good set stays whatever goes wrong. */
import { nodeFiles, readState, type SetManifest, teamSets } from '@hookline/core/team'
import { choose, readBundle } from './bundle.ts'
import { type Enrolled, readDevice, teamsOf } from './device.ts'
import { type Disk, diskOf } from './disk.ts'
import { asTeamError, type FailureKind, TeamError } from './failure.ts'
import { hookSet } from './hook-set.ts'
import { currentSet, install, removeStale, uninstall } from './install.ts'
import { journal } from './journal.ts'
import { type Held, takeLock } from './lock.ts'
import { type Machine, type Places, placesOf, systemName, thisMachine } from './machine.ts'
import { poll, tell } from './poll.ts'
import { ship } from './ship.ts'
import { withRepository } from './tuf/verify.ts'

export interface SyncResult {
  readonly team: string
  readonly name: string
  readonly state: 'current' | 'updated' | 'removed' | 'kept'
  readonly revision: number
  readonly hooks: number
  readonly reported: number
  /** With `kept` and `removed`: why. */
  readonly failure?: { readonly kind: FailureKind; readonly message: string }
}

/** What the last sync found, for `status` and for the next one. */
export interface Status {
  readonly lastTryAt?: string
  /** The last one that went well from end to end. */
  readonly lastSyncAt?: string
  /** When the signed repository itself was last looked into. */
  readonly verifiedAt?: string
  readonly expiresAt?: string
  readonly revision: number
  readonly hooks: number
  readonly problems: readonly string[]
  readonly failure?: { readonly kind: FailureKind; readonly message: string; readonly since: string }
}

const none: Status = { revision: 0, hooks: 0, problems: [] }
/** "Unchanged" is the server's unsigned word: it is believed for so long at most. */
const believeUnchangedMs = 6 * 3_600_000

export function readStatus(places: Places): Status {
  const found = readState(places.status)
  return found.kind === 'read' ? { ...none, ...(found.value as unknown as Status) } : none
}

interface Job {
  readonly device: Enrolled
  readonly machine: Machine
  readonly disk: Disk
  readonly lock: Held
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
  const disk = diskOf(machine)
  try {
    const lock = await takeLock(places.lock, machine.limits.lockMs)
    try {
      const device = readDevice(machine, team)
      if (device === undefined) return leftovers(places, team, disk)
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

/** An enrolment that was not finished, or a logout that was killed. */
function leftovers(places: Places, team: string, disk: Disk): SyncResult {
  uninstall(places, disk)
  disk.removeAll(places.state)
  return { team, name: team, state: 'removed', revision: 0, hooks: 0, reported: 0 }
}

async function attempt(job: Job, whole: boolean): Promise<SyncResult> {
  const { device, machine, disk } = job
  const before = readStatus(device.places)
  const at = new Date(machine.now()).toISOString()
  try {
    removeStale(device.places, machine, disk)
    const { status, state } = await update(job, before, whole)
    saveStatus({ ...status, lastTryAt: at }, device.places, disk)
    if (state === 'updated') note(job, 'updated', `revision ${status.revision}, ${status.hooks} hooks`)
    const reported = await ship(device, machine, disk)
    await tell(job, status, '')
    saveStatus({ ...status, lastTryAt: at, lastSyncAt: at }, device.places, disk)
    return { ...resultOf(device, status), state, reported }
  } catch (thrown) {
    return failed(job, asTeamError(thrown), at)
  }
}

const resultOf = ({ teamId, teamName }: Enrolled, { revision, hooks }: Status) => ({
  team: teamId,
  name: teamName,
  revision,
  hooks,
  reported: 0,
})

async function update(
  job: Job,
  before: Status,
  whole: boolean,
): Promise<{ status: Status; state: 'current' | 'updated' }> {
  const { device, machine } = job
  const isGood = teamSets(nodeFiles, machine.platform).check(device.teamId).kind === 'good'
  const said = await poll(job, before.revision)
  const age = machine.now() - Date.parse(before.verifiedAt ?? '')
  const { failure: _, ...clean } = before
  if (!whole && !said.changed && isGood && age < believeUnchangedMs) return { status: clean, state: 'current' }
  return withRepository(device, machine, job.disk, async (verified) => {
    const { revision, expiresAt } = verified
    if (revision < before.revision)
      throw new TeamError('refused', `the server offers revision ${revision}; this machine has ${before.revision}`)
    const seen = { verifiedAt: new Date(machine.now()).toISOString(), expiresAt }
    if (isGood && revision === installedRevision(device.places))
      return { status: { ...clean, ...seen }, state: 'current' }
    const { bundleBytes, scriptBytes } = machine.limits
    const bundle = readBundle(await verified.target('bundle.json', bundleBytes), device.teamId, revision)
    const { hooks, problems } = choose(bundle, systemName(machine))
    const scripts = new Map<string, Buffer>()
    for (const { target } of hooks)
      if (!scripts.has(target)) scripts.set(target, await verified.target(target, scriptBytes))
    install(
      hookSet(revision, hooks, scripts, machine.platform.system),
      device.teamId,
      device.places,
      machine,
      job.disk,
      job.lock,
    )
    return { status: { ...seen, revision, hooks: hooks.length, problems }, state: 'updated' }
  })
}

function installedRevision(places: Places): number | undefined {
  const set = currentSet(places)
  const found = set === undefined ? undefined : readState(places.manifest(set))
  return found?.kind === 'read' ? (found.value as unknown as SetManifest).revision : undefined
}

async function failed(job: Job, error: TeamError, at: string): Promise<SyncResult> {
  const { device, disk } = job
  const failure = { kind: error.kind, message: error.message }
  if (error.kind === 'revoked') {
    removeTeam(job, 'revoked', error.message)
    return { ...resultOf(device, none), state: 'removed', failure }
  }
  const status = readStatus(device.places)
  const since = status.failure?.kind === error.kind ? status.failure.since : at
  if (error.kind === 'refused' && status.failure?.message !== error.message) note(job, 'refused', error.message)
  saveStatus({ ...status, lastTryAt: at, failure: { ...failure, since } }, device.places, disk)
  if (error.kind === 'refused') await tell(job, status, error.message).catch(() => {})
  return { ...resultOf(device, status), state: 'kept', failure }
}

/** Its hooks, its state, all but the line in the journal. */
export function removeTeam(
  job: Pick<Job, 'device' | 'machine' | 'disk'>,
  what: 'revoked' | 'left',
  detail: string,
): void {
  const { device, disk } = job
  uninstall(device.places, disk)
  note(job, what, detail)
  disk.remove(device.places.device)
  disk.removeAll(device.places.state)
}

function note(
  { device, machine }: Pick<Job, 'device' | 'machine'>,
  what: 'updated' | 'refused' | 'revoked' | 'left',
  detail: string,
): void {
  const { teamId: team, teamName: name, url } = device
  journal(machine, { team, name, url, what, detail })
}

const saveStatus = (status: Status, places: Places, disk: Disk): void =>
  disk.replaceFile(places.status, `${JSON.stringify(status, null, 2)}\n`)

export const syncAll = async (machine: Machine, options: SyncOptions = {}): Promise<readonly SyncResult[]> =>
  Promise.all(teamsOf(machine).map((team) => syncTeam(machine, team, options)))

/** For engines that run on: see `@hookline/core`. */
export async function refreshTeams({ home }: { readonly home: string }) {
  const done = await syncAll(thisMachine({ home }))
  return done.map(({ team, state, revision, failure }) => ({
    team,
    state,
    revision,
    ...(failure === undefined ? {} : { message: failure.message }),
  }))
}
