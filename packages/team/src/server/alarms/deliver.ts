/** Sends the messages that wait. Each is sent once, by one replica; one that fails is tried again for about a day. */
import { type AlarmChannel, alarmChannels } from '../../wire/alarms.ts'
import type { Context } from '../context.ts'
import { isSetUp } from '../coverage/update-alarms.ts'
import { forEachTeam } from '../each-team.ts'
import type { Query, Row } from '../store/index.ts'
import type { AlarmEvent } from './message.ts'
import { sendMessage } from './send.ts'
import { markDelivered, readAlarmSettings } from './settings.ts'

const minuteMs = 60_000
/** Longer than a message can take. If the process ends meanwhile, another sends it after this time. */
const leaseMs = 5 * minuteMs
const retryMs = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs)
const maxEvents = 100
/** A receiver that does not answer takes 15 seconds. The others that wait at the same time are sent meanwhile. */
const teamsAtOnce = 16
/** A team that has more after this time continues in the next run: alarms of other teams that came meanwhile wait for that. */
const turnMs = 10_000

export async function deliverAlarms(context: Context): Promise<void> {
  const waiting = await context.store.acrossTeams((q) =>
    q
      .selectFrom('deliveries')
      .select('team_id')
      .distinct()
      .where('done_at', '=', 0)
      .where('next_at', '<=', context.now())
      .execute(),
  )
  const teams = waiting.map(({ team_id }) => team_id)
  const deliver = async (team: string) => {
    const until = context.now() + turnMs
    for (const channel of alarmChannels) while ((await deliverBatch(context, team, channel)) && context.now() < until);
  }
  await forEachTeam(context, teams, deliver, teamsAtOnce)
}

/** Returns true if there may be more. */
async function deliverBatch(context: Context, team: string, channel: AlarmChannel): Promise<boolean> {
  const { store, now } = context
  const batch = await store.inTeam(team, (q) => claimBatch(q, channel, now()))
  if (batch === undefined) return false
  const { rows, settings, teamName, events } = batch
  const failure =
    settings === undefined || !isSetUp(settings, channel)
      ? 'this way of sending is no longer set up'
      : await sendMessage(context, channel, settings, { teamId: team, teamName, url: context.publicUrl(), events })
  await store.inTeam(team, async (q) => {
    await saveResult(q, rows, failure, now())
    if (failure === undefined) await markDelivered(q, now())
  })
  return failure === undefined && rows.length === maxEvents
}

async function claimBatch(q: Query, channel: AlarmChannel, now: number) {
  const due = q
    .selectFrom('deliveries')
    .select('id')
    .where('channel', '=', channel)
    .where('done_at', '=', 0)
    .where('next_at', '<=', now)
    .orderBy('created_at')
    .limit(maxEvents)
  const rows = await q
    .updateTable('deliveries')
    .set({ next_at: now + leaseMs })
    .where('id', 'in', due)
    // Another replica may have claimed it since the inner query.
    .where('next_at', '<=', now)
    .returningAll()
    .execute()
  if (rows.length === 0) return undefined
  const { name: teamName } = await q.selectFrom('teams').select('name').executeTakeFirstOrThrow()
  return { rows, settings: await readAlarmSettings(q), teamName, events: await readEvents(q, rows) }
}

async function readEvents(q: Query, rows: readonly Row<'deliveries'>[]): Promise<readonly AlarmEvent[]> {
  const alarms = await q
    .selectFrom('alarms')
    // An alarm about a rollout has no machine.
    .leftJoin('devices', 'devices.id', 'alarms.device_id')
    .select(['alarms.id', 'alarms.device_id', 'alarms.kind', 'alarms.agents', 'alarms.opened_at', 'alarms.resolved_at'])
    .select(['alarms.detail', 'devices.name'])
    .where(
      'alarms.id',
      'in',
      rows.map(({ alarm_id }) => alarm_id),
    )
    .execute()
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]))
  return rows
    .toSorted((a, b) => a.created_at - b.created_at)
    .flatMap(({ alarm_id, what }) => {
      const alarm = byId.get(alarm_id)
      if (alarm === undefined) return []
      return [
        {
          id: alarm_id,
          // Only the server writes this column.
          what: what as AlarmEvent['what'],
          kind: alarm.kind,
          deviceId: alarm.device_id,
          deviceName: alarm.name ?? '',
          detail: alarm.detail,
          // As does this one, with a JSON list.
          agents: JSON.parse(alarm.agents) as string[],
          openedAt: alarm.opened_at,
          resolvedAt: what === 'opened' ? 0 : alarm.resolved_at,
        },
      ]
    })
}

async function saveResult(
  q: Query,
  rows: readonly Row<'deliveries'>[],
  failure: string | undefined,
  now: number,
): Promise<void> {
  for (const { id, attempts } of rows) {
    const wait = retryMs[attempts]
    const isOver = failure === undefined || wait === undefined
    const set = {
      attempts: attempts + 1,
      failure: failure ?? '',
      done_at: isOver ? now : 0,
      next_at: now + (wait ?? 0),
    }
    await q.updateTable('deliveries').set(set).where('id', '=', id).execute()
  }
}
