/**
 * A rollout: some machines get the candidate, and the others keep the stable hooks. Both are in the same signed list, and each
 * machine decides by itself, so no server or cache can choose another machine than the team signed.
 */
import { createHash } from 'node:crypto'
import type { BundledHook } from './bundle.ts'

type RolloutStage = 'canary' | 'percent'
/** The stage before them has no candidate on any machine: all machines only observe its hooks. */
export type StageName = 'observe' | RolloutStage
export const rolloutLimits = { canaries: 1000, leastPercent: 1, mostPercent: 100 } as const

/** A client that does not know rollouts ignores this, and keeps the stable hooks. */
export interface BundledRollout {
  /** The revision that began the rollout. It names the candidate in reports. */
  readonly candidate: number
  readonly stage: RolloutStage
  /** 0 at the canary stage. */
  readonly percent: number
  /** Random for each rollout, so that it is not always the same machines that go first. */
  readonly salt: string
  /** The canary machines, as `hashDevice` has them. They have the candidate at every stage. */
  readonly canaries: readonly string[]
  /** All hooks of the candidate, instead of those of the list. */
  readonly hooks: readonly BundledHook[]
}

type Assignment = Pick<BundledRollout, 'stage' | 'percent' | 'salt' | 'canaries'>

/** The list is public to the team's machines, so it has no ids of devices. */
export const hashDevice = (salt: string, device: string): string =>
  createHash('sha256').update(`canary\n${salt}\n${device}`).digest('hex').slice(0, 32)

/** From 0 to just below 100. A machine has the candidate while the percentage is above it, so a higher one takes none away. */
export const positionOf = (salt: string, device: string): number =>
  (createHash('sha256').update(`percent\n${salt}\n${device}`).digest().readUIntBE(0, 6) / 2 ** 48) * 100

/** True if this machine has the candidate. */
export const hasCandidate = ({ stage, percent, salt, canaries }: Assignment, device: string): boolean =>
  canaries.includes(hashDevice(salt, device)) || (stage === 'percent' && positionOf(salt, device) < percent)

const isSafe = (value: unknown, least: number, most: number): value is number =>
  // The first check allows only numbers.
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most

/** Everything but the hooks. Returns the name of the first field with an invalid value. */
export function findRolloutProblem(rollout: Readonly<Record<string, unknown>>, revision: number): string | undefined {
  const { candidate, stage, percent, salt, canaries } = rollout
  const { leastPercent, mostPercent } = rolloutLimits
  const isPercent = stage === 'percent'
  if (!isSafe(candidate, 1, revision)) return 'candidate'
  if (!isPercent && stage !== 'canary') return 'stage'
  if (!isSafe(percent, isPercent ? leastPercent : 0, isPercent ? mostPercent : 0)) return 'percent'
  if (typeof salt !== 'string' || !/^[0-9a-f]{32}$/.test(salt)) return 'salt'
  const isList = Array.isArray(canaries) && canaries.length <= rolloutLimits.canaries
  if (!isList || !canaries.every((hash) => typeof hash === 'string' && /^[0-9a-f]{32}$/.test(hash))) return 'canaries'
  return undefined
}
