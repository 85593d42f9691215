/** Keeps the state of each machine up to date: when it reports, when it polls again, and when time alone changes the state. */
import type { Context } from '../context.ts'
import { forEachTeam } from '../each-team.ts'
import type { Query } from '../store/index.ts'
import { assess, defaultQuietHours } from './assess.ts'
import { closeAlarmsOfRevoked, updateAlarms } from './update-alarms.ts'

const hourMs = 3_600_000

/** Call this in the transaction that changed the device or its agents. */
export async function reassess(q: Query, id: string, now: number): Promise<void> {
  const device = await q.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
  if (device === undefined) return
  const agents = await q.selectFrom('device_agents').selectAll().where('device_id', '=', id).execute()
  const settings = await q.selectFrom('alarm_settings').select('quiet_hours').executeTakeFirst()
  const { state, recheckAt } = assess(device, agents, (settings?.quiet_hours ?? defaultQuietHours) * hourMs, now)
  const isGuarded = state === 'guarded' || state === 'partly'
  const set = { coverage: state, recheck_at: recheckAt, ...(isGuarded ? { guarded_at: now } : {}) }
  await q.updateTable('devices').set(set).where('id', '=', id).execute()
  const wasGuarded = device.guarded_at > 0
  const canaryState = device.canary_state
  await updateAlarms(q, { team: device.team_id, id, state, canaryState, agents, wasGuarded }, now)
}

/** Few enough that a request does not wait long for the database. */
const batchSize = 100

/** After a start, machines need this long to sync again: they do so every 30 minutes. */
const settleMs = 45 * 60_000

/** Another replica may check the same machine at the same time, with the same result. */
export async function recheckDevices(context: Context): Promise<void> {
  const { store, now, startedAt } = context
  if (now() - startedAt < settleMs) return
  await store.acrossTeams((q) => closeAlarmsOfRevoked(q, now()))
  const due = await store.acrossTeams((q) => selectDue(q, now()).select('team_id').distinct().execute())
  let teams = due.map(({ team_id }) => team_id)
  // A batch of each team and then the next of each, so that a team with many machines does not delay the alarms of the others.
  while (teams.length > 0) {
    const unfinished: string[] = []
    await forEachTeam(context, teams, async (team) => {
      if (await store.inTeam(team, (q) => recheckBatch(q, now()))) unfinished.push(team)
    })
    teams = unfinished
  }
}

const selectDue = (q: Query, now: number) =>
  q.selectFrom('devices').where('recheck_at', '<=', now).where('revoked_at', 'is', null)

/** Returns true if there may be more. In the order of the ids, as reports lock machines: another order can cause a deadlock. */
async function recheckBatch(q: Query, now: number): Promise<boolean> {
  const due = await selectDue(q, now).select('id').orderBy('recheck_at').limit(batchSize).execute()
  for (const id of due.map((device) => device.id).sort()) await reassess(q, id, now)
  return due.length === batchSize
}
