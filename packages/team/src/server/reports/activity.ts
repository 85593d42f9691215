/** Decisions over time and by hook, counted by the database. */
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import type { Query } from '../store/index.ts'

const minute = 60
/** How far back, and how wide a bucket is; in seconds. */
const spans: Readonly<Record<string, readonly [number, number]>> = {
  '1h': [60 * minute, minute],
  '1d': [24 * 60 * minute, 15 * minute],
  '7d': [7 * 24 * 60 * minute, 180 * minute],
  '30d': [30 * 24 * 60 * minute, 720 * minute],
}

export async function activitySince({ store, now }: Context, team: string, since: string) {
  const span = spans[since === '' ? '1d' : since]
  if (span === undefined) throw new Refusal('invalid', `since is one of ${Object.keys(spans).join(', ')}`)
  const [length, width] = span
  const widthMs = width * 1000
  const from = Math.floor((now() - length * 1000) / widthMs + 1) * widthMs
  return store.inTeam(team, async (q) => {
    const buckets = await bucketsOf(q, team, from, widthMs)
    const filled = Array.from({ length: length / width }, (_, n) => {
      const at = from + n * widthMs
      return { at: new Date(at).toISOString(), ...(buckets.get(at) ?? empty) }
    })
    const { decisions, devices } = await totals(q, from)
    const hooks = (await hooksOf(q, team, from)).map(hookActivity)
    return { bucketSeconds: BigInt(width), buckets: filled, hooks, decisions: BigInt(decisions), devices }
  })
}

const empty = { allow: 0n, deny: 0n, ask: 0n, fail: 0n }

/** A question that was refused is reported with the verdict `deny`; its rule says that a hook asked. */
const asked = sql`(verdict = 'ask' or rule in ('asked', 'nobody-to-ask'))`

/**
 * Decisions by what came of them. One in which a hook failed counts as failed, and never as allowed. What is in `sql` names
 * the team itself: the scope does not read it.
 */
async function bucketsOf(q: Query, team: string, from: number, widthMs: number) {
  const width = sql.lit(widthMs)
  const { rows } = await sql<Record<'slot' | 'allow' | 'deny' | 'ask' | 'fail', number>>`
    with failed as (
      select distinct device_id, sequence from runs
      where team_id = ${team} and at >= ${from} and failure <> ''
    )
    select at / ${width} as slot,
      sum(case when verdict <> 'deny' and not ${asked} and failed.sequence is null then 1 else 0 end) as allow,
      sum(case when verdict = 'deny' and not ${asked} then 1 else 0 end) as deny,
      sum(case when ${asked} then 1 else 0 end) as ask,
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

const totals = (q: Query, from: number) =>
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

/** Ranks of so many of the newest runs: all of them would keep everybody waiting where a team has millions. */
const mostRanked = 20_000

/** A rank of each run by its duration: the same on both engines, which agree on no percentile. */
async function hooksOf(q: Query, team: string, from: number): Promise<readonly HookCounts[]> {
  const { rows } = await sql<HookCounts>`
    with counted as (
      select hook_id, count(*) as runs,
        sum(case when outcome in ('deny', 'blocked') then 1 else 0 end) as denies,
        sum(case when failure <> '' then 1 else 0 end) as failures
      from runs where team_id = ${team} and at >= ${from} and hook_id > 0 group by hook_id
    ), newest as (
      select hook_id, duration_ms from runs where team_id = ${team} and at >= ${from} and hook_id > 0
      order by at desc limit ${sql.lit(mostRanked)}
    ), ranked as (
      select hook_id, duration_ms, row_number() over (partition by hook_id order by duration_ms) as place,
        count(*) over (partition by hook_id) as total
      from newest
    ), timed as (
      select hook_id, max(case when place = (total + 1) / 2 then duration_ms end) as p50,
        max(case when place = (total * 95 + 99) / 100 then duration_ms end) as p95
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

const hookActivity = ({ hook_id, script_name, runs, denies, failures, p50, p95 }: HookCounts) => ({
  hookId: BigInt(hook_id),
  scriptName: script_name ?? '',
  runs: BigInt(runs),
  denies: BigInt(denies),
  failures: BigInt(failures),
  p50Ms: p50,
  p95Ms: p95,
})
