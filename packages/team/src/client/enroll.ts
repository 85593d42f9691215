/** Joins a team: a one-time code pins the first root of what the team signs, and this machine's own key holds the token. */
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { DeviceService } from '../wire/index.ts'
import { newKey } from './device.ts'
import { diskOf } from './disk.ts'
import { TeamError } from './failure.ts'
import { sha256 } from './hook-set.ts'
import { readServerUrl } from './http.ts'
import { journal } from './journal.ts'
import { clientVersion, type Machine, machineName, placesOf, systemName } from './machine.ts'
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
  const places = placesOf(machine, teamId)
  const again = readState(places.device).kind !== 'missing'
  const disk = diskOf(machine)
  disk.directory(places.state)
  if (again) disk.removeAll(places.metadata)
  disk.replaceFile(join(places.metadata, 'root.json'), root)
  const enrolledAt = new Date(machine.now()).toISOString()
  // Last: with it the machine belongs to the team.
  disk.replaceFile(
    places.device,
    `${JSON.stringify({ url, teamId, teamName, deviceId, token, enrolledAt, secret }, null, 2)}\n`,
  )
  journal(machine, { team: teamId, name: teamName, url, what: 'enrolled', detail: deviceId })
  return { team: teamId, name: teamName, again, sync: await syncTeam(machine, teamId, { whole: true }) }
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
