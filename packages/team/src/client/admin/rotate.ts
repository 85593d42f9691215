/** Creates the next root with new root keys or with new server keys. Enough old root keys and enough new ones sign it. */
import type { Metadata, Root } from '@tufjs/models'
import { AdminService, type SigningKeys } from '../../wire/index.ts'
import type { Machine } from '../device/machine.ts'
import { createDisk } from '../disk.ts'
import { TeamError } from '../failure.ts'
import { call, type Server } from '../rpc.ts'
import { type Admin, chooseAdmin, readKeys, readRootFile, saveKeys, saveRoot } from './files.ts'
import { adminServer, checkCounts, type KeygenResult } from './keygen.ts'
import { createRootKey, hasSigned, makeRoot, type RootKey, readRoot } from './root.ts'

export interface RotateOptions {
  readonly team?: string
  /** Files with old keys that are not in the admin directory. */
  readonly oldKeyFiles?: readonly string[]
}
export interface RootKeyOptions extends RotateOptions {
  /** Default: as many as the current root has. */
  readonly keys?: number
  readonly threshold?: number
}

/** Replaces the root keys. The server's keys stay. */
export async function rotate(machine: Machine, options: RootKeyOptions): Promise<KeygenResult> {
  const rotation = await prepareRotation(machine, options)
  const { admin, before, signers, state } = rotation
  const counts = { keys: options.keys ?? before.keys.length, threshold: options.threshold ?? before.threshold }
  checkCounts(counts)
  const version = before.version + 1
  const keys = Array.from({ length: counts.keys }, createRootKey)
  // Save the keys before the server gets the root: if a key is lost, the root can never be changed.
  const keyFiles = saveKeys(machine, admin.teamId, version, keys, createDisk(machine))
  const root = makeRoot({
    version,
    online: state.onlineKeys,
    keys: keys.map(({ key }) => key),
    threshold: counts.threshold,
    signers: [...signers, ...keys],
    now: machine.now(),
  })
  return uploadRoot(machine, rotation, root, keyFiles)
}

/** Replaces the server's keys. The server deletes the old ones as soon as it has the new root. The root keys stay. */
export async function rotateOnline(machine: Machine, options: RotateOptions): Promise<KeygenResult> {
  const rotation = await prepareRotation(machine, options)
  const { admin, server, before, signers } = rotation
  const { onlineKeys } = await call(server, AdminService.method.newSigningKeys, { teamId: admin.teamId })
  const { keys, threshold, version } = before
  const next = { version: version + 1, online: onlineKeys, keys, threshold, signers, now: machine.now() }
  return uploadRoot(machine, rotation, makeRoot(next), [])
}

interface Rotation {
  readonly admin: Admin
  readonly server: Server
  readonly state: SigningKeys
  readonly before: { readonly version: number; readonly keys: readonly RootKey['key'][]; readonly threshold: number }
  readonly signers: readonly RootKey[]
}

async function prepareRotation(machine: Machine, { team, oldKeyFiles }: RotateOptions): Promise<Rotation> {
  const admin = chooseAdmin(machine, team)
  const server = adminServer(admin, machine)
  const state = await call(server, AdminService.method.getSigningKeys, { teamId: admin.teamId })
  const root = findNewestRoot(machine, admin, state)
  const { keyIDs = [], threshold = 1 } = root.roles.root ?? {}
  const signers = readKeys(machine, admin.teamId, root, oldKeyFiles)
  const keysHere = new Set(signers.map(({ key }) => key.keyID)).size
  if (keysHere < threshold)
    throw new TeamError(
      'local',
      `a new root needs ${threshold} keys of root ${root.version}, and this machine has ${keysHere}. Add the others with --old-key <file>`,
    )
  const keys = keyIDs.flatMap((id) => root.keys[id] ?? [])
  return { admin, server, state, signers, before: { version: root.version, keys, threshold } }
}

/** Returns the root that this machine has, or a later one signed by its keys: an earlier upload may have succeeded although the command was killed. */
function findNewestRoot(machine: Machine, { teamId }: Admin, { root: bytes, rootVersion }: SigningKeys): Root {
  const known = readRoot(readRootFile(machine, teamId))
  if (known.signed.version === rootVersion) return known.signed
  const serverRoot = rootVersion > known.signed.version ? tryReadRoot(bytes) : undefined
  if (
    serverRoot === undefined ||
    serverRoot.signed.version !== rootVersion ||
    !hasSigned(known, serverRoot) ||
    !hasSigned(serverRoot, serverRoot)
  )
    throw new TeamError(
      'local',
      `the server has root ${rootVersion}, which the keys of root ${known.signed.version} on this machine did not sign. Another machine changed the root: continue there`,
    )
  saveRoot(machine, teamId, bytes, createDisk(machine))
  return serverRoot.signed
}

function tryReadRoot(bytes: Uint8Array): Metadata<Root> | undefined {
  try {
    return readRoot(bytes)
  } catch {
    return undefined
  }
}

async function uploadRoot(
  machine: Machine,
  rotation: Rotation,
  root: Buffer,
  keyFiles: readonly string[],
): Promise<KeygenResult> {
  const { teamId, teamName, url } = rotation.admin
  await call(rotation.server, AdminService.method.setRoot, { teamId, root })
  saveRoot(machine, teamId, root, createDisk(machine))
  const fingerprint = rotation.state.rootFingerprint.slice(0, 16)
  return { team: teamId, name: teamName, url, version: rotation.before.version + 1, keyFiles, fingerprint }
}
