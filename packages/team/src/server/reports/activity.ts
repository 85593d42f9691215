/** Counts decisions over time and by hook in the database. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query } from '../store/index.ts'

const minute = 60
/** The length of the time span and of one bucket, in seconds. */
const spans: Readonly<Record<string, readonly [number, number]>> = {
  '1h': [60 * minute, minute],
  '1d': [24 * 60 * minute, 15 * minute],
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
  return store.inTeam(team, async (q) => {
    const buckets = await readBuckets(q, team, from, widthMs)
    const filled = Array.from({ length: length / width }, (_, n) => {
      const at = from + n * widthMs
      return { at: new Date(at).toISOString(), ...(buckets.get(at) ?? empty) }
    })
    const { decisions, devices } = await readTotals(q, from)
    const hooks = (await readHookCounts(q, team, from)).map(toHookActivity)
    return { bucketSeconds: BigInt(width), buckets: filled, hooks, decisions: BigInt(decisions), devices }
  })
}

const empty = { allow: 0n, deny: 0n, ask: 0n, fail: 0n }

/** A question that the user refused has the verdict `deny`. Its rule shows that a hook asked. */
const isAsked = sql`(verdict = 'ask' or rule in ('asked', 'nobody-to-ask'))`

/**
 * Counts decisions by result. A decision with a failed hook counts as failed and never as allowed. The `sql` text names the
 * team explicitly, because the team scope does not parse it.
 */
async function readBuckets(q: Query, team: string, from: number, widthMs: number) {
  const width = sql.lit(widthMs)
  const { rows } = await sql<Record<'slot' | 'allow' | 'deny' | 'ask' | 'fail', number>>`
    with failed as (
      select distinct device_id, sequence from runs
      where team_id = ${team} and at >= ${from} and failure <> ''
    )
    select at / ${width} as slot,
      sum(case when verdict <> 'deny' and not ${isAsked} and failed.sequence is null then 1 else 0 end) as allow,
      sum(case when verdict = 'deny' and not ${isAsked} then 1 else 0 end) as deny,
      sum(case when ${isAsked} then 1 else 0 end) as ask,
      sum(case when failed.sequence is null then 0 else 1 end) as fail
    from decisions
    left join failed on failed.device_id = decisions.device_id and failed.sequence = decisions.sequence
    where team_id = ${team} and at >= ${from} group by at / ${width}`.execute(q)
  return new Map(
    rows.map(({ slot, allow, deny, ask, fail }) => [
      slot * widthMs,
      { allow: BigInt(allow), deny: BigInt(deny), ask: BigInt(ask), fail: BigInt(fail) },
    ]),
  )
}

const readTotals = (q: Query, from: number) =>
  q
    .selectFrom('decisions')
    .select(({ fn }) => [fn.countAll<number>().as('decisions'), fn.count<number>('device_id').distinct().as('devices')])
    .where('at', '>=', from)
    .executeTakeFirstOrThrow()

interface HookCounts {
  readonly hook_id: number
  readonly script_name: string | null
  readonly runs: number
  readonly denies: number
  readonly failures: number
  readonly p50: number
  readonly p95: number
}

/** Ranks only this many of the newest runs: a team can have millions, and ranking them all takes too long. */
const maxRanked = 20_000

/** Ranks each run by its duration. This works on both engines, whose percentile functions differ. */
async function readHookCounts(q: Query, team: string, from: number): Promise<readonly HookCounts[]> {
  const { rows } = await sql<HookCounts>`
    with counted as (
      select hook_id, count(*) as runs,
        sum(case when outcome in ('deny', 'blocked') then 1 else 0 end) as denies,
        sum(case when failure <> '' then 1 else 0 end) as failures
      from runs where team_id = ${team} and at >= ${from} and hook_id > 0 group by hook_id
    ), newest as (
      select hook_id, duration_ms from runs where team_id = ${team} and at >= ${from} and hook_id > 0
      order by at desc limit ${sql.lit(maxRanked)}
    ), ranked as (
      select hook_id, duration_ms, row_number() over (partition by hook_id order by duration_ms) as position,
        count(*) over (partition by hook_id) as total
      from newest
    ), timed as (
      select hook_id, max(case when position = (total + 1) / 2 then duration_ms end) as p50,
        max(case when position = (total * 95 + 99) / 100 then duration_ms end) as p95
      from ranked group by hook_id
    )
    select counted.hook_id as hook_id, hook_versions.script_name as script_name, runs, denies, failures,
      coalesce(p50, 0) as p50, coalesce(p95, 0) as p95
    from counted
    left join timed on timed.hook_id = counted.hook_id
    left join hooks on hooks.team_id = ${team} and hooks.id = counted.hook_id
    left join hook_versions on hook_versions.team_id = ${team} and hook_versions.hook_id = hooks.id
      and hook_versions.version = hooks.version
    order by runs desc, counted.hook_id limit 200`.execute(q)
  return rows
}

const toHookActivity = ({ hook_id, script_name, runs, denies, failures, p50, p95 }: HookCounts) => ({
  hookId: BigInt(hook_id),
  scriptName: script_name ?? '',
  runs: BigInt(runs),
  denies: BigInt(denies),
  failures: BigInt(failures),
  p50Ms: p50,
  p95Ms: p95,
})
