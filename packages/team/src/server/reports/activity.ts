/** Counts decisions over time and by hook. Buckets of an hour or more read the counts per hour and not the reports. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query } from '../store/index.ts'
import { hourMs } from './days.ts'
import { allowedKinds } from './explorer/filter.ts'
import { countHooks } from './hook-activity.ts'

const minute = 60

/** The length of the time span and of one bucket, in seconds. */
const spans: Readonly<Record<string, readonly [number, number]>> = {
  '1h': [60 * minute, minute],
  '1d': [24 * 60 * minute, 60 * minute],
  '7d': [7 * 24 * 60 * minute, 180 * minute],
  '30d': [30 * 24 * 60 * minute, 720 * minute],
}

export async function countActivity({ store, now }: Context, team: string, since: string) {
  const span = spans[since === '' ? '1d' : since]
  if (span === undefined)
    throw new Refusal('invalid', `since must be one of ${Object.keys(spans).join(', ')}, got ${JSON.stringify(since)}`)
  const [length, width] = span
  const widthMs = width * 1000
  const from = Math.floor((now() - length * 1000) / widthMs + 1) * widthMs
  const isByHour = widthMs >= hourMs
  return store.inTeam(team, async (q) => {
    const buckets = await readBuckets(q, team, from, widthMs, isByHour)
    const filled = Array.from({ length: length / width }, (_, n) => {
      const at = from + n * widthMs
      return { at: new Date(at).toISOString(), ...(buckets.get(at)?.counts ?? empty) }
    })
    const decisions = [...buckets.values()].reduce((sum, bucket) => sum + bucket.decisions, 0)
    const devices = await countDevices(q, from)
    const hooks = await countHooks(q, team, from, isByHour)
    return { bucketSeconds: BigInt(width), buckets: filled, hooks, decisions: BigInt(decisions), devices }
  })
}

const empty = { allow: 0n, deny: 0n, ask: 0n, fail: 0n }

/**
 * Counts decisions by result. A decision with a failed hook counts as failed and never as allowed, and one whose hooks were
 * paused as none of them. The `sql` text names the
 * team explicitly, because the team scope does not parse it.
 */
async function readBuckets(q: Query, team: string, from: number, widthMs: number, isByHour: boolean) {
  const width = sql.lit(widthMs)
  const source = isByHour
    ? sql`select hour as at, kind, failed, decisions as n from decision_hours where team_id = ${team} and hour >= ${from}`
    : sql`select at, kind, failed, 1 as n from decisions where team_id = ${team} and at >= ${from}`
  const { rows } = await sql<Record<'slot' | 'allow' | 'deny' | 'ask' | 'fail' | 'decisions', number>>`
    select at / ${width} as slot,
      sum(case when kind in (${sql.join(allowedKinds.map((kind) => sql.lit(kind)))}) and failed = 0 then n else 0 end) as allow,
      sum(case when kind = 'deny' then n else 0 end) as deny,
      sum(case when kind = 'ask' then n else 0 end) as ask,
      sum(case when failed = 1 then n else 0 end) as fail,
      sum(n) as decisions
    from (${source}) counted group by at / ${width}`.execute(q)
  return new Map(
    rows.map(({ slot, allow, deny, ask, fail, decisions }) => [
      slot * widthMs,
      { counts: { allow: BigInt(allow), deny: BigInt(deny), ask: BigInt(ask), fail: BigInt(fail) }, decisions },
    ]),
  )
}

/** The period ends now, so a device has a decision in it if its last decision is in it. */
const countDevices = async (q: Query, from: number): Promise<number> =>
  (
    await q
      .selectFrom('devices')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('last_decision_at', '>=', from)
      .executeTakeFirstOrThrow()
  ).n
