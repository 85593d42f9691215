/** What this machine knows of its teams, without asking anybody. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles, type TeamFinding, teamSets } from '@hookline/core/team'
import { whyNotLoaded } from '../wire/loads.ts'
import { readDevice, teamsOf } from './device.ts'
import { messageOf } from './failure.ts'
import { type JournalLine, readJournal } from './journal.ts'
import { type Machine, placesOf } from './machine.ts'
import { isNoticePending } from './notice.ts'
import { readShipping, waiting } from './ship.ts'
import { readStatus, type Status } from './status-file.ts'

export interface TeamStatus extends Status {
  readonly team: string
  readonly name: string
  readonly url: string
  readonly device: string
  /** What stands on the disk now. */
  readonly set: 'good' | 'none' | 'changed'
  readonly setMessage?: string
  /** What was signed has expired: the hooks stay in force, and somebody should look at the server. */
  readonly expired: boolean
  readonly reportsWaiting: number
  readonly reportsDropped: number
  readonly noticePending: boolean
}

export function teamStatus(machine: Machine, team: string): TeamStatus {
  const places = placesOf(machine, team)
  const status = readStatus(places)
  const device = readOr(() => readDevice(machine, team))
  const found = look(machine, team)
  const id = typeof device === 'object' ? device.deviceId : ''
  return {
    ...status,
    team,
    name: typeof device === 'object' ? device.teamName : team,
    url: typeof device === 'object' ? device.url : '',
    device: id,
    set: found.kind === 'good' ? 'good' : found.kind === 'bad' ? 'changed' : 'none',
    ...(found.kind === 'bad' ? { setMessage: found.message } : {}),
    ...(typeof device === 'string'
      ? { failure: { kind: 'local' as const, message: device, since: new Date(machine.now()).toISOString() } }
      : {}),
    expired: status.expiresAt !== undefined && Date.parse(status.expiresAt) < machine.now(),
    reportsWaiting: waiting(places, id),
    reportsDropped: readShipping(places, id)?.dropped ?? 0,
    noticePending: isNoticePending(machine, team),
  }
}

/** As the engine sees it: a set that is as it was installed, and that it cannot read, is not good. */
function look({ platform }: Machine, team: string): TeamFinding {
  const found = teamSets(nodeFiles, platform).check(team)
  if (found.kind !== 'good') return found
  const file = nodeFiles.read(join(found.set, 'hooks.json'))
  const why = file.kind === 'text' ? whyNotLoaded(file.text, platform.system) : 'its hooks.json cannot be read'
  return why === undefined ? found : { kind: 'bad', message: why, stamps: found.stamps }
}

export interface MachineStatus {
  readonly teams: readonly TeamStatus[]
  /** Teams that this machine no longer belongs to, by whose word; the newest first. */
  readonly gone: readonly JournalLine[]
}

export function machineStatus(machine: Machine): MachineStatus {
  const teams = teamsOf(machine)
  const last = new Map(readJournal(machine).map((line) => [line.team, line]))
  const gone = [...last.values()].filter(
    ({ team, what }) => !teams.includes(team) && (what === 'revoked' || what === 'left'),
  )
  return { teams: teams.map((team) => teamStatus(machine, team)), gone: gone.reverse() }
}

export interface InstalledHook {
  readonly event: string
  readonly entry: Readonly<Record<string, unknown>>
  readonly hookId: number
}
export interface InstalledSet {
  readonly team: string
  readonly name: string
  readonly revision: number
  readonly directory: string
  readonly hooks: readonly InstalledHook[]
}

/** What is in force now, as it was signed; a set that is not is an error in words. */
export function installedSet(machine: Machine, team: string): InstalledSet | string {
  const found = look(machine, team)
  if (found.kind === 'bad') return found.message
  const { name, revision } = teamStatus(machine, team)
  if (found.kind !== 'good') return 'there are no hooks of it here yet: hookline team sync'
  const file = JSON.parse(readFileSync(join(found.set, 'hooks.json'), 'utf8')) as {
    readonly hooks: Readonly<Record<string, readonly Record<string, unknown>[]>>
  }
  const manifest = JSON.parse(
    readFileSync(placesOf(machine, team).manifest(found.set.split(/[\\/]/).at(-1) ?? ''), 'utf8'),
  ) as { readonly lines: Readonly<Record<string, number>> }
  const ids = Object.entries(manifest.lines).sort(([a], [b]) => Number(a) - Number(b))
  const entries = Object.entries(file.hooks).flatMap(([event, list]) => list.map((entry) => ({ event, entry })))
  const hooks = entries.map((one, at) => ({ ...one, hookId: ids[at]?.[1] ?? 0 }))
  return { team, name, revision, directory: found.set, hooks }
}

function readOr<T>(read: () => T): T | string {
  try {
    return read()
  } catch (thrown) {
    return messageOf(thrown)
  }
}
