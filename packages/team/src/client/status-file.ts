/** What the last sync found, for `status` and for the next one. What is in force, and how much, the set itself says. */
import { nodeFiles, readManifest, readState, type SetManifest } from '@hookline/core/team'
import type { Disk } from './disk.ts'
import type { FailureKind } from './failure.ts'
import { currentSet } from './install.ts'
import type { Places } from './machine.ts'

export interface Status {
  readonly lastTryAt?: string
  /** The last one that went well from end to end. */
  readonly lastSyncAt?: string
  /** When the signed repository itself was last looked into. */
  readonly verifiedAt?: string
  readonly expiresAt?: string
  readonly revision: number
  readonly hooks: number
  readonly problems: readonly string[]
  readonly failure?: { readonly kind: FailureKind; readonly message: string; readonly since: string }
  /** Why reports, or the heartbeat, still wait here. */
  readonly unreported?: string
}

export const noStatus: Status = { revision: 0, hooks: 0, problems: [] }

/** Whoever is killed after the switch has not written the status any more: the manifest of the set in force decides. */
export function readStatus(places: Places): Status {
  const saved = savedStatus(places)
  const manifest = manifestInForce(places)
  if (manifest === undefined) return saved
  return { ...saved, revision: manifest.revision, hooks: Object.keys(manifest.lines).length }
}

export function savedStatus(places: Places): Status {
  const found = readState(places.status)
  if (found.kind === 'read') return { ...noStatus, ...(found.value as unknown as Status) }
  if (found.kind === 'missing') return noStatus
  const failure = { kind: 'local', message: found.problem.message, since: new Date().toISOString() } as const
  return { ...noStatus, failure }
}

export function manifestInForce(places: Places): SetManifest | undefined {
  const set = currentSet(places)
  return set === undefined ? undefined : readManifest(places.manifest(set), nodeFiles)
}

export const saveStatus = (status: Status, places: Places, disk: Disk): void =>
  disk.replaceFile(places.status, `${JSON.stringify(status, null, 2)}\n`)
