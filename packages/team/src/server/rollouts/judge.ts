/**
 * Decides whether a candidate does worse than the stable hooks. Pure: the same counts always give the same answer.
 *
 * Few runs prove little, so the rule compares what the candidate's rate is at least, with 99 % confidence (the lower bound of
 * Wilson's interval). Three failures of three runs are enough, and one of ten is not.
 *
 * Machines report about themselves, so no single one may decide: with several machines, the rule also holds without the good
 * runs of the machine that has the most, and after the canary stage it must hold without the bad runs of the worst one.
 */
import type { StageName } from '../../wire/rollout.ts'
import type { Counts, CountsByHook, MachineExtremes } from './counts.ts'

const stopRule = {
  /** 99 % confidence. */
  z: 2.576,
  /** Fewer than this never stop a rollout. */
  leastBad: 3,
  /** The rate must be more than this many times that of the stable hooks. */
  factor: 2,
  /** The rate must also be above this, so that a rise from almost nothing does not stop it. */
  floors: { failures: 0.05, denies: 0.2 },
  /** The share of machines that refuse the candidate, after the canary stage. There, one is enough. */
  refusedShare: 0.05,
  /** With fewer machines, one is enough to stop a rollout, and none is left out. */
  leastMachines: 3,
} as const

type Measure = keyof typeof stopRule.floors

export interface Verdict {
  readonly measure: Measure
  /** 0: all decisions. */
  readonly hookId: number
  readonly candidate: Counts
  readonly stable: Counts
  /** The good runs of the machine that has the most are not in the counts of the candidate. */
  readonly isWithoutBusiest?: true
}

/** Which machines the counts come from. */
export interface Machines {
  readonly stage: StageName
  /** How many the stage chooses. */
  readonly chosen: number
  /** By the id of a hook. */
  readonly extremes: ReadonlyMap<number, MachineExtremes>
}

const none: Counts = { runs: 0, denies: 0, failures: 0 }

/**
 * Failures count for each hook, so that a bad hook among many good ones is noticed. Denials count for whole decisions: a hook
 * with a matcher may run only where it has to deny.
 */
export function findRegression(
  candidate: CountsByHook,
  stable: CountsByHook,
  { stage, chosen, extremes }: Machines,
): Verdict | undefined {
  const needsTwo = stage !== 'canary' && chosen >= stopRule.leastMachines
  const compare = (measure: Measure, hookId: number): Verdict | undefined => {
    const all = { measure, hookId, candidate: candidate.get(hookId) ?? none, stable: stable.get(hookId) ?? none }
    const { machines = 0, [measure]: of = { mostBad: 0, mostGood: 0 } } = extremes.get(hookId) ?? {}
    const isConfirmed = (verdict: Verdict) =>
      isWorse(verdict) &&
      (!needsTwo || isWorse({ ...verdict, candidate: leaveOut(verdict.candidate, measure, of.mostBad, 0) }))
    if (isConfirmed(all)) return all
    if (machines < stopRule.leastMachines) return undefined
    const quiet = leaveOut(all.candidate, measure, 0, of.mostGood)
    const verdict: Verdict = { ...all, candidate: quiet, isWithoutBusiest: true }
    return isConfirmed(verdict) ? verdict : undefined
  }
  const hooks = [...candidate.keys()].filter((id) => id !== 0).sort((a, b) => a - b)
  const failed = hooks.map((id) => compare('failures', id)).find((verdict) => verdict !== undefined)
  return failed ?? compare('denies', 0)
}

const leaveOut = (counts: Counts, measure: Measure, bad: number, good: number): Counts => ({
  ...counts,
  runs: Math.max(0, counts.runs - bad - good),
  [measure]: Math.max(0, counts[measure] - bad),
})

export function isWorse({ measure, candidate, stable }: Omit<Verdict, 'hookId'>): boolean {
  const bad = candidate[measure]
  if (bad < stopRule.leastBad) return false
  const stableRate = stable.runs === 0 ? 0 : stable[measure] / stable.runs
  return lowerBound(bad, candidate.runs) > Math.max(stopRule.floors[measure], stopRule.factor * stableRate)
}

/** What the rate is at least: the lower bound of Wilson's score interval. */
export function lowerBound(bad: number, runs: number): number {
  if (runs === 0) return 0
  const { z } = stopRule
  const rate = bad / runs
  const spread = z * Math.sqrt((rate * (1 - rate)) / runs + z ** 2 / (4 * runs ** 2))
  return Math.max(0, (rate + z ** 2 / (2 * runs) - spread) / (1 + z ** 2 / runs))
}

const percent = (bad: number, runs: number): string =>
  runs === 0 ? '0 %' : `${Math.round((bad / runs) * 1000) / 10} %`

/** For people: what rose, and the numbers of both. */
export function describeRegression(verdict: Verdict, hookName: string): string {
  const { measure, hookId, candidate, stable, isWithoutBusiest } = verdict
  const note = isWithoutBusiest === true ? ', without the machine that has the most runs' : ''
  const subject = hookId === 0 ? 'decisions' : `runs of ${hookName}`
  const verb = measure === 'failures' ? 'failed' : 'were denied'
  const counts = (of: Counts) => `${of[measure]} of ${of.runs}`
  return (
    `${percent(candidate[measure], candidate.runs)} of the ${subject} ${verb} with it (${counts(candidate)}${note}), ` +
    `and ${percent(stable[measure], stable.runs)} with the stable hooks (${counts(stable)})`
  )
}

/** True if too many machines refuse the candidate: one canary, or a share of those that answered. */
export const isRefusedTooOften = (isCanaryStage: boolean, refused: number, updated: number): boolean =>
  refused > 0 && (isCanaryStage || (refused >= 2 && refused / (refused + updated) > stopRule.refusedShare))
