/** Queries for the rollouts of a team. */
import type { Query } from './open.ts'
import type { Row } from './schema.ts'

export type RolloutRow = Row<'rollouts'>

/** A hook of the candidate: its version, and whether it is active. */
export interface CandidateHook {
  readonly id: number
  readonly version: number
  readonly active: boolean
}

export const readRunningRollout = (q: Query): Promise<RolloutRow | undefined> =>
  q.selectFrom('rollouts').selectAll().where('state', '=', 'running').executeTakeFirst()

export const readNewestRollout = (q: Query): Promise<RolloutRow | undefined> =>
  q.selectFrom('rollouts').selectAll().orderBy('candidate', 'desc').limit(1).executeTakeFirst()

// These columns hold JSON lists that this server wrote.
export const readCanaries = ({ canaries }: Pick<RolloutRow, 'canaries'>): readonly string[] =>
  JSON.parse(canaries) as string[]
// As above.
export const readCandidateList = ({ hooks }: RolloutRow): readonly CandidateHook[] =>
  JSON.parse(hooks) as CandidateHook[]
// As above.
export const readPercentages = ({ percentages }: Pick<RolloutRow, 'percentages'>): readonly number[] =>
  JSON.parse(percentages) as number[]

interface RolloutEnd {
  readonly state: 'finished' | 'stopped'
  readonly by: string
  readonly reason: string
}

/** Ends the rollout that is running, if there is one. */
export const endRollout = (q: Query, now: number, { state, by, reason }: RolloutEnd) =>
  q.updateTable('rollouts').set({ state, ended_at: now, ended_by: by, reason }).where('state', '=', 'running').execute()

export type RolloutSettingsRow = Omit<Row<'rollout_settings'>, 'team_id'>
const defaults: RolloutSettingsRow = { percentages: '[10,50]', minutes: 60, automatic: 1 }

export const readRolloutSettings = async (q: Query): Promise<RolloutSettingsRow> =>
  (await q.selectFrom('rollout_settings').select(['percentages', 'minutes', 'automatic']).executeTakeFirst()) ??
  defaults
