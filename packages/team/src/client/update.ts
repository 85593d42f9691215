/** The hooks' half of a sync: what was signed is looked at, and what is in force is that. */
import { nodeFiles, type SetManifest, teamSets } from '@hookline/core/team'
import { choose, readBundle } from './bundle.ts'
import type { Enrolled } from './device.ts'
import type { Disk } from './disk.ts'
import { TeamError } from './failure.ts'
import { type HookSet, hookSet, sha256 } from './hook-set.ts'
import { install } from './install.ts'
import type { Held } from './lock.ts'
import { type Machine, systemName } from './machine.ts'
import { poll } from './poll.ts'
import { manifestInForce, type Status, savedStatus } from './status-file.ts'
import { type Verified, withRepository } from './tuf/verify.ts'

export interface Job {
  readonly device: Enrolled
  readonly machine: Machine
  readonly disk: Disk
  readonly lock: Held
}
export interface Updated {
  readonly status: Status
  readonly state: 'current' | 'updated'
}

/** "Unchanged" is the server's unsigned word: it is believed for so long at most. */
const believeUnchangedMs = 6 * 3_600_000

export async function update(job: Job, before: Status, whole: boolean): Promise<Updated> {
  const { device, machine } = job
  const { failure: _, unreported: __, ...clean } = before
  const isGood = teamSets(nodeFiles, machine.platform).check(device.teamId).kind === 'good'
  const said = await poll(job, before.revision)
  const age = machine.now() - Date.parse(before.verifiedAt ?? '')
  // A clock that was set back makes nothing younger than now.
  const isRecent = age >= 0 && age < believeUnchangedMs
  // Killed between the switch and the status: what that says of the set is of the one before.
  const isWritten = savedStatus(device.places).revision === before.revision
  if (!whole && !said.changed && isGood && isRecent && isWritten) return { status: clean, state: 'current' }
  return withRepository(device, machine, job.disk, (verified) => inForce(job, before, isGood, verified))
}

async function inForce(job: Job, before: Status, isGood: boolean, verified: Verified): Promise<Updated> {
  const { device, machine } = job
  const { revision, expiresAt } = verified
  if (revision < before.revision)
    throw new TeamError('refused', `the server offers revision ${revision}; this machine has ${before.revision}`)
  const bytes = await verified.target('bundle.json', machine.limits.bundleBytes)
  const { hooks, problems } = choose(readBundle(bytes, device.teamId, revision), systemName(machine))
  const set = hookSet(revision, hooks, machine)
  const { failure: _, unreported: __, ...clean } = before
  const seen = { verifiedAt: new Date(machine.now()).toISOString(), expiresAt }
  const status = { ...clean, ...seen, revision, hooks: hooks.length, problems }
  if (isGood && isSame(manifestInForce(device.places), set, await hashesOf(set, verified)))
    return { status, state: 'current' }
  install(set, await scriptsOf(set, verified, machine), device.teamId, device.places, machine, job.disk, job.lock)
  return { status, state: 'updated' }
}

/** The files are those of the manifest: whether the manifest is still that of the team, only what was signed can say. */
const isSame = (
  manifest: SetManifest | undefined,
  { revision, lines }: HookSet,
  files: Readonly<Record<string, string>>,
): boolean => manifest?.revision === revision && isEqual(manifest.files, files) && isEqual(manifest.lines, lines)

const isEqual = (one: object, other: object): boolean => {
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

async function hashesOf(set: HookSet, verified: Verified): Promise<Readonly<Record<string, string>>> {
  const scripts = [...set.targets].map(async ([name, target]) => [name, await verified.hash(target)] as const)
  return { 'hooks.json': sha256(set.hooksFile), ...Object.fromEntries(await Promise.all(scripts)) }
}

/** One after the other, and each once. */
async function scriptsOf({ targets }: HookSet, verified: Verified, { limits }: Machine) {
  const bodies = new Map<string, Buffer>()
  const scripts = new Map<string, Buffer>()
  for (const [name, target] of targets) {
    const body = bodies.get(target) ?? (await verified.target(target, limits.scriptBytes))
    bodies.set(target, body)
    scripts.set(name, body)
  }
  return scripts
}
