/** Writes the signed repository of a team, with consistent snapshots: every file but the timestamp has its own name for ever. */
import { MetaFile, Snapshot, TargetFile, Targets, Timestamp } from '@tufjs/models'
import type { Context } from '../context.ts'
import { fileAt, putFile } from '../store/files.ts'
import type { Query } from '../store/index.ts'
import { type OnlineRole, onlineKeys } from './keys.ts'
import { expiryAt, partOf, type SigningKey, sha256, signed, versionIn } from './tuf.ts'
import type { Versions } from './versions.ts'

const dayMs = 24 * 3_600_000
export const lives = { timestamp: dayMs, snapshot: 30 * dayMs, targets: 30 * dayMs } as const
/** A timestamp older than this is signed again; targets and snapshot when half their time is over. */
export const resignAfterMs = 6 * 3_600_000

const specVersion = '1.0.31'

/** What the next ones are: never one that was used, whatever the database says. */
export async function nextVersions(q: Query, context: Context, team: string, revision: number): Promise<Versions> {
  const highest = context.versions.of(team)
  const timestamp = await fileAt(q, 'timestamp.json')
  return {
    targets: Math.max(revision, highest.targets) + 1,
    snapshot: Math.max(snapshotIn(timestamp), highest.snapshot) + 1,
    timestamp: Math.max(versionIn(timestamp), highest.timestamp) + 1,
  }
}

export const snapshotIn = (timestamp: Uint8Array | undefined): number => {
  if (timestamp === undefined) return 0
  const { meta } = partOf(timestamp) as { meta: Record<string, { version: number }> }
  return meta['snapshot.json']?.version ?? 0
}

/** A target's name in a repository with consistent snapshots. */
export function targetPath(name: string, hash: string): string {
  const [, dir = '', base = name] = /^(.*\/)?([^/]*)$/.exec(name) ?? []
  return `targets/${dir}${hash}.${base}`
}

/** Targets by name; everything is written in the transaction. */
export async function writeRepository(
  q: Query,
  context: Context,
  team: string,
  versions: Versions,
  targets: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const keys = await onlineKeys(q, context, team)
  const now = context.now()
  const put = (path: string, body: Uint8Array) => putFile(q, team, path, body, now)
  const list: Record<string, TargetFile> = {}
  for (const [path, body] of targets) {
    const hash = sha256(body)
    list[path] = new TargetFile({ path, length: body.length, hashes: { sha256: hash } })
    await put(targetPath(path, hash), body)
  }
  const common = (role: OnlineRole) => ({ specVersion, version: versions[role], expires: expiryAt(now + lives[role]) })
  const targetsBytes = signed(new Targets({ ...common('targets'), targets: list }), [keys.targets])
  await put(`${versions.targets}.targets.json`, targetsBytes)
  const snapshot = new Snapshot({
    ...common('snapshot'),
    meta: { 'targets.json': metaOf(versions.targets, targetsBytes) },
  })
  const snapshotBytes = signed(snapshot, [keys.snapshot])
  await put(`${versions.snapshot}.snapshot.json`, snapshotBytes)
  await writeTimestamp(q, context, team, versions, snapshotBytes, keys.timestamp)
}

const metaOf = (version: number, body: Uint8Array): MetaFile =>
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
  // Before the commit: should that fail, a number is skipped, which nobody minds.
  context.versions.note(team, versions)
  const timestamp = new Timestamp({
    specVersion,
    version: versions.timestamp,
    expires: expiryAt(now + lives.timestamp),
    snapshotMeta: metaOf(versions.snapshot, snapshot),
  })
  await putFile(q, team, 'timestamp.json', signed(timestamp, [key]), now)
}
