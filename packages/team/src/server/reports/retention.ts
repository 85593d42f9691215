/**
 * Deletes old reports by the time of the decision, which is never after the time of arrival. The received numbers are stored
 * separately. A day that no team keeps is dropped as a whole if the engine stores reports by day.
 */
import type { Actor } from '../actor.ts'
import type { Context } from '../context.ts'
import { forEachTeam } from '../each-team.ts'
import { Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query } from '../store/index.ts'
import { dayMs, firstKeptDay } from './days.ts'

const retentionLimits = { least: 1, most: 400 } as const

/** Runs every hour, so that each run deletes few rows. */
export async function sweepReports(context: Context): Promise<void> {
  const { store, now } = context
  const teams = await store.acrossTeams((q) => q.selectFrom('teams').select(['id', 'retention_days']).execute())
  const firstDays = teams.map(({ id, retention_days }) => ({ id, day: firstKeptDay(retention_days, now()) }))
  if (firstDays.length > 0) await store.dropReportDays(Math.min(...firstDays.map(({ day }) => day)))
  const days = new Map(firstDays.map(({ id, day }) => [id, day]))
  await forEachTeam(context, [...days.keys()], (team) =>
    store.inTeam(team, (q) => deleteBefore(q, (days.get(team) ?? 0) * dayMs)),
  )
}

async function deleteBefore(q: Query, before: number): Promise<void> {
  await q.deleteFrom('runs').where('at', '<', before).execute()
  await q.deleteFrom('decisions').where('at', '<', before).execute()
  await q.deleteFrom('run_hours').where('hour', '<', before).execute()
  await q.deleteFrom('decision_hours').where('hour', '<', before).execute()
  await q.deleteFrom('ring_hours').where('hour', '<', before).execute()
  // Only a running rollout is judged by its machines.
  const running = q.selectFrom('rollouts').select('candidate').where('state', '=', 'running')
  await q.deleteFrom('ring_machines').where('candidate', 'not in', running).execute()
}

/** The next sweep deletes what is too old. What is deleted does not come back after a later change. */
export async function setRetention({ store, now }: Context, actor: Actor, days: number): Promise<void> {
  const { least, most } = retentionLimits
  if (!Number.isSafeInteger(days) || days < least || days > most)
    throw new Refusal('invalid', `days must be a number from ${least} to ${most}, got ${days}`)
  await store.inTeam(actor.team, async (q) => {
    const { retention_days: before } = await q.selectFrom('teams').select('retention_days').executeTakeFirstOrThrow()
    if (before === days) return
    await q.updateTable('teams').set({ retention_days: days }).execute()
    const detail = { days, before }
    await recordEvent(q, actor.team, now(), {
      actor: actor.name,
      action: 'retention.changed',
      target: actor.team,
      detail,
    })
  })
}
