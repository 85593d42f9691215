/** How a team rolls out: the stages, their length, and the machines that go first. */
import { rolloutLimits } from '../../wire/rollout.ts'
import type { Actor } from '../actor.ts'
import { notFound, Refusal } from '../refusal.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { type RolloutSettingsRow, readPercentages, readRolloutSettings } from '../store/rollouts.ts'

const most = { stages: 10, minutes: 7 * 24 * 60 } as const

export interface NewSettings {
  readonly percentages: readonly number[]
  readonly minutes: number
  readonly automatic: boolean
}

export async function saveRolloutSettings(q: Query, actor: Actor, now: number, wanted: NewSettings): Promise<void> {
  checkSettings(wanted)
  const row: RolloutSettingsRow = {
    percentages: JSON.stringify(wanted.percentages),
    minutes: wanted.minutes,
    automatic: wanted.automatic ? 1 : 0,
  }
  const before = await readRolloutSettings(q)
  await q
    .insertInto('rollout_settings')
    .values({ team_id: actor.team, ...row })
    .onConflict((c) => c.column('team_id').doUpdateSet(row))
    .execute()
  await recordEvent(q, actor.team, now, {
    ...{ actor: actor.name, action: 'rollout.settings', target: actor.team, detail: { ...row, before } },
  })
}

function checkSettings({ percentages, minutes }: NewSettings): void {
  const { leastPercent, mostPercent } = rolloutLimits
  const isPercent = (value: number) => Number.isSafeInteger(value) && value >= leastPercent && value <= mostPercent
  const isRising = percentages.every((value, at) => isPercent(value) && value > (percentages[at - 1] ?? 0))
  if (!isRising || percentages.length > most.stages)
    throw new Refusal(
      'invalid',
      `percentages must be at most ${most.stages} rising numbers from ${leastPercent} to ${mostPercent}, got ${percentages.slice(0, 20).join(', ')}`,
    )
  if (!Number.isSafeInteger(minutes) || minutes < 1 || minutes > most.minutes)
    throw new Refusal('invalid', `minutes must be a number from 1 to ${most.minutes} (7 days), got ${minutes}`)
}

export async function describeSettings(q: Query) {
  const settings = await readRolloutSettings(q)
  const { n } = await q
    .selectFrom('devices')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('is_canary', '=', 1)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { minutes, automatic } = settings
  return { percentages: [...readPercentages(settings)], minutes, automatic: automatic === 1, canaries: n }
}

/** A rollout that is under way keeps the machines that it began with. */
export async function setCanary(
  q: Query,
  actor: Actor,
  now: number,
  device: string,
  isCanary: boolean,
): Promise<Row<'devices'>> {
  const row = await q
    .updateTable('devices')
    .set({ is_canary: isCanary ? 1 : 0 })
    .where('id', '=', device)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const action = isCanary ? 'device.canary-added' : 'device.canary-removed'
  await recordEvent(q, actor.team, now, { actor: actor.name, action, target: device, detail: { name: row.name } })
  return row
}
