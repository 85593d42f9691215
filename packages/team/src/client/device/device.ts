/** This machine as a device of a team: its key, its token and the proof that it has both. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isTeamId, knownTeams, nodeFiles, readState } from '@hookline/core/team'
import { TeamError } from '../failure.ts'
import type { Server } from '../rpc.ts'
import { type ClientPaths, clientPaths, type Machine } from './machine.ts'

export interface Device {
  readonly url: string
  readonly teamId: string
  readonly teamName: string
  readonly deviceId: string
  readonly token: string
  readonly enrolledAt: string
  /** The private key as PKCS#8. It is never sent. It shares a file with the token so that the two always match. */
  readonly secret: string
}

/** A device with its parsed key and its paths. */
export interface EnrolledDevice extends Device {
  readonly key: KeyObject
  readonly paths: ClientPaths
}

export function createDeviceKey(): { readonly secret: string; readonly publicKey: Uint8Array } {
  const { privateKey } = generateKeyPairSync('ed25519')
  return { secret: String(privateKey.export({ format: 'pem', type: 'pkcs8' })), publicKey: exportPublicKey(privateKey) }
}
const exportPublicKey = (key: KeyObject): Uint8Array => createPublicKey(key).export({ format: 'der', type: 'spki' })

/** Signs each request, because a token alone is not enough. A signature is valid for a few minutes. */
export function proofHeaders(token: string, key: KeyObject, now: number) {
  return (method: string, path: string, body: Uint8Array = new Uint8Array()): Readonly<Record<string, string>> => {
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = sign(null, Buffer.from(`${method}\n${path}\n${now}\n${hash}`), key).toString('base64url')
    return { authorization: `Bearer ${token}`, 'hookline-proof': `${now}.${signature}` }
  }
}

export const serverFor = ({ url, token, key }: EnrolledDevice, machine: Machine): Server => ({
  url,
  timeoutMs: machine.limits.responseMs,
  headersFor: (method, path, body) => proofHeaders(token, key, machine.now())(method, path, body),
})

/** Returns undefined if an enrolment did not finish or if a logout has begun. */
export function readDevice(machine: Machine, team: string): EnrolledDevice | undefined {
  const paths = clientPaths(machine, team)
  const stored = readState(paths.device)
  if (stored.kind === 'missing') return undefined
  const { url, teamId, teamName, deviceId, token, enrolledAt, secret } = stored.kind === 'read' ? stored.value : {}
  const fields = [url, teamId, teamName, deviceId, token, enrolledAt, secret]
  if (teamId !== team || !fields.every((text) => typeof text === 'string'))
    throw new TeamError(
      'local',
      `${paths.device} is damaged. Leave the team and enroll again: hookline team logout ${team}`,
    )
  // The check above allows only strings.
  const key = tryParseKey(secret as string)
  if (key === undefined)
    throw new TeamError(
      'local',
      `${paths.device} contains a damaged key. Leave the team and enroll again: hookline team logout ${team}`,
    )
  // The first check allows only strings.
  return { url, teamId, teamName, deviceId, token, enrolledAt, secret, key, paths } as EnrolledDevice
}

function tryParseKey(secret: string): KeyObject | undefined {
  try {
    return createPrivateKey(secret)
  } catch {
    return undefined
  }
}

export const listTeams = ({ platform }: Machine): readonly string[] => knownTeams(nodeFiles, platform)

/** Finds the team by id or by name. Without a name, takes the only team of this machine. */
export function chooseTeam(machine: Machine, named: string | undefined): string {
  const teams = listTeams(machine)
  if (named !== undefined) {
    const match = teams.find((team) => team === named || (!isTeamId(named) && readTeamName(machine, team) === named))
    if (match !== undefined) return match
    throw new TeamError('local', `this machine is not in a team "${named}"${formatTeams(teams)}`)
  }
  // The list has one team.
  if (teams.length === 1) return teams[0] as string
  throw new TeamError(
    'local',
    teams.length === 0
      ? 'this machine is not in a team. To join one, run: hookline team enroll <url> <code>'
      : `this machine is in several teams. Choose one${formatTeams(teams)}`,
  )
}

function readTeamName(machine: Machine, team: string): string | undefined {
  const stored = readState(clientPaths(machine, team).device)
  return stored.kind === 'read' ? String(stored.value.teamName) : undefined
}

const formatTeams = (teams: readonly string[]): string => (teams.length === 0 ? '' : ` (${teams.join(', ')})`)
