/** Counts reports per hour in the transaction that stores them, so that each is counted exactly once. */
import type { NewRow, Query } from '../store/index.ts'
import { hourOf } from './days.ts'
import type { ParsedDecision } from './shape.ts'

/** The rows are sorted, so that two machines that count in the same rows never wait for each other in a circle. */
export async function countReports(q: Query, team: string, parsed: readonly ParsedDecision[]): Promise<void> {
  if (parsed.length === 0) return
  await q
    .insertInto('decision_hours')
    .values(addUp(parsed.map(toDecisionHour(team)), ['decisions']))
    .onConflict((c) =>
      c
        .columns(['team_id', 'hour', 'event', 'agent', 'kind', 'failed'])
        .doUpdateSet((e) => ({ decisions: e('decision_hours.decisions', '+', e.ref('excluded.decisions')) })),
    )
    .execute()
  const runs = parsed.flatMap((decision) => decision.runs.map(toRunHour(team)))
  if (runs.length === 0) return
  await countRings(q, team, parsed)
  await q
    .insertInto('run_hours')
    .values(addUp(runs, ['runs', 'denies', 'failures']))
    .onConflict((c) =>
      c.columns(['team_id', 'hour', 'hook_id', 'rule']).doUpdateSet((e) => ({
        runs: e('run_hours.runs', '+', e.ref('excluded.runs')),
        denies: e('run_hours.denies', '+', e.ref('excluded.denies')),
        failures: e('run_hours.failures', '+', e.ref('excluded.failures')),
      })),
    )
    .execute()
}

const toDecisionHour =
  (team_id: string) =>
  ({ decision }: ParsedDecision): NewRow<'decision_hours'> => {
    const { at, event, agent, kind, failed } = decision
    return { team_id, hour: hourOf(at), event, agent, kind, failed, decisions: 1 }
  }

const toRunHour =
  (team_id: string) =>
  ({ at, hook_id, rule, outcome, failure }: ParsedDecision['runs'][number]): NewRow<'run_hours'> => {
    const isDenied = outcome === 'deny' || outcome === 'blocked'
    const denies = isDenied ? 1 : 0
    return { team_id, hour: hourOf(at), hook_id, rule, runs: 1, denies, failures: failure === '' ? 0 : 1 }
  }

/** Counts by the hooks that the machine had. A decision without a run of a team's hook says nothing about them. */
async function countRings(q: Query, team: string, parsed: readonly ParsedDecision[]): Promise<void> {
  const rows = parsed.flatMap(toRingHours(team))
  if (rows.length === 0) return
  await q
    .insertInto('ring_hours')
    .values(addUp(rows, ['runs', 'denies', 'failures']))
    .onConflict((c) =>
      c.columns(['team_id', 'hour', 'revision', 'candidate', 'hook_id']).doUpdateSet((e) => ({
        runs: e('ring_hours.runs', '+', e.ref('excluded.runs')),
        denies: e('ring_hours.denies', '+', e.ref('excluded.denies')),
        failures: e('ring_hours.failures', '+', e.ref('excluded.failures')),
      })),
    )
    .execute()
}

const toRingHours =
  (team_id: string) =>
  ({ decision, runs, ring }: ParsedDecision): readonly NewRow<'ring_hours'>[] => {
    const teamRuns = runs.filter(({ hook_id }) => hook_id > 0)
    if (teamRuns.length === 0) return []
    const hour = hourOf(decision.at)
    const rows = teamRuns.map((run) => {
      const { rule: _, ...counts } = toRunHour(team_id)(run)
      return { ...counts, hour, ...ring }
    })
    const hasFailed = rows.some(({ failures }) => failures > 0)
    // A gate that a failed hook closed is a denial too.
    const hasDenied = decision.kind === 'deny' && (hasFailed || rows.some(({ denies }) => denies > 0))
    const whole = { runs: 1, denies: hasDenied ? 1 : 0, failures: hasFailed ? 1 : 0 }
    return [{ team_id, hour, ...ring, hook_id: 0, ...whole }, ...rows]
  }

/** Merges the rows that differ only in these numbers, in a fixed order. */
function addUp<T extends object, K extends keyof T & string>(rows: readonly T[], numbers: readonly K[]): T[] {
  const sums = new Map<string, T>()
  for (const row of rows) {
    const key = JSON.stringify(
      row,
      Object.keys(row).filter((name) => !numbers.some((number) => number === name)),
    )
    const before = sums.get(key)
    // These columns are numbers.
    const added = (name: K) => [name, Number(before?.[name] ?? 0) + Number(row[name])] as const
    sums.set(key, { ...row, ...Object.fromEntries(numbers.map(added)) })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
