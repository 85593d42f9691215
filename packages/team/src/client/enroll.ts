/** Joins a team: a one-time code pins the first root of what the team signs, and this machine's own key holds the token. */
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { DeviceService } from '../wire/index.ts'
import { type Device, newKey } from './device.ts'
import { diskOf } from './disk.ts'
import { TeamError } from './failure.ts'
import { sha256 } from './hook-set.ts'
import { readServerUrl } from './http.ts'
import { journal } from './journal.ts'
import { takeLock } from './lock.ts'
import { clientVersion, type Machine, machineName, type Places, placesOf, systemName } from './machine.ts'
import { refuseOthers } from './own-files.ts'
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
  /** The machine was in the team before: that device is still listed on the server. */
  readonly again: boolean
  readonly sync: SyncResult
}

export async function enroll(machine: Machine, options: EnrollOptions): Promise<Enrolment> {
  const url = readServerUrl(options.url, options.allowHttp)
  const fingerprint = fingerprintIn(options.code)
  const { secret, publicKey } = newKey()
  const server = { url, timeoutMs: machine.limits.answerMs }
  const answer = await call(server, DeviceService.method.enroll, {
    code: options.code,
    publicKey,
    name: options.name ?? machineName(),
    operatingSystem: systemName(machine),
    clientVersion: clientVersion(),
  })
  const { teamId, teamName, deviceId, token, root } = answer
  if (!/^hl_[a-z2-7]{16}$/.test(teamId)) throw new TeamError('refused', `${url} named a team in a way that none has`)
  if (sha256(root).slice(0, 16) !== fingerprint)
    throw new TeamError(
      'refused',
      `${url} has another root key than the code was made for: ask whoever gave you the code, and do not go on`,
    )
  const again = await keep(machine, { url, teamId, teamName, deviceId, token, secret, fingerprint }, root)
  journal(machine, { team: teamId, name: teamName, url, what: 'enrolled', detail: deviceId })
  return { team: teamId, name: teamName, again, sync: await syncTeam(machine, teamId, { whole: true }) }
}

/** Not beside a sync, which would take a team without a device for one that was left. Answers whether it was in it before. */
async function keep(
  machine: Machine,
  device: Omit<Device, 'enrolledAt'> & { readonly fingerprint: string },
  root: Uint8Array,
): Promise<boolean> {
  const places = placesOf(machine, device.teamId)
  const disk = diskOf(machine)
  refuseOthers(machine, places)
  const lock = await takeLock(places.lock, machine.limits.lockMs)
  try {
    const again = isSameTeam(places, device)
    if (again) disk.removeAll(places.metadata)
    disk.replaceFile(join(places.metadata, 'root.json'), root)
    const enrolledAt = new Date(machine.now()).toISOString()
    // Last: with it the machine belongs to the team.
    disk.replaceFile(places.device, `${JSON.stringify({ ...device, enrolledAt }, null, 2)}\n`)
    return again
  } finally {
    lock.release()
  }
}

/** A server may name any team: one that is here already is no other server's, and stands on no other first root. */
function isSameTeam(
  { device: file }: Places,
  { url, teamName, fingerprint }: Pick<Device, 'url' | 'teamName'> & { readonly fingerprint: string },
): boolean {
  const found = readState(file)
  if (found.kind === 'missing') return false
  const known = found.kind === 'read' ? found.value : {}
  if (known.url === url && known.fingerprint === fingerprint) return true
  throw new TeamError(
    'refused',
    known.url === url
      ? `${url} has another root key for ${teamName} than this machine joined it by: ask an owner, and hookline team logout first`
      : `${url} calls itself a team that this machine is in through ${String(known.url ?? 'another server')}: hookline team logout first`,
  )
}

function fingerprintIn(code: string): string {
  const found = /^[\w-]+\.[\w-]+\.([0-9a-f]{16})$/.exec(code)?.[1]
  if (found === undefined)
    throw new TeamError(
      'local',
      'that is no enrolment code: it has three parts with dots between, as an owner gets it from the dashboard or from `hookline team publish --code`',
    )
  return found
}
