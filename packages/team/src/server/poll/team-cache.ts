/** The cache of a team: its current signed files, which machines request most. It works while the database is unavailable. */
import { bundleName } from '../hooks/bundle.ts'
import { readSnapshotVersion, targetPath } from '../signing/repository.ts'
import { readSignedPart, readVersionNumber, sha256 } from '../signing/tuf.ts'
import type { Versions } from '../signing/versions.ts'
import { readRoots, readStoredFile, readStoredFiles } from '../store/files.ts'
import type { Query } from '../store/index.ts'

export interface StoredFile {
  readonly body: Uint8Array
  readonly etag: string
}

export interface TeamCache {
  /** The revision that machines should have: the version of the targets. */
  readonly revision: number
  readonly versions: Versions
  /** Files by their path in the repository. */
  readonly files: ReadonlyMap<string, StoredFile>
}

/** Scripts beyond this limit are read from the database on request. */
const maxBytes = 16 * 1024 * 1024

/** Returns undefined if nothing is signed yet. */
export async function readTeamCache(q: Query): Promise<TeamCache | undefined> {
  const timestamp = await readStoredFile(q, 'timestamp.json')
  if (timestamp === undefined) return undefined
  const files = new Map<string, StoredFile>()
  const addFile = (path: string, body: Uint8Array) => files.set(path, toStoredFile(body))
  addFile('timestamp.json', timestamp)
  for (const { version, body } of await readRoots(q)) addFile(`${version}.root.json`, body)
  const snapshotPath = `${readSnapshotVersion(timestamp)}.snapshot.json`
  const snapshot = await readStoredFile(q, snapshotPath)
  if (snapshot === undefined) throw new Error(`${snapshotPath} is missing in the database`)
  addFile(snapshotPath, snapshot)
  const revision =
    // This server has signed it in the format of TUF.
    (readSignedPart(snapshot) as { meta: Record<string, { version: number }> }).meta['targets.json']?.version ?? 0
  const targets = await readStoredFile(q, `${revision}.targets.json`)
  if (targets === undefined) throw new Error(`${revision}.targets.json is missing in the database`)
  addFile(`${revision}.targets.json`, targets)
  for (const [path, body] of await readStoredFiles(q, listPathsWithin(targets, maxBytes))) addFile(path, body)
  return {
    revision,
    versions: { targets: revision, snapshot: readVersionNumber(snapshot), timestamp: readVersionNumber(timestamp) },
    files,
  }
}

export const toStoredFile = (body: Uint8Array): StoredFile => ({ body, etag: `"${sha256(body).slice(0, 32)}"` })

function listPathsWithin(targets: Uint8Array, most: number): readonly string[] {
  // This server has signed it in the format of TUF.
  const list = (readSignedPart(targets) as { targets: Record<string, { length: number; hashes: { sha256: string } }> })
    .targets
  const [bundle, ...scripts] = Object.entries(list).sort(
    ([a], [b]) => Number(b === bundleName) - Number(a === bundleName),
  )
  let bytes = 0
  return (bundle === undefined ? [] : [bundle, ...scripts]).flatMap(([name, { length, hashes }]) => {
    bytes += length
    return bytes > most ? [] : [targetPath(name, hashes.sha256)]
  })
}
