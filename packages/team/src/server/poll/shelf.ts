/** What machines ask for most, in memory: each team's signed files as they are now. Still there when the database is not. */
import { create, toBinary } from '@bufbuild/protobuf'
import { SyncResponseSchema } from '../../wire/index.ts'
import { bundleName } from '../hooks/bundle.ts'
import { snapshotIn, targetPath } from '../signing/repository.ts'
import { partOf, sha256, versionIn } from '../signing/tuf.ts'
import type { Versions } from '../signing/versions.ts'
import { fileAt, filesAt, rootsOf } from '../store/files.ts'
import type { Query } from '../store/index.ts'

export interface StoredFile {
  readonly body: Uint8Array
  readonly etag: string
}

/** The answer to a poll, in the encodings it is asked for; bytes as latin1, which HTTP writes together with the head. */
export interface Encoded {
  readonly json: string
  readonly proto: string
}

export interface TeamShelf {
  /** What machines should have: the version of the targets. */
  readonly revision: number
  readonly versions: Versions
  /** By path in the repository. */
  readonly files: ReadonlyMap<string, StoredFile>
  readonly unchanged: Encoded
  readonly changed: Encoded
}

/** How long a machine waits, in seconds; it adds jitter of its own. */
export const nextSeconds = 1800
/** Scripts past this are read from the database when they are asked for. */
const mostBytes = 16 * 1024 * 1024

/** Undefined: nothing is signed yet. */
export async function readShelf(q: Query): Promise<TeamShelf | undefined> {
  const timestamp = await fileAt(q, 'timestamp.json')
  if (timestamp === undefined) return undefined
  const files = new Map<string, StoredFile>()
  const keep = (path: string, body: Uint8Array) => files.set(path, storedFile(body))
  keep('timestamp.json', timestamp)
  for (const { version, body } of await rootsOf(q)) keep(`${version}.root.json`, body)
  const snapshotPath = `${snapshotIn(timestamp)}.snapshot.json`
  const snapshot = await fileAt(q, snapshotPath)
  if (snapshot === undefined) throw new Error(`${snapshotPath} is gone`)
  keep(snapshotPath, snapshot)
  const revision =
    (partOf(snapshot) as { meta: Record<string, { version: number }> }).meta['targets.json']?.version ?? 0
  const targets = await fileAt(q, `${revision}.targets.json`)
  if (targets === undefined) throw new Error(`${revision}.targets.json is gone`)
  keep(`${revision}.targets.json`, targets)
  for (const [path, body] of await filesAt(q, pathsWithin(targets, mostBytes))) keep(path, body)
  return {
    revision,
    versions: { targets: revision, snapshot: versionIn(snapshot), timestamp: versionIn(timestamp) },
    files,
    unchanged: encoded(revision, false),
    changed: encoded(revision, true),
  }
}

export const storedFile = (body: Uint8Array): StoredFile => ({ body, etag: `"${sha256(body).slice(0, 32)}"` })

function pathsWithin(targets: Uint8Array, most: number): readonly string[] {
  const list = (partOf(targets) as { targets: Record<string, { length: number; hashes: { sha256: string } }> }).targets
  const [bundle, ...scripts] = Object.entries(list).sort(
    ([a], [b]) => Number(b === bundleName) - Number(a === bundleName),
  )
  let bytes = 0
  return (bundle === undefined ? [] : [bundle, ...scripts]).flatMap(([name, { length, hashes }]) => {
    bytes += length
    return bytes > most ? [] : [targetPath(name, hashes.sha256)]
  })
}

export function encoded(revision: number, changed: boolean): Encoded {
  const message = create(SyncResponseSchema, { revision: BigInt(revision), changed, nextSeconds })
  const json = { revision: String(revision), ...(changed ? { changed } : {}), nextSeconds }
  return { json: JSON.stringify(json), proto: Buffer.from(toBinary(SyncResponseSchema, message)).toString('latin1') }
}
