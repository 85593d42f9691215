/** The status of this machine's teams, without a network request. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { createTeamSets, nodeFiles, readState, type TeamCheck } from '@hookline/core/team'
import { findLoadProblem } from '../wire/load-problem.ts'
import { readSentCoverage } from './coverage.ts'
import { type AuditEvent, readAuditLog } from './device/audit-log.ts'
import { listTeams, readDevice } from './device/device.ts'
import { type ClientPaths, clientPaths, type Machine } from './device/machine.ts'
import { isNoticePending } from './device/notice.ts'
import { messageOf } from './failure.ts'
import { countWaiting, readShipping } from './reports/ship.ts'
import { readStatus, type Status } from './status-file.ts'

export interface TeamStatus extends Status {
  readonly team: string
  readonly name: string
  readonly url: string
  readonly device: string
  /** The state of the installed set on the disk. */
  readonly set: 'good' | 'none' | 'changed'
  readonly setMessage?: string
  /** The signature has expired. The hooks stay in force, but an administrator should check the server. */
  readonly expired: boolean
  /** When the team's root expires, as ISO time. An owner must renew it before, or machines accept no update. */
  readonly rootExpiresAt?: string
  readonly reportsWaiting: number
  readonly reportsDropped: number
  readonly noticePending: boolean
  /** When the last report about the agents of this machine was sent. */
  readonly coverageSentAt?: string
}

export function readTeamStatus(machine: Machine, team: string): TeamStatus {
  const paths = clientPaths(machine, team)
  const status = readStatus(paths)
  const device = readOrMessage(() => readDevice(machine, team))
  const check = checkSet(machine, team)
  const id = typeof device === 'object' ? device.deviceId : ''
  const sent = readSentCoverage(machine, team)
  return {
    ...status,
    team,
    name: typeof device === 'object' ? device.teamName : team,
    url: typeof device === 'object' ? device.url : '',
    device: id,
    set: check.kind === 'good' ? 'good' : check.kind === 'bad' ? 'changed' : 'none',
    ...(check.kind === 'bad' ? { setMessage: check.message } : {}),
    ...(typeof device === 'string'
      ? { failure: { kind: 'local' as const, message: device, since: new Date(machine.now()).toISOString() } }
      : {}),
    expired: status.expiresAt !== undefined && Date.parse(status.expiresAt) < machine.now(),
    ...readRootExpiry(paths),
    reportsWaiting: countWaiting(paths, id),
    reportsDropped: readShipping(paths, id)?.dropped ?? 0,
    noticePending: isNoticePending(machine, team),
    ...(sent === undefined ? {} : { coverageSentAt: sent.sentAt }),
  }
}

/** Nothing if the file is missing or damaged: the next sync reports that. */
function readRootExpiry({ metadata }: ClientPaths): Pick<TeamStatus, 'rootExpiresAt'> {
  const root = readState(join(metadata, 'root.json'))
  const signed = root.kind === 'read' && isObject(root.value.signed) ? root.value.signed : {}
  const { expires } = signed
  return typeof expires === 'string' && !Number.isNaN(Date.parse(expires)) ? { rootExpiresAt: expires } : {}
}

/** Checks the set as the engine does: an unchanged set that the engine cannot read is bad too. */
function checkSet({ platform }: Machine, team: string): TeamCheck {
  const check = createTeamSets(nodeFiles, platform).check(team)
  if (check.kind !== 'good') return check
  const files = readHookFiles(check.set)
  const problem = typeof files === 'string' ? files : findLoadProblem(files, platform.system)
  return problem === undefined ? check : { kind: 'bad', message: problem, stamps: check.stamps }
}

/** The text of the set's hook files, or a message. A set without a hookline.json has only a hooks.json. */
function readHookFiles(set: string): Readonly<Record<string, string>> | string {
  const read = ['hooks.json', 'hookline.json'].map((name) => ({ name, file: nodeFiles.read(join(set, name)) }))
  const unreadable = read.find(
    ({ name, file }) => file.kind !== 'text' && (name === 'hooks.json' || file.kind !== 'missing'),
  )
  if (unreadable !== undefined) return `${unreadable.name} cannot be read`
  return Object.fromEntries(read.flatMap(({ name, file }) => (file.kind === 'text' ? [[name, file.text]] : [])))
}

export interface MachineStatus {
  readonly teams: readonly TeamStatus[]
  /** The last event of each team that this machine has left, newest first. */
  readonly gone: readonly AuditEvent[]
}

export function readMachineStatus(machine: Machine): MachineStatus {
  const teams = listTeams(machine)
  const last = new Map(readAuditLog(machine).map((line) => [line.team, line]))
  const gone = [...last.values()].filter(
    ({ team, what }) => !teams.includes(team) && (what === 'revoked' || what === 'left'),
  )
  return { teams: teams.map((team) => readTeamStatus(machine, team)), gone: gone.reverse() }
}

export interface InstalledHook {
  /** Empty for a pack, which has hooks of several events. */
  readonly event: string
  /** The name of the pack, if it is one. `entry` has its parameters. */
  readonly pack?: string
  readonly entry: JsonObject
  readonly hookId: number
}
export interface InstalledSet {
  readonly team: string
  readonly name: string
  readonly revision: number
  readonly directory: string
  readonly hooks: readonly InstalledHook[]
  /** The settings of the team, such as `managedOnly`. */
  readonly settings: JsonObject
}

/** Returns the set in force, or an error message if it does not match its signature. */
export function readInstalledSet(machine: Machine, team: string): InstalledSet | string {
  const check = checkSet(machine, team)
  if (check.kind === 'bad') return check.message
  const { name, revision } = readTeamStatus(machine, team)
  if (check.kind !== 'good') return 'this machine has no hooks of the team yet. Run: hookline team sync'
  const files = readHookFiles(check.set)
  if (typeof files === 'string') return files
  // Hookline wrote these files and the manifest when it installed the set.
  const {
    hooks = {},
    packs = {},
    version: _,
    ...settings
  } = JSON.parse(files['hookline.json'] ?? files['hooks.json'] ?? '{}') as InstalledFile
  const manifest = JSON.parse(
    readFileSync(clientPaths(machine, team).manifest(check.set.split(/[\\/]/).at(-1) ?? ''), 'utf8'),
  ) as { readonly lines: Readonly<Record<string, number>> }
  const ids = Object.entries(manifest.lines).sort(([a], [b]) => Number(a) - Number(b))
  // In the order of the file.
  const installed = [
    ...Object.entries(packs).map(([pack, entry]) => ({ event: '', pack, entry })),
    ...Object.entries(hooks).flatMap(([event, list]) => list.map((entry) => ({ event, entry }))),
  ].map((hook, index) => ({ ...hook, hookId: ids[index]?.[1] ?? 0 }))
  return { team, name, revision, directory: check.set, hooks: installed, settings }
}

interface InstalledFile extends JsonObject {
  readonly hooks?: Readonly<Record<string, readonly JsonObject[]>>
  readonly packs?: Readonly<Record<string, JsonObject>>
}

function readOrMessage<T>(read: () => T): T | string {
  try {
    return read()
  } catch (thrown) {
    return messageOf(thrown)
  }
}
