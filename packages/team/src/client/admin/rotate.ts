/** The next root: other root keys, or other keys on the server. Enough of the old root keys say yes to it, and its own. */
import type { Metadata, Root } from '@tufjs/models'
import { AdminService, type SigningKeys } from '../../wire/index.ts'
import { diskOf } from '../disk.ts'
import { TeamError } from '../failure.ts'
import type { Machine } from '../machine.ts'
import { call, type Server } from '../rpc.ts'
import { type Admin, chooseAdmin, readKeys, readRootFile, saveKeys, saveRoot } from './files.ts'
import { adminServer, checkCounts, type Made } from './keygen.ts'
import { makeRoot, newRootKey, type RootKey, readRoot, saysYes } from './root.ts'

export interface RotateOptions {
  readonly team?: string
  /** Old keys that are kept elsewhere. */
  readonly oldKeyFiles?: readonly string[]
}
export interface RootKeyOptions extends RotateOptions {
  /** Default: as many as there were. */
  readonly keys?: number
  readonly threshold?: number
}

/** New root keys; the server's own stay. */
export async function rotate(machine: Machine, options: RootKeyOptions): Promise<Made> {
  const job = await begin(machine, options)
  const { admin, before, signers, state } = job
  const counts = { keys: options.keys ?? before.keys.length, threshold: options.threshold ?? before.threshold }
  checkCounts(counts)
  const version = before.version + 1
  const keys = Array.from({ length: counts.keys }, newRootKey)
  // On the disk before the server has the root: a root whose key was lost could never be changed.
  const keyFiles = saveKeys(machine, admin.teamId, version, keys, diskOf(machine))
  const root = makeRoot({
    version,
    online: state.onlineKeys,
    keys: keys.map(({ key }) => key),
    threshold: counts.threshold,
    signers: [...signers, ...keys],
    now: machine.now(),
  })
  return finish(machine, job, root, keyFiles)
}

/** The server makes new keys of its own, and ends the old ones when it has the root; the root keys stay. */
export async function rotateOnline(machine: Machine, options: RotateOptions): Promise<Made> {
  const job = await begin(machine, options)
  const { admin, server, before, signers } = job
  const { onlineKeys } = await call(server, AdminService.method.newSigningKeys, { teamId: admin.teamId })
  const { keys, threshold, version } = before
  const next = { version: version + 1, online: onlineKeys, keys, threshold, signers, now: machine.now() }
  return finish(machine, job, makeRoot(next), [])
}

interface Job {
  readonly admin: Admin
  readonly server: Server
  readonly state: SigningKeys
  readonly before: { readonly version: number; readonly keys: readonly RootKey['key'][]; readonly threshold: number }
  readonly signers: readonly RootKey[]
}

async function begin(machine: Machine, { team, oldKeyFiles }: RotateOptions): Promise<Job> {
  const admin = chooseAdmin(machine, team)
  const server = adminServer(admin, machine)
  const state = await call(server, AdminService.method.getSigningKeys, { teamId: admin.teamId })
  const root = newest(machine, admin, state)
  const { keyIDs = [], threshold = 1 } = root.roles.root ?? {}
  const signers = readKeys(machine, admin.teamId, root, oldKeyFiles)
  const here = new Set(signers.map(({ key }) => key.keyID)).size
  if (here < threshold)
    throw new TeamError(
      'local',
      `root ${root.version} takes ${threshold} of its keys, and ${here} of them ${here === 1 ? 'is' : 'are'} here: name the others by --old-key`,
    )
  const keys = keyIDs.flatMap((id) => root.keys[id] ?? [])
  return { admin, server, state, signers, before: { version: root.version, keys, threshold } }
}

/** The root this machine knows, or a later one that its keys say yes to: an upload may have come to its end without us. */
function newest(machine: Machine, { teamId }: Admin, { root: bytes, rootVersion }: SigningKeys): Root {
  const known = readRoot(readRootFile(machine, teamId))
  if (known.signed.version === rootVersion) return known.signed
  const found = rootVersion > known.signed.version ? readable(bytes) : undefined
  if (found === undefined || found.signed.version !== rootVersion || !saysYes(known, found) || !saysYes(found, found))
    throw new TeamError(
      'local',
      `the server has root ${rootVersion}, this machine knows root ${known.signed.version}, whose keys did not sign it: it was changed elsewhere, go on there`,
    )
  saveRoot(machine, teamId, bytes, diskOf(machine))
  return found.signed
}

function readable(bytes: Uint8Array): Metadata<Root> | undefined {
  try {
    return readRoot(bytes)
  } catch {
    return undefined
  }
}

async function finish(machine: Machine, job: Job, root: Buffer, keyFiles: readonly string[]): Promise<Made> {
  const { teamId, teamName, url } = job.admin
  await call(job.server, AdminService.method.setRoot, { teamId, root })
  saveRoot(machine, teamId, root, diskOf(machine))
  const fingerprint = job.state.rootFingerprint.slice(0, 16)
  return { team: teamId, name: teamName, url, version: job.before.version + 1, keyFiles, fingerprint }
}
