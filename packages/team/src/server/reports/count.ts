/** Counts reports per hour in the transaction that stores them, so that each is counted exactly once. */
import { type RawBuilder, sql } from 'kysely'
import type { NewRow, Query } from '../store/index.ts'
import { hourOf } from './days.ts'
import type { ParsedDecision } from './shape.ts'

type DecisionHour = Omit<NewRow<'decision_hours'>, 'team_id'>
type RunHour = Omit<NewRow<'run_hours'>, 'team_id'>
export type RingHour = Omit<NewRow<'ring_hours'>, 'team_id'>
/** A count of one machine. */
export interface MachineRing {
  readonly device: string
  readonly row: RingHour
}
type RingMachine = Omit<NewRow<'ring_machines'>, 'team_id'>

/** The rows are sorted, so that two servers that count in the same rows never wait for each other in a circle. */
export const countReports = (
  q: Query,
  team: string,
  parsed: readonly ParsedDecision[],
  rings: readonly MachineRing[],
): readonly RawBuilder<unknown>[] => [
  ...countDecisions(q, team, parsed),
  ...countRings(q, team, rings),
  ...countMachines(q, team, rings),
  ...countRuns(q, team, parsed),
]

type Counting = readonly RawBuilder<unknown>[]

function countDecisions(q: Query, team: string, parsed: readonly ParsedDecision[]): Counting {
  const decisions = addUp(parsed.map(toDecisionHour), ['decisions'])
  if (decisions.length === 0) return []
  return [
    sql`insert into decision_hours (team_id, hour, event, agent, kind, failed, decisions)
      select ${team}, hour, event, agent, kind, failed, decisions
      from ${q.engine.rowSet('counted', decisionColumns, decisions)} where true
      on conflict (team_id, hour, event, agent, kind, failed)
      do update set decisions = decision_hours.decisions + excluded.decisions`,
  ]
}

function countRuns(q: Query, team: string, parsed: readonly ParsedDecision[]): Counting {
  const runs = addUp(
    parsed.flatMap((decision) => decision.runs.map(toRunHour)),
    ['runs', 'denies', 'failures'],
  )
  if (runs.length === 0) return []
  return [
    sql`insert into run_hours (team_id, hour, hook_id, rule, runs, denies, failures)
      select ${team}, hour, hook_id, rule, runs, denies, failures
      from ${q.engine.rowSet('counted', runColumns, runs)} where true
      on conflict (team_id, hour, hook_id, rule) do update set runs = run_hours.runs + excluded.runs,
        denies = run_hours.denies + excluded.denies, failures = run_hours.failures + excluded.failures`,
  ]
}

const decisionColumns = {
  hour: 'time',
  event: 'text',
  agent: 'text',
  kind: 'text',
  failed: 'integer',
  decisions: 'long',
} as const satisfies Record<keyof DecisionHour, string>

const runColumns = {
  hour: 'time',
  hook_id: 'long',
  rule: 'text',
  runs: 'long',
  denies: 'long',
  failures: 'long',
} as const satisfies Record<keyof RunHour, string>

const toDecisionHour = ({ decision: { at, event, agent, kind, failed } }: ParsedDecision): DecisionHour => {
  return { hour: hourOf(at), event, agent, kind, failed, decisions: 1 }
}

const toRunHour = ({ at, hook_id, rule, outcome, failure }: ParsedDecision['runs'][number]): RunHour => {
  const isDenied = outcome === 'deny' || outcome === 'blocked'
  return { hour: hourOf(at), hook_id, rule, runs: 1, denies: isDenied ? 1 : 0, failures: failure === '' ? 0 : 1 }
}

/** Counts by the hooks that the machine had. */
function countRings(q: Query, team: string, rings: readonly MachineRing[]): Counting {
  const rows = addUp(
    rings.map(({ row }) => row),
    ['runs', 'denies', 'failures'],
  )
  if (rows.length === 0) return []
  return [
    sql`insert into ring_hours (team_id, hour, revision, candidate, hook_id, runs, denies, failures)
    select ${team}, hour, revision, candidate, hook_id, runs, denies, failures
    from ${q.engine.rowSet('counted', ringColumns, rows)} where true
    on conflict (team_id, hour, revision, candidate, hook_id) do update set runs = ring_hours.runs + excluded.runs,
      denies = ring_hours.denies + excluded.denies, failures = ring_hours.failures + excluded.failures`,
  ]
}

const ringColumns = {
  hour: 'time',
  revision: 'long',
  candidate: 'long',
  hook_id: 'long',
  runs: 'long',
  denies: 'long',
  failures: 'long',
} as const satisfies Record<keyof RingHour, string>

/** For each machine with a candidate, so that one machine can neither stop a rollout nor hide that it goes wrong. */
function countMachines(q: Query, team: string, rings: readonly MachineRing[]): Counting {
  const rows = addUp(
    rings
      .filter(({ row }) => row.candidate !== 0)
      .map(({ device, row: { candidate, hook_id, runs, denies, failures } }): RingMachine => {
        return { candidate, hook_id, device_id: device, runs, denies, failures }
      }),
    ['runs', 'denies', 'failures'],
  )
  if (rows.length === 0) return []
  return [
    sql`insert into ring_machines (team_id, candidate, hook_id, device_id, runs, denies, failures)
    select ${team}, candidate, hook_id, device_id, runs, denies, failures
    from ${q.engine.rowSet('counted', machineColumns, rows)} where true
    on conflict (team_id, candidate, hook_id, device_id) do update set runs = ring_machines.runs + excluded.runs,
      denies = ring_machines.denies + excluded.denies, failures = ring_machines.failures + excluded.failures`,
  ]
}

const machineColumns = {
  candidate: 'long',
  hook_id: 'long',
  device_id: 'text',
  runs: 'long',
  denies: 'long',
  failures: 'long',
} as const satisfies Record<keyof RingMachine, string>

/** A decision without a run of a team's hook says nothing about the hooks that the machine had. */
export function toRingHours(parsed: ParsedDecision): readonly RingHour[] {
  return [...toEnforcedHours(parsed), ...toObservedHours(parsed)]
}

/** Runs that only observe count for their candidate, and not as decisions of it: they decide nothing yet. */
function toObservedHours({ decision, runs, ring, observing }: ParsedDecision): readonly RingHour[] {
  if (observing.candidate === 0 || observing.isForeign === true) return []
  return runs
    .filter(({ hook_id, position }) => hook_id > 0 && observing.positions.has(position))
    .map(({ hook_id, outcome, failure }) => ({
      ...{ hour: hourOf(decision.at), revision: ring?.revision ?? 0, candidate: observing.candidate, hook_id },
      ...{ runs: 1, denies: outcome === 'would-deny' ? 1 : 0, failures: failure === '' ? 0 : 1 },
    }))
}

function toEnforcedHours({ decision, runs, ring, observing }: ParsedDecision): readonly RingHour[] {
  const isObserved = (position: number) => observing.candidate > 0 && observing.positions.has(position)
  const teamRuns = runs.filter(({ hook_id, position }) => hook_id > 0 && !isObserved(position))
  if (teamRuns.length === 0 || ring === undefined) return []
  const hour = hourOf(decision.at)
  const rows = teamRuns.map((run) => {
    const { rule: _, ...counts } = toRunHour(run)
    return { ...counts, hour, ...ring }
  })
  const hasFailed = rows.some(({ failures }) => failures > 0)
  // A gate that a failed hook closed is a denial too.
  const hasDenied = decision.kind === 'deny' && (hasFailed || rows.some(({ denies }) => denies > 0))
  const whole = { runs: 1, denies: hasDenied ? 1 : 0, failures: hasFailed ? 1 : 0 }
  return [{ hour, ...ring, hook_id: 0, ...whole }, ...rows]
}

/** Merges the rows that differ only in these numbers, in a fixed order. */
function addUp<T extends object, K extends keyof T & string>(rows: readonly T[], numbers: readonly K[]): T[] {
  const sums = new Map<string, T>()
  const names = Object.keys(rows[0] ?? {}).filter((name) => !numbers.some((number) => number === name))
  for (const row of rows) {
    // These are the columns of a row.
    const key = JSON.stringify(names.map((name) => row[name as keyof T]))
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { ...row })
    // These columns are numbers.
    else for (const name of numbers) sum[name] = (Number(sum[name]) + Number(row[name])) as T[K]
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
