/** The result of the last sync, for `hookline team status` and for the next sync. Revision and number of hooks come from the installed set. */
import { nodeFiles, readManifest, readState, type SetManifest } from '@hookline/core/team'
import type { StageName } from '../wire/rollout.ts'
import type { ClientPaths } from './device/machine.ts'
import type { Disk } from './disk.ts'
import type { FailureKind } from './failure.ts'
import { readCurrentSet } from './install.ts'

export interface Status {
  readonly lastTryAt?: string
  /** The last sync that succeeded completely. */
  readonly lastSyncAt?: string
  /** When the signed repository was last verified. */
  readonly verifiedAt?: string
  readonly expiresAt?: string
  readonly revision: number
  /** The revision that began the rollout, and its stage. Only on a machine that has the candidate or observes it. */
  readonly candidate?: number
  readonly stage?: StageName
  readonly hooks: number
  readonly problems: readonly string[]
  readonly failure?: { readonly kind: FailureKind; readonly message: string; readonly since: string }
  /** Why the reports or the heartbeat could not be sent. */
  readonly unreported?: string
}

export const emptyStatus: Status = { revision: 0, hooks: 0, problems: [] }

/** The manifest of the set in force wins over the saved status: a sync may be killed after installing the set. */
export function readStatus(paths: ClientPaths): Status {
  const saved = readSavedStatus(paths)
  const manifest = readActiveManifest(paths)
  if (manifest === undefined) return saved
  const { candidate: _, stage, ...rest } = saved
  const { revision, lines } = manifest
  return { ...rest, ...readRing(manifest, stage), revision, hooks: Object.keys(lines).length }
}

function readRing({ candidate, observed }: SetManifest, saved: StageName | undefined) {
  if (observed !== undefined) return { candidate: observed.candidate, stage: 'observe' } as const
  return candidate === undefined ? {} : { candidate, stage: saved ?? 'canary' }
}

export function readSavedStatus(paths: ClientPaths): Status {
  const stored = readState(paths.status)
  // Only Hookline writes this file.
  if (stored.kind === 'read') return { ...emptyStatus, ...(stored.value as unknown as Status) }
  if (stored.kind === 'missing') return emptyStatus
  const failure = { kind: 'local', message: stored.problem.message, since: new Date().toISOString() } as const
  return { ...emptyStatus, failure }
}

export function readActiveManifest(paths: ClientPaths): SetManifest | undefined {
  const set = readCurrentSet(paths)
  return set === undefined ? undefined : readManifest(paths.manifest(set), nodeFiles)
}

export const saveStatus = (status: Status, paths: ClientPaths, disk: Disk): void =>
  disk.replaceFile(paths.status, `${JSON.stringify(status, null, 2)}\n`)
