/** Joins a team: a one-time code pins the first root of the team's signed repository, and the token only works with this machine's own key. */
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { DeviceService } from '../wire/index.ts'
import { recordEvent } from './device/audit-log.ts'
import { checkOwners } from './device/check-owners.ts'
import { createDeviceKey, type Device } from './device/device.ts'
import {
  type ClientPaths,
  clientPaths,
  clientVersion,
  type Machine,
  machineName,
  systemName,
} from './device/machine.ts'
import { createDisk } from './disk.ts'
import { TeamError } from './failure.ts'
import { sha256 } from './hook-set.ts'
import { readServerUrl } from './http.ts'
import { takeLock } from './lock.ts'
import { call } from './rpc.ts'
import { type SyncResult, syncTeam } from './sync.ts'

export interface EnrollOptions {
  readonly url: string
  readonly code: string
  readonly name?: string
  readonly allowHttp?: boolean
}
export interface Enrolment {
  readonly team: string
  readonly name: string
  /** The machine was in the team before. The server still lists the old device. */
  readonly again: boolean
  readonly sync: SyncResult
}

export async function enroll(machine: Machine, options: EnrollOptions): Promise<Enrolment> {
  const url = readServerUrl(options.url, options.allowHttp)
  const fingerprint = readFingerprint(options.code)
  const { secret, publicKey } = createDeviceKey()
  const server = { url, timeoutMs: machine.limits.responseMs }
  const response = await call(server, DeviceService.method.enroll, {
    code: options.code,
    publicKey,
    name: options.name ?? machineName(),
    operatingSystem: systemName(machine),
    clientVersion: clientVersion(),
  })
  const { teamId, teamName, deviceId, token, root } = response
  if (!/^hl_[a-z2-7]{16}$/.test(teamId))
    throw new TeamError('refused', `${url} sent an invalid team id: ${JSON.stringify(teamId.slice(0, 40))}`)
  if (sha256(root).slice(0, 16) !== fingerprint)
    throw new TeamError(
      'refused',
      `${url} has a different root key than the one in the enrolment code. Do not continue: ask the owner who gave you the code`,
    )
  const again = await saveDevice(machine, { url, teamId, teamName, deviceId, token, secret, fingerprint }, root)
  recordEvent(machine, { team: teamId, name: teamName, url, what: 'enrolled', detail: deviceId })
  return { team: teamId, name: teamName, again, sync: await syncTeam(machine, teamId, { full: true }) }
}

/** Takes the lock, because a sync at the same time would remove a team without a device file. Returns true if the machine was in the team before. */
async function saveDevice(
  machine: Machine,
  device: Omit<Device, 'enrolledAt'> & { readonly fingerprint: string },
  root: Uint8Array,
): Promise<boolean> {
  const paths = clientPaths(machine, device.teamId)
  const disk = createDisk(machine)
  checkOwners(machine, paths)
  const lock = await takeLock(paths.lock, machine.limits.lockMs)
  try {
    const again = isEnrolledAgain(paths, device)
    // What the old device had been sent and had reported does not count for the new one.
    if (again) for (const path of [paths.metadata, paths.polled]) disk.removeAll(path)
    disk.replaceFile(join(paths.metadata, 'root.json'), root)
    const enrolledAt = new Date(machine.now()).toISOString()
    // Write this file last: it makes the machine a member of the team.
    disk.replaceFile(paths.device, `${JSON.stringify({ ...device, enrolledAt }, null, 2)}\n`)
    return again
  } finally {
    lock.release()
  }
}

/** A server can claim any team id. Throws if this machine joined that team on another server or with another first root. */
function isEnrolledAgain(
  { device: file }: ClientPaths,
  { url, teamName, fingerprint }: Pick<Device, 'url' | 'teamName'> & { readonly fingerprint: string },
): boolean {
  const stored = readState(file)
  if (stored.kind === 'missing') return false
  const known = stored.kind === 'read' ? stored.value : {}
  if (known.url === url && known.fingerprint === fingerprint) return true
  throw new TeamError(
    'refused',
    known.url === url
      ? `${url} has a different root key for ${teamName} than when this machine joined. Ask an owner. To join again, run hookline team logout first`
      : `this machine is already in that team through ${String(known.url ?? 'another server')}, not ${url}. To change the server, run hookline team logout first`,
  )
}

function readFingerprint(code: string): string {
  const fingerprint = /^[\w-]+\.[\w-]+\.([0-9a-f]{16})$/.exec(code)?.[1]
  if (fingerprint === undefined)
    throw new TeamError(
      'local',
      'the enrolment code is invalid or incomplete: it has three parts separated by dots, the last one with 16 hexadecimal digits. An owner gets a code from the dashboard or from `hookline team publish --code`',
    )
  return fingerprint
}
