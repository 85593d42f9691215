/** Writes the signed repository of a team with consistent snapshots: every file except the timestamp has a permanent unique name. */
import { MetaFile, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import type { Context } from '../context.ts'
import { readStoredFile, saveFile } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { type OnlineRole, onlineKeys } from './keys.ts'
import { formatExpiry, readSignedPart, readVersionNumber, type SigningKey, sha256, signMetadata } from './tuf.ts'
import type { Versions } from './versions.ts'

const dayMs = 24 * 3_600_000
export const lifetimes = { timestamp: dayMs, snapshot: 30 * dayMs, targets: 30 * dayMs } as const
/** Sign a timestamp again after this time. Targets and snapshot are signed again after half of their lifetime. */
export const resignAfterMs = 6 * 3_600_000

const specVersion = '1.0.31'

/** Returns the next versions. Never returns a used version, even if the database was restored from a backup. */
export async function nextVersions(q: Query, context: Context, team: string, revision: number): Promise<Versions> {
  const highest = context.versions.of(team)
  const timestamp = await readStoredFile(q, 'timestamp.json')
  return {
    targets: Math.max(revision, highest.targets) + 1,
    snapshot: Math.max(readSnapshotVersion(timestamp), highest.snapshot) + 1,
    timestamp: Math.max(readVersionNumber(timestamp), highest.timestamp) + 1,
  }
}

export const readSnapshotVersion = (timestamp: Uint8Array | undefined): number => {
  if (timestamp === undefined) return 0
  // This server has signed it in the format of TUF.
  const { meta } = readSignedPart(timestamp) as { meta: Record<string, { version: number }> }
  return meta['snapshot.json']?.version ?? 0
}

/** Returns the path of a target in a repository with consistent snapshots. */
export function targetPath(name: string, hash: string): string {
  const [, dir = '', base = name] = /^(.*\/)?([^/]*)$/.exec(name) ?? []
  return `targets/${dir}${hash}.${base}`
}

/** Writes the targets by name and their metadata, all in the caller's transaction. */
export async function writeRepository(
  q: Query,
  context: Context,
  team: string,
  versions: Versions,
  targets: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const keys = await onlineKeys(q, context, team)
  const now = context.now()
  const put = (path: string, body: Uint8Array) => saveFile(q, team, path, body, now)
  const list: Record<string, TargetFile> = {}
  for (const [path, body] of targets) {
    const hash = sha256(body)
    list[path] = new TargetFile({ path, length: body.length, hashes: { sha256: hash } })
    await put(targetPath(path, hash), body)
  }
  const common = (role: OnlineRole) => ({
    specVersion,
    version: versions[role],
    expires: formatExpiry(now + lifetimes[role]),
  })
  const targetsBytes = signMetadata(new Targets({ ...common('targets'), targets: list }), [keys.targets])
  await put(`${versions.targets}.targets.json`, targetsBytes)
  const snapshot = new Snapshot({
    ...common('snapshot'),
    meta: { 'targets.json': toMetaFile(versions.targets, targetsBytes) },
  })
  const snapshotBytes = signMetadata(snapshot, [keys.snapshot])
  await put(`${versions.snapshot}.snapshot.json`, snapshotBytes)
  await writeTimestamp(q, context, team, versions, snapshotBytes, keys.timestamp)
}

const toMetaFile = (version: number, body: Uint8Array): MetaFile =>
  new MetaFile({ version, length: body.length, hashes: { sha256: sha256(body) } })

export async function writeTimestamp(
  q: Query,
  context: Context,
  team: string,
  versions: Versions,
  snapshot: Uint8Array,
  key: SigningKey,
): Promise<void> {
  const now = context.now()
  // Record the versions before the commit. If the commit fails, a number is skipped, which does no harm.
  context.versions.note(team, versions)
  const timestamp = new Timestamp({
    specVersion,
    version: versions.timestamp,
    expires: formatExpiry(now + lifetimes.timestamp),
    snapshotMeta: toMetaFile(versions.snapshot, snapshot),
  })
  await saveFile(q, team, 'timestamp.json', signMetadata(timestamp, [key]), now)
}
