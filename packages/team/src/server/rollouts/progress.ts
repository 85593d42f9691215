/** How far a rollout has come: the machines it chose, those that have the candidate, and what they reported. */
import { readHooksOnMachines } from '../hooks/read-hooks-on-machines.ts'
import { findNextStage } from '../hooks/rollout/advance.ts'
import { createChooser } from '../hooks/rollout/chosen.ts'
import { isObserved } from '../hooks/rollout/observed.ts'
import { readCurrentHooks } from '../store/hooks.ts'
import type { Query } from '../store/index.ts'
import {
  type RolloutRow,
  readCanaries,
  readCandidateList,
  readNewestRollout,
  readPercentages,
} from '../store/rollouts.ts'
import { type CountsByHook, readCandidateCounts, readStableCounts } from './counts.ts'

export interface Progress {
  /** Machines that the stage chooses. */
  readonly devices: number
  /** Those of them that have the candidate. */
  readonly updated: number
  /** Chosen machines that refuse an update since the rollout began. */
  readonly refused: number
}

/** With more machines, the number that a percentage chooses is calculated and not counted. */
const countedDevices = 5000

export async function readProgress(q: Query, row: RolloutRow): Promise<Progress> {
  const enrolled = () => q.selectFrom('devices').where('revoked_at', 'is', null)
  const count = async (query: ReturnType<typeof enrolled>) =>
    (await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
  const isChosen = createChooser(row)
  // The server wrote this column, as a list of ids.
  const refusing = new Set(JSON.parse(row.refusing) as string[])
  const refusers = await enrolled()
    .select('id')
    .where('refused', '<>', '')
    .where('last_sync_at', '>=', row.started_at)
    .limit(countedDevices)
    .execute()
  return {
    devices: await countChosen(),
    updated: await countUpdated(),
    refused: refusers.filter(({ id }) => !refusing.has(id) && isChosen(id)).length,
  }

  /** Any machine can say that it has the candidate. */
  async function countUpdated(): Promise<number> {
    const updated = () => enrolled().where('candidate', '=', row.candidate)
    const ids = await updated().select('id').limit(countedDevices).execute()
    return ids.length < countedDevices ? ids.filter(({ id }) => isChosen(id)).length : count(updated())
  }

  async function countChosen(): Promise<number> {
    const total = await count(enrolled())
    const canaries = readCanaries(row)
    if (row.stage === 'observe') return total
    if (row.stage === 'percent' && total > countedDevices)
      return Math.max(canaries.length, Math.round((total * row.percent) / 100))
    const ids = await enrolled().select('id').limit(countedDevices).execute()
    return row.stage === 'canary' && total > countedDevices
      ? canaries.length
      : ids.filter(({ id }) => isChosen(id)).length
  }
}

/** Fewer decisions say nothing about a candidate, so a rollout waits for them before it advances by itself. */
const leastDecisions = 10

export function findMissing({ updated }: Progress, candidate: CountsByHook): string | undefined {
  const decisions = candidate.get(0)?.runs ?? 0
  if (updated === 0) return 'no machine has the candidate yet'
  if (decisions < leastDecisions)
    return `machines with the candidate have reported ${decisions} of ${leastDecisions} decisions`
  return undefined
}

export const dueAt = ({ stage_since, minutes }: RolloutRow): number => stage_since + minutes * 60_000

/** That hooks begin to decide is never a matter of time. */
export const isAutomatic = ({ automatic, stage }: Pick<RolloutRow, 'automatic' | 'stage'>): boolean =>
  automatic === 1 && stage !== 'observe'

const isoTime = (ms: number): string => (ms === 0 ? '' : new Date(ms).toISOString())

/** The rollout that is under way, or else the last one, as a message. */
export async function describeRollout(q: Query, now: number) {
  const row = await readNewestRollout(q)
  if (row === undefined) return undefined
  const progress = await readProgress(q, row)
  const [candidate, stable] = [await readCandidateCounts(q, row), await readStableCounts(q, row)]
  const isRunning = row.state === 'running'
  const next = findNextStage(row)
  const isTimed = isRunning && isAutomatic(row)
  const missing = isTimed && dueAt(row) <= now ? findMissing(progress, candidate) : undefined
  return {
    ...{ candidate: BigInt(row.candidate), state: row.state, stage: row.stage, percent: row.percent },
    ...{ author: row.author, note: row.note, endedBy: row.ended_by, reason: row.reason, minutes: row.minutes },
    ...{ startedAt: isoTime(row.started_at), stageSince: isoTime(row.stage_since), endedAt: isoTime(row.ended_at) },
    ...{ devices: progress.devices, updated: progress.updated },
    ...{ candidateCounts: toCounts(candidate), stableCounts: toCounts(stable) },
    automatic: row.automatic === 1,
    percentages: [...readPercentages(row)],
    nextAt: isTimed ? isoTime(dueAt(row)) : '',
    nextPercent: next?.percent ?? 0,
    nextStage: next?.stage ?? 'all',
    waitsFor: missing ?? '',
    observed: row.stage === 'observe' ? await describeObserved(q, row, candidate) : [],
  }
}

function toCounts(counts: CountsByHook) {
  const { runs = 0, denies = 0, failures = 0 } = counts.get(0) ?? {}
  return { decisions: BigInt(runs), denies: BigInt(denies), failures: BigInt(failures) }
}

/** Every hook that only observes, also if it has not run yet. */
async function describeObserved(q: Query, row: RolloutRow, counts: CountsByHook) {
  const stable = await readHooksOnMachines(q)
  const ids = readCandidateList(row)
    .filter((hook) => isObserved(hook, stable))
    .map(({ id }) => id)
  const names = new Map((await readCurrentHooks(q)).map(({ hook, version }) => [hook.id, version.script_name]))
  return ids.map((id) => {
    const { runs = 0, denies = 0, failures = 0 } = counts.get(id) ?? {}
    return {
      ...{ hookId: BigInt(id), name: names.get(id) ?? '' },
      ...{ runs: BigInt(runs), denies: BigInt(denies), failures: BigInt(failures) },
    }
  })
}
