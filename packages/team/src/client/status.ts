/** The status of this machine's teams, without a network request. */

import { basename, join } from 'node:path'
import { isObject, type JsonObject } from '@hookline/core/protocol'
import { createTeamSets, nodeFiles, readState, type TeamCheck } from '@hookline/core/team'
import { findLoadProblem } from '../wire/load-problem.ts'
import { type ActivePause, readActivePauses } from './active-pauses.ts'
import { readSentCoverage } from './coverage.ts'
import { type AuditEvent, readAuditLog } from './device/audit-log.ts'
import { listTeams, readDevice } from './device/device.ts'
import { type ClientPaths, clientPaths, type Machine } from './device/machine.ts'
import { isNoticePending } from './device/notice.ts'
import { messageOf } from './failure.ts'
import {
  type InstalledHook,
  readHookFiles,
  readInstalledFile,
  readInstalledHooks,
  readObservedHooks,
} from './installed-files.ts'
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
  /** The pauses that are in force now. */
  readonly pauses: readonly ActivePause[]
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
    pauses:
      check.kind === 'good' ? readActivePauses(check.set, paths.manifest(basename(check.set)), machine.now()) : [],
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

export interface InstalledSet {
  readonly team: string
  readonly name: string
  readonly revision: number
  readonly directory: string
  readonly hooks: readonly InstalledHook[]
  /** Hooks that only observe: they decide nothing. */
  readonly observed: readonly InstalledHook[]
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
  const { hooks: _, packs: __, version: ___, ...settings } = readInstalledFile(files)
  const manifest = clientPaths(machine, team).manifest(basename(check.set))
  const [installed, observed] = [readInstalledHooks(files, manifest), readObservedHooks(check.set, manifest)]
  return { team, name, revision, directory: check.set, hooks: installed, observed, settings }
}

function readOrMessage<T>(read: () => T): T | string {
  try {
    return read()
  } catch (thrown) {
    return messageOf(thrown)
  }
}
