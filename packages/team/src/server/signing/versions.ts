/**
 * The highest versions that this server ever signed or served, in a file beside the database: a database that was restored
 * from an old backup must not sign a version a second time. Machines would refuse it as a rollback.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@hookline/core/files'
import type { OnlineRole } from './keys.ts'

export type Versions = Readonly<Record<OnlineRole, number>>

export interface HighestVersions {
  of(team: string): Versions
  /** Call this before the versions are visible to machines. */
  note(team: string, versions: Versions): void
}

const noVersions: Versions = { targets: 0, snapshot: 0, timestamp: 0 }

export function openHighestVersions(dataDir: string): HighestVersions {
  const file = join(dataDir, 'signed-versions.json')
  const known = readVersionsFile(file)
  return {
    of: (team) => known.get(team) ?? noVersions,
    note(team, versions) {
      const before = known.get(team) ?? noVersions
      const highest = {
        targets: Math.max(before.targets, versions.targets),
        snapshot: Math.max(before.snapshot, versions.snapshot),
        timestamp: Math.max(before.timestamp, versions.timestamp),
      }
      // The keys of `highest` are the roles.
      if (Object.entries(highest).every(([role, version]) => before[role as OnlineRole] === version)) return
      known.set(team, highest)
      writeVersionsFile(file, JSON.stringify(Object.fromEntries(known)))
    },
  }
}

function readVersionsFile(file: string): Map<string, Versions> {
  try {
    // Only writeVersionsFile writes this file.
    return new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Versions>))
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return new Map()
    throw new Error(`cannot read ${file}. Move it away only if this database was never restored from a backup`, {
      cause: thrown,
    })
  }
}

function writeVersionsFile(file: string, text: string): void {
  const next = `${file}.new`
  const handle = openSync(next, 'w', 0o600)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  replaceFile(next, file)
}
