/** Counts the runs of each hook, with the durations of the newest ones. */
import { sql } from 'kysely'
import type { Query } from '../store/index.ts'
import { dayMs } from './days.ts'

interface HookCounts {
  readonly hook_id: number
  readonly script_name: string
  readonly runs: number
  readonly denies: number
  readonly failures: number
  /** The time of the last run, or of the hour of it. */
  readonly newest: number
}

export async function countHooks(q: Query, team: string, from: number, isByHour: boolean) {
  const hooks = await readCounts(q, team, from, isByHour)
  const durations = await readDurations(q, team, from, hooks)
  return hooks.map(({ hook_id, script_name, runs, denies, failures }) => {
    const sorted = (durations.get(hook_id) ?? []).sort((a, b) => a - b)
    return {
      hookId: BigInt(hook_id),
      scriptName: script_name,
      runs: BigInt(runs),
      denies: BigInt(denies),
      failures: BigInt(failures),
      p50Ms: percentile(sorted, 50),
      p95Ms: percentile(sorted, 95),
    }
  })
}

/** Without hooks that the team never had: a machine may report any number. */
async function readCounts(q: Query, team: string, from: number, isByHour: boolean): Promise<readonly HookCounts[]> {
  const source = isByHour
    ? sql`select hook_id, hour as at, runs, denies, failures from run_hours
        where team_id = ${team} and hour >= ${from} and hook_id > 0`
    : sql`select hook_id, at, 1 as runs, case when outcome in ('deny', 'blocked') then 1 else 0 end as denies,
          case when failure <> '' then 1 else 0 end as failures from runs
        where team_id = ${team} and at >= ${from} and hook_id > 0`
  const { rows } = await sql<HookCounts>`
    with counted as (
      select hook_id, sum(runs) as runs, sum(denies) as denies, sum(failures) as failures, max(at) as newest
      from (${source}) each_run group by hook_id
    )
    select counted.*, hook_versions.script_name as script_name from counted
    join hooks on hooks.team_id = ${team} and hooks.id = counted.hook_id
    join hook_versions on hook_versions.team_id = ${team} and hook_versions.hook_id = hooks.id
      and hook_versions.version = hooks.version
    order by runs desc, counted.hook_id limit 200`.execute(q)
  return rows
}

/** Ranks only this many of the newest runs of each hook: a team can have millions. */
const maxRanked = 300

/** Reads the newest runs of all hooks with one statement, and each only from the last days of its hook. */
async function readDurations(q: Query, team: string, from: number, hooks: readonly HookCounts[]) {
  const durations = new Map<number, number[]>()
  if (hooks.length === 0) return durations
  const newest = hooks.map(({ hook_id, newest }) => {
    const since = Math.max(from, newest - dayMs)
    return sql`select hook_id, duration_ms from (select hook_id, duration_ms from runs
      where team_id = ${team} and hook_id = ${hook_id} and hook_id > 0 and at >= ${since}
      order by at desc limit ${sql.lit(maxRanked)}) each_hook`
  })
  const { rows } = await sql<{ hook_id: number; duration_ms: number }>`${sql.join(newest, sql` union all `)}`.execute(q)
  for (const { hook_id, duration_ms } of rows) {
    const known = durations.get(hook_id)
    if (known === undefined) durations.set(hook_id, [duration_ms])
    else known.push(duration_ms)
  }
  return durations
}

/** The smallest value that at least this part of all values does not exceed. */
const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0
