/** Texts about rollouts. Pure. */
import type { RingCounts, StagedRollout } from '@hookline/team/wire'
import { formatCount, formatWhen } from '../../kit/text.ts'

export const describeStage = ({ stage, percent }: Pick<StagedRollout, 'stage' | 'percent'>): string =>
  stage === 'percent' ? `${percent} % of the devices` : stage === 'canary' ? 'the canary devices' : 'all devices'

export interface StageStep {
  readonly label: string
  readonly state: 'done' | 'current' | 'next'
}

/** All stages in order. A person can choose a percentage that the settings do not have. */
export function listStages({ stage, percent, percentages, state }: StageFacts): readonly StageStep[] {
  const known = [...new Set([...percentages, ...(percent === 0 ? [] : [percent])])].sort((a, b) => a - b)
  const isFinished = state === 'finished'
  const isObserved = stage === 'observe' && !isFinished
  const stateOf = (value: number): StageStep['state'] =>
    isObserved ? 'next' : isFinished || value < percent ? 'done' : value === percent ? 'current' : 'next'
  return [
    ...(isObserved ? [{ label: 'Only observed', state: 'current' as const }] : []),
    { label: 'Canary devices', state: isObserved ? 'next' : stage === 'canary' && !isFinished ? 'current' : 'done' },
    ...known.map((value) => ({ label: `${value} %`, state: stateOf(value) })),
    { label: 'All devices', state: isFinished ? 'done' : 'next' },
  ]
}
type StageFacts = Pick<StagedRollout, 'stage' | 'percent' | 'percentages' | 'state'>

type GoalFacts = Pick<StagedRollout, 'nextPercent' | 'nextStage'>
type NextFacts = GoalFacts & Pick<StagedRollout, 'nextAt' | 'waitsFor'>

export const describeGoal = ({ nextPercent, nextStage }: GoalFacts): string =>
  nextStage === 'canary' ? 'the canary devices' : nextPercent === 0 ? 'all devices' : `${nextPercent} % of the devices`

export function describeNext(rollout: NextFacts, now = new Date()): string {
  const goal = describeGoal(rollout)
  if (rollout.nextAt === '') return `Next: ${goal}, when someone advances it.`
  if (rollout.waitsFor !== '') return `Next: ${goal}. It waits because ${rollout.waitsFor}.`
  return `Next: ${goal} at ${formatWhen(rollout.nextAt, now)}, if nothing speaks against it.`
}

export interface RateRow {
  readonly label: string
  readonly decisions: string
  readonly denied: string
  readonly failed: string
}

export function toRates(label: string, counts: RingCounts | undefined): RateRow {
  const { decisions = 0n, denies = 0n, failures = 0n } = counts ?? {}
  const share = (part: bigint) =>
    decisions === 0n
      ? '–'
      : `${part.toLocaleString('en')} (${Math.round((Number(part) / Number(decisions)) * 1000) / 10} %)`
  return { label, decisions: decisions.toLocaleString('en'), denied: share(denies), failed: share(failures) }
}

/** The choices of the publish form: a value, and what people read. */
export const listRings = (percentages: readonly number[], canaries: number) => [
  { value: 'all', label: 'All devices at once' },
  { value: 'observe', label: 'All devices, only to observe' },
  ...(canaries === 0 ? [] : [{ value: 'canary', label: `Canary devices first (${formatCount(canaries, 'device')})` }]),
  ...percentages.map((percent) => ({ value: `${percent}`, label: `${percent} % of the devices first` })),
]

/** The value of a choice as the request has it. */
export const toRing = (value: string): { readonly ring: string; readonly percent: number } =>
  /^\d+$/.test(value) ? { ring: 'percent', percent: Number(value) } : { ring: value, percent: 0 }

/** Undefined if the text is not a list of rising numbers from 1 to 100. */
export function readPercentages(text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,;%]+/).filter((part) => part !== '')
  const numbers = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 0))
  const isRising = numbers.every((value, at) => value >= 1 && value <= 100 && value > (numbers[at - 1] ?? 0))
  return isRising && numbers.length <= 10 ? numbers : undefined
}
