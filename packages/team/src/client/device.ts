/** This machine as one of a team's devices: its key, its token, and the proof that both are here. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isTeamId, knownTeams, nodeFiles, readState } from '@hookline/core/team'
import { TeamError } from './failure.ts'
import { type Machine, type Places, placesOf } from './machine.ts'
import type { Server } from './rpc.ts'

export interface Device {
  readonly url: string
  readonly teamId: string
  readonly teamName: string
  readonly deviceId: string
  readonly token: string
  readonly enrolledAt: string
  /** Made here, never sent: PKCS#8. In one file with the token, so that they are always a pair. */
  readonly secret: string
}

/** A device with what is needed to speak for it. */
export interface Enrolled extends Device {
  readonly key: KeyObject
  readonly places: Places
}

export function newKey(): { readonly secret: string; readonly publicKey: Uint8Array } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { secret: String(privateKey.export({ format: 'pem', type: 'pkcs8' })), publicKey: publicKeyOf(privateKey) }
}
const publicKeyOf = (key: KeyObject): Uint8Array => createPublicKey(key).export({ format: 'der', type: 'spki' })

/** A token alone is worth nothing: each request is signed, for a few minutes. */
export function proofHeaders(token: string, key: KeyObject, now: number) {
  return (method: string, path: string, body: Uint8Array = new Uint8Array()): Readonly<Record<string, string>> => {
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = sign(null, Buffer.from(`${method}\n${path}\n${now}\n${hash}`), key).toString('base64url')
    return { authorization: `Bearer ${token}`, 'hookline-proof': `${now}.${signature}` }
  }
}

export const serverOf = ({ url, token, key }: Enrolled, machine: Machine): Server => ({
  url,
  timeoutMs: machine.limits.answerMs,
  headersFor: (method, path, body) => proofHeaders(token, key, machine.now())(method, path, body),
})

/** Undefined where an enrolment was not finished, or was begun to be undone. */
export function readDevice(machine: Machine, team: string): Enrolled | undefined {
  const places = placesOf(machine, team)
  const found = readState(places.device)
  if (found.kind === 'missing') return undefined
  const { url, teamId, teamName, deviceId, token, enrolledAt, secret } = found.kind === 'read' ? found.value : {}
  const texts = [url, teamId, teamName, deviceId, token, enrolledAt, secret]
  if (teamId !== team || !texts.every((text) => typeof text === 'string'))
    throw new TeamError('local', `${places.device} cannot be used. To start again: hookline team logout ${team}`)
  const key = keyIn(secret as string)
  if (key === undefined)
    throw new TeamError('local', `${places.device} cannot be used. To start again: hookline team logout ${team}`)
  return { url, teamId, teamName, deviceId, token, enrolledAt, secret, key, places } as Enrolled
}

function keyIn(secret: string): KeyObject | undefined {
  try {
    return createPrivateKey(secret)
  } catch {
    return undefined
  }
}

export const teamsOf = ({ platform }: Machine): readonly string[] => knownTeams(nodeFiles, platform)

/** The team that is meant: the one named, by id or by name, or the only one. */
export function chooseTeam(machine: Machine, named: string | undefined): string {
  const teams = teamsOf(machine)
  if (named !== undefined) {
    const found = teams.find((team) => team === named || (!isTeamId(named) && nameOf(machine, team) === named))
    if (found !== undefined) return found
    throw new TeamError('local', `this machine is in no team "${named}"${listed(teams)}`)
  }
  if (teams.length === 1) return teams[0] as string
  throw new TeamError(
    'local',
    teams.length === 0
      ? 'this machine is in no team. To join one: hookline team enroll <url> <code>'
      : `this machine is in several teams: name one${listed(teams)}`,
  )
}

function nameOf(machine: Machine, team: string): string | undefined {
  const found = readState(placesOf(machine, team).device)
  return found.kind === 'read' ? String(found.value.teamName) : undefined
}

const listed = (teams: readonly string[]): string => (teams.length === 0 ? '' : ` (${teams.join(', ')})`)
