/** Opens and resolves the alarms of a machine, and queues the messages about them in the same transaction. */
import { type AlarmChannel, type AlarmKind, alarmChannels } from '../../wire/alarms.ts'
import type { CoverageState } from '../../wire/coverage.ts'
import { newId } from '../secrets.ts'
import type { Query, Row } from '../store/index.ts'
import { type Condition, findConditions } from './alarm-conditions.ts'
import type { AgentRow } from './assess.ts'

export interface AssessedDevice {
  readonly team: string
  readonly id: string
  readonly state: CoverageState
  readonly canaryState: string
  readonly agents: readonly AgentRow[]
  /** A machine that was never guarded raises no alarm. */
  readonly wasGuarded: boolean
}

export async function updateAlarms(q: Query, device: AssessedDevice, now: number): Promise<void> {
  const { id, state, canaryState, agents, wasGuarded } = device
  const open = await q
    .selectFrom('alarms')
    .selectAll()
    .where('device_id', '=', id)
    .where('resolved_at', '=', 0)
    .execute()
  if (!wasGuarded && open.length === 0) return
  const conditions = findConditions(state, canaryState, agents, now)
  const isOpen = (kind: AlarmKind) => open.some((alarm) => alarm.kind === kind)
  if (conditions === undefined) {
    if (!isOpen('quiet')) await openAlarm(q, device, { kind: 'quiet', agents: [] }, now)
    return
  }
  const gone = open.filter(({ kind }) => !conditions.some((condition) => condition.kind === kind))
  for (const alarm of gone) await resolveAlarm(q, alarm, now)
  for (const condition of conditions)
    if (wasGuarded && !isOpen(condition.kind)) await openAlarm(q, device, condition, now)
}

/** An alarm without a machine has an empty id, and a detail for people. */
export async function openAlarm(
  q: Query,
  { team, id }: Pick<AssessedDevice, 'team' | 'id'>,
  { kind, agents }: Condition,
  now: number,
  detail = '',
): Promise<void> {
  const alarm = { team_id: team, id: newId(), device_id: id, kind, agents: JSON.stringify(agents), detail }
  const { numInsertedOrUpdatedRows } = await q
    .insertInto('alarms')
    .values({ ...alarm, opened_at: now, resolved_at: 0 })
    // Another replica may have opened it.
    .onConflict((c) => c.columns(['team_id', 'device_id', 'kind', 'resolved_at']).doNothing())
    .executeTakeFirst()
  if ((numInsertedOrUpdatedRows ?? 0n) > 0n) await queueMessages(q, alarm, 'opened', now)
}

/** A person has published something else since, so the stopped rollout is no longer news. */
export async function resolveRolloutAlarms(q: Query, now: number): Promise<void> {
  const open = q.selectFrom('alarms').selectAll().where('kind', '=', 'rollout-stopped').where('resolved_at', '=', 0)
  for (const alarm of await open.execute()) await resolveAlarm(q, alarm, now)
}

async function resolveAlarm(q: Query, alarm: Row<'alarms'>, now: number): Promise<void> {
  const { numUpdatedRows } = await q
    .updateTable('alarms')
    .set({ resolved_at: now })
    .where('id', '=', alarm.id)
    .where('resolved_at', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await queueMessages(q, alarm, 'resolved', now)
}

/** Only for the channels that the team has set up by now. */
async function queueMessages(
  q: Query,
  { team_id, id }: Pick<Row<'alarms'>, 'team_id' | 'id'>,
  what: 'opened' | 'resolved',
  now: number,
): Promise<void> {
  const settings = await q.selectFrom('alarm_settings').selectAll().executeTakeFirst()
  const channels = settings === undefined ? [] : alarmChannels.filter((channel) => isSetUp(settings, channel))
  if (channels.length === 0) return
  const message = { team_id, alarm_id: id, what, created_at: now, attempts: 0, next_at: now, done_at: 0, failure: '' }
  await q
    .insertInto('deliveries')
    .values(channels.map((channel) => ({ ...message, id: newId(), channel })))
    .execute()
}

export const isSetUp = (settings: Row<'alarm_settings'>, channel: AlarmChannel): boolean =>
  channel === 'webhook' ? settings.webhook_url !== '' : settings.smtp_host !== ''

/** A machine that was revoked or left needs no guard. No message is sent about it. */
export async function closeAlarmsOfRevoked(q: Query, now: number): Promise<void> {
  await q
    .updateTable('alarms')
    .set({ resolved_at: now })
    .where('resolved_at', '=', 0)
    .where('device_id', 'in', (e) => e.selectFrom('devices').select('id').where('revoked_at', 'is not', null))
    .execute()
}
