/** Which machines a rollout has chosen. A machine says by itself which hooks it has, so what it says of others' does not count. */
import { hasCandidate } from '../../../wire/rollout.ts'
import type { Query } from '../../store/index.ts'
import { type RolloutRow, readCanaries } from '../../store/rollouts.ts'

type Chooser = (device: string) => boolean

/** The same answer as on the machine: all observe, and later some have the candidate. The ids of the canaries are known here, so they need no hashes. */
export function createChooser(row: RolloutRow): Chooser {
  const { stage, percent, salt } = row
  if (stage === 'observe') return () => true
  const canaries = new Set(readCanaries(row))
  return (device) => canaries.has(device) || hasCandidate({ stage, percent, salt, canaries: [] }, device)
}

export interface ReportedRollout {
  readonly isChosen: Chooser
  /** Machines only observe it, so none has the candidate. */
  readonly isObserved: boolean
}

/** By candidate. One that was never rolled out is missing. */
export async function readReportedRollouts(
  q: Query,
  candidates: readonly number[],
): Promise<ReadonlyMap<number, ReportedRollout>> {
  if (candidates.length === 0) return new Map()
  const rows = await q.selectFrom('rollouts').selectAll().where('candidate', 'in', candidates).execute()
  return new Map(
    rows.map((row) => [Number(row.candidate), { isChosen: createChooser(row), isObserved: row.stage === 'observe' }]),
  )
}
