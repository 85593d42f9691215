/** Adds up what machines reported with the candidate of a rollout, and with the stable hooks. */
import type { Query } from '../store/index.ts'
import type { RolloutRow } from '../store/rollouts.ts'

export interface Counts {
  readonly runs: number
  readonly denies: number
  readonly failures: number
}
/** By the id of a hook. 0 has whole decisions. */
export type CountsByHook = ReadonlyMap<number, Counts>

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** With fewer decisions since the rollout began, the days before it count too. */
const enoughDecisions = 100
const daysBefore = 7

export const readCandidateCounts = (q: Query, { candidate }: RolloutRow): Promise<CountsByHook> =>
  addUp(q.selectFrom('ring_hours').where('candidate', '=', candidate))

/** What single machines have in the counts of a candidate. */
export interface MachineExtremes {
  /** How many have reported. */
  readonly machines: number
  /** The most bad runs, and the most others, that one machine has. */
  readonly failures: Extremes
  readonly denies: Extremes
}
interface Extremes {
  readonly mostBad: number
  readonly mostGood: number
}

/** By the id of a hook. */
export async function readMachineExtremes(
  q: Query,
  { candidate }: RolloutRow,
): Promise<ReadonlyMap<number, MachineExtremes>> {
  const rows = await q
    .selectFrom('ring_machines')
    .where('candidate', '=', candidate)
    .select(({ fn, eb }) => [
      'hook_id',
      fn.countAll<number>().as('machines'),
      fn.max<number>('failures').as('failures'),
      fn.max<number>('denies').as('denies'),
      fn.max<number>(eb('runs', '-', eb.ref('failures'))).as('unfailed'),
      fn.max<number>(eb('runs', '-', eb.ref('denies'))).as('undenied'),
    ])
    .groupBy('hook_id')
    .execute()
  return new Map(
    rows.map(({ hook_id, machines, failures, denies, unfailed, undenied }) => [
      Number(hook_id),
      {
        machines: Number(machines),
        failures: { mostBad: Number(failures), mostGood: Number(unfailed) },
        denies: { mostBad: Number(denies), mostGood: Number(undenied) },
      },
    ]),
  )
}

/** On the same period as the candidate if there are enough, and otherwise with the week before it. */
export async function readStableCounts(q: Query, { started_at }: RolloutRow): Promise<CountsByHook> {
  const since = (from: number) =>
    addUp(
      q
        .selectFrom('ring_hours')
        .where('candidate', '=', 0)
        .where('hour', '>=', from - (from % hourMs)),
    )
  const samePeriod = await since(started_at)
  if ((samePeriod.get(0)?.runs ?? 0) >= enoughDecisions) return samePeriod
  return since(started_at - daysBefore * dayMs)
}

async function addUp(rows: ReturnType<typeof selectHours>): Promise<CountsByHook> {
  const sums = await rows
    .select(({ fn }) => [
      'hook_id',
      fn.sum<number>('runs').as('runs'),
      fn.sum<number>('denies').as('denies'),
      fn.sum<number>('failures').as('failures'),
    ])
    .groupBy('hook_id')
    .execute()
  return new Map(
    sums.map(({ hook_id, runs, denies, failures }) => [
      hook_id,
      { runs: Number(runs), denies: Number(denies), failures: Number(failures) },
    ]),
  )
}

const selectHours = (q: Query) => q.selectFrom('ring_hours')
