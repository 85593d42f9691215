/** The two small requests of each sync: a conditional request for the signed timestamp, and a heartbeat if one is due. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { DeviceService } from '../wire/index.ts'
import { type EnrolledDevice, serverFor } from './device/device.ts'
import { type ClientPaths, clientVersion, type Machine } from './device/machine.ts'
import type { Disk } from './disk.ts'
import { exchange } from './http.ts'
import { call, maxResponseBytes, notATeamServer, toTeamError } from './rpc.ts'
import type { Status } from './status-file.ts'

export interface DeviceConnection {
  readonly device: EnrolledDevice
  readonly machine: Machine
  readonly disk: Disk
}

interface PollState {
  /** The tag of the timestamp that belongs to the installed hooks. */
  readonly etag?: string
  /** The last heartbeat as JSON, and when it was sent. */
  readonly lastHeartbeat?: string
  readonly lastHeartbeatAt?: number
}

const { heartbeat } = DeviceService.method
/**
 * An unchanged heartbeat is repeated only after this time. It shows that the machine is online, and lets a revoked machine know that
 * it is. It is shorter than the time between two syncs, so that each sync sends one and faster polls do not.
 */
const heartbeatIntervalMs = 20 * 60_000

export interface Poll {
  /** False if the server, or a cache before it, reports that the timestamp is the known one. This is not signed. */
  readonly changed: boolean
  /** Call this after hooks are installed. It remembers the tag of this timestamp if it is the one that was verified. */
  remember(): void
}

/** Asks whether the signed timestamp has changed. The request is the same for all machines of the team, so a cache can answer it. */
export async function poll({ device, machine, disk }: DeviceConnection): Promise<Poll> {
  const { etag } = readPollState(device.paths)
  const response = await exchange({
    method: 'GET',
    url: `${device.url}/repo/${device.teamId}/metadata/timestamp.json`,
    ...(etag === undefined ? {} : { headers: { 'if-none-match': etag } }),
    maxBytes: maxResponseBytes,
    timeoutMs: machine.limits.responseMs,
  })
  const { status, headers } = response
  if (status === 304 && etag !== undefined) return { changed: false, remember: () => {} }
  // A server that wants a proof for this file gets it with the verification.
  if (status === 401) return { changed: true, remember: () => {} }
  if (status !== 200) throw toTeamError(response, device.url)
  if (headers.get('content-type')?.startsWith('application/json') !== true) throw notATeamServer(device.url)
  const newTag = headers.get('etag') ?? ''
  return {
    changed: true,
    remember() {
      // Another server or a cache may have answered the verification with an older timestamp.
      if (!isVerified(response.body, device.paths)) return
      const { etag: _, ...state } = readPollState(device.paths)
      savePollState({ ...state, ...(tagShape.test(newTag) ? { etag: newTag } : {}) }, device.paths, disk)
    },
  }
}

function isVerified(timestamp: Buffer, { metadata }: ClientPaths): boolean {
  try {
    return readFileSync(join(metadata, 'timestamp.json')).equals(timestamp)
  } catch {
    return false
  }
}

const tagShape = /^(?:W\/)?"[\x21\x23-\x7e]{1,100}"$/

export async function sendHeartbeat(
  { device, machine, disk }: DeviceConnection,
  { revision, hooks, candidate = 0 }: Pick<Status, 'revision' | 'hooks' | 'candidate'>,
  refused: string,
): Promise<void> {
  const message = {
    ...{ revision, clientVersion: clientVersion(), refused: refused.slice(0, 500), activeHooks: hooks },
    ...(candidate === 0 ? {} : { candidate }),
  }
  const lastHeartbeat = JSON.stringify(message)
  const before = readPollState(device.paths)
  const age = machine.now() - (before.lastHeartbeatAt ?? Number.NaN)
  if (before.lastHeartbeat === lastHeartbeat && age >= 0 && age < heartbeatIntervalMs) return
  await call(serverFor(device, machine), heartbeat, {
    ...{ ...message, revision: BigInt(revision), candidate: BigInt(candidate) },
  })
  savePollState({ ...before, lastHeartbeat, lastHeartbeatAt: machine.now() }, device.paths, disk)
}

function readPollState({ polled }: ClientPaths): PollState {
  const stored = readState(polled)
  if (stored.kind !== 'read') return {}
  const { etag, lastHeartbeat, lastHeartbeatAt } = stored.value
  return {
    ...(typeof etag === 'string' && tagShape.test(etag) ? { etag } : {}),
    ...(typeof lastHeartbeat === 'string' && typeof lastHeartbeatAt === 'number'
      ? { lastHeartbeat, lastHeartbeatAt }
      : {}),
  }
}

const savePollState = (state: PollState, { polled }: ClientPaths, disk: Disk): void =>
  disk.replaceFile(polled, `${JSON.stringify(state)}\n`)
