/** The first half of a sync: verifies the signed hooks and installs them if they changed. */
import { createTeamSets, nodeFiles, type SetManifest } from '@hookline/core/team'
import { chooseHooks, chooseRing, readBundle, toSignedPause } from './bundle.ts'
import type { EnrolledDevice } from './device/device.ts'
import { type Machine, systemName } from './device/machine.ts'
import type { Disk } from './disk.ts'
import { TeamError } from './failure.ts'
import { createHookSet, type HookSet, sha256 } from './hook-set.ts'
import { install } from './install.ts'
import type { SyncLock } from './lock.ts'
import { poll } from './poll.ts'
import { savePreview } from './previews/saved.ts'
import { readActiveManifest, readSavedStatus, type Status } from './status-file.ts'
import { type Verified, withRepository } from './tuf/verify.ts'

export interface Job {
  readonly device: EnrolledDevice
  readonly machine: Machine
  readonly disk: Disk
  readonly lock: SyncLock
}
export interface Updated {
  readonly status: Status
  readonly state: 'current' | 'updated'
}

/** "Unchanged" is not signed, so the client trusts it only for this long. */
const trustUnchangedMs = 6 * 3_600_000

export async function update(job: Job, before: Status, full: boolean): Promise<Updated> {
  const { device, machine } = job
  const { failure: _, unreported: __, ...clean } = before
  const isGood = createTeamSets(nodeFiles, machine.platform).check(device.teamId).kind === 'good'
  const { changed, remember } = await poll(job)
  const age = machine.now() - Date.parse(before.verifiedAt ?? '')
  // After the clock was set back, the age is negative. Then verify again.
  const isRecent = age >= 0 && age < trustUnchangedMs
  // After a kill between installing and saving the status, the status still describes the previous set.
  const isWritten = readSavedStatus(device.paths).revision === before.revision
  if (!full && !changed && isGood && isRecent && isWritten) return { status: clean, state: 'current' }
  const updated = await withRepository(device, machine, job.disk, (verified) =>
    installIfChanged(job, before, isGood, verified),
  )
  remember()
  return updated
}

async function installIfChanged(job: Job, before: Status, isGood: boolean, verified: Verified): Promise<Updated> {
  const { device, machine } = job
  const { revision, expiresAt } = verified
  if (revision < before.revision)
    throw new TeamError(
      'refused',
      `the server offers revision ${revision}, but this machine already has revision ${before.revision}`,
    )
  const bytes = await verified.target('bundle.json', machine.limits.bundleBytes)
  const bundle = readBundle(bytes, device.teamId, revision)
  const ring = chooseRing(bundle, device.deviceId)
  savePreview(bundle.preview, device.paths, job.disk)
  const { hooks, problems } = chooseHooks(ring.hooks, systemName(machine))
  const { candidate, stage } = ring
  const observed = chooseHooks(ring.observation?.hooks ?? [], systemName(machine))
  const observation = ring.observation === undefined ? undefined : { ...ring.observation, hooks: observed.hooks }
  const pauses = (bundle.pauses ?? []).map(toSignedPause)
  const set = await createHookSet({ revision, candidate }, { hooks, pauses, observation }, machine)
  const { failure: _, unreported: __, candidate: ___, stage: ____, ...clean } = before
  const verification = { verifiedAt: new Date(machine.now()).toISOString(), expiresAt }
  const status = {
    ...clean,
    ...verification,
    revision,
    ...(stage === undefined ? {} : { candidate: observation?.candidate ?? candidate, stage }),
    hooks: Object.keys(set.lines).length,
    problems: [...problems, ...observed.problems, ...set.ignored],
  }
  if (isGood && isSame(readActiveManifest(device.paths), set, await readSignedHashes(set, verified)))
    return { status, state: 'current' }
  install(set, await downloadScripts(set, verified, machine), device.teamId, device.paths, machine, job.disk, job.lock)
  return { status, state: 'updated' }
}

/** The files match the manifest already. This compares the manifest with the signed data, because someone may have changed both. */
const isSame = (
  manifest: SetManifest | undefined,
  { revision, candidate, lines, observed }: HookSet,
  files: Readonly<Record<string, string>>,
): boolean =>
  manifest?.revision === revision &&
  (manifest.candidate ?? 0) === candidate &&
  isEqual(manifest.files, files) &&
  isEqual(manifest.lines, lines) &&
  (manifest.observed?.candidate ?? 0) === (observed?.candidate ?? 0) &&
  isEqual(manifest.observed?.lines ?? {}, observed?.lines ?? {})

const isEqual = (left: object, right: object): boolean => {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(left) === sorted(right)
}

async function readSignedHashes(set: HookSet, verified: Verified): Promise<Readonly<Record<string, string>>> {
  const scripts = [...set.targets].map(async ([name, target]) => [name, await verified.hash(target)] as const)
  const hookFiles = Object.entries(set.hookFiles).map(([name, text]) => [name, sha256(text)] as const)
  return Object.fromEntries([...hookFiles, ...(await Promise.all(scripts))])
}

/** Downloads the scripts one after the other, each target once. */
async function downloadScripts({ targets }: HookSet, verified: Verified, { limits }: Machine) {
  const bodies = new Map<string, Buffer>()
  const scripts = new Map<string, Buffer>()
  for (const [name, target] of targets) {
    const body = bodies.get(target) ?? (await verified.target(target, limits.scriptBytes))
    bodies.set(target, body)
    scripts.set(name, body)
  }
  return scripts
}
