/** Which machines get a revision first, and what a rollout allows meanwhile. */
import { rolloutLimits } from '../../../wire/rollout.ts'
import { Refusal } from '../../refusal.ts'
import type { Query } from '../../store/index.ts'
import { type RolloutRow, readRunningRollout } from '../../store/rollouts.ts'

export type Ring =
  | { readonly kind: 'all' }
  | { readonly kind: 'canary' }
  /** All machines, and its hooks decide nothing. */
  | { readonly kind: 'observe' }
  | { readonly kind: 'percent'; readonly percent: number }

export function readRing(ring: string, percent: number): Ring {
  if (ring === 'percent') return { kind: 'percent', percent: checkPercent(percent) }
  if (percent !== 0) throw new Refusal('invalid', 'percent is only for the ring "percent"')
  if (ring === '' || ring === 'all') return { kind: 'all' }
  if (ring === 'canary' || ring === 'observe') return { kind: ring }
  throw new Refusal('invalid', `ring must be observe, canary, percent or all, got ${JSON.stringify(ring)}`)
}

export function checkPercent(percent: number): number {
  const { leastPercent, mostPercent } = rolloutLimits
  if (Number.isSafeInteger(percent) && percent >= leastPercent && percent <= mostPercent) return percent
  throw new Refusal('invalid', `percent must be a number from ${leastPercent} to ${mostPercent}, got ${percent}`)
}

export async function refuseDuringRollout(q: Query): Promise<void> {
  const row = await readRunningRollout(q)
  if (row !== undefined)
    throw new Refusal(
      'precondition',
      `revision ${row.candidate} is being ${row.stage === 'observe' ? 'observed' : 'rolled out'}. Finish it (hookline team rollout advance --all) or stop it (hookline team rollout stop) first`,
    )
}

export const describeStage = ({ stage, percent }: Pick<RolloutRow, 'stage' | 'percent'>): string =>
  stage === 'percent' ? `${percent} % of the machines` : 'the canary machines'

/** For the history of a team. */
export const describeStart = (row: Pick<RolloutRow, 'stage' | 'percent'>): string =>
  row.stage === 'observe' ? 'only observed on all machines' : `rollout to ${describeStage(row)}`
