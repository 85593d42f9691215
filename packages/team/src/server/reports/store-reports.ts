/** Stores the reports of several machines of a team in one transaction that reads, writes and commits: each step is one round trip. */
import { type RawBuilder, sql } from 'kysely'
import { createChooser, type ReportedRollout, readReportedRollouts } from '../hooks/rollout/chosen.ts'
import type { NewRow, Query } from '../store/index.ts'
import { readRunningRollout } from '../store/rollouts.ts'
import { countReports, type MachineRing, toRingHours } from './count.ts'
import { dayOf, firstKeptDay } from './days.ts'
import { type CountedHour, formatCounted, parseCounted, takeCounted } from './machine-bound.ts'
import { type MergedSequences, mergeSequences, type Range } from './ranges.ts'
import type { ParsedDecision } from './shape.ts'

export interface MachineReport {
  readonly device: string
  readonly parsed: readonly ParsedDecision[]
  readonly receivedAt: number
}

export interface StoredReport extends MergedSequences {
  /** The decisions that were stored: new ones that are not too old. */
  readonly parsed: readonly ParsedDecision[]
}

interface DeviceState {
  readonly id: string
  readonly retentionDays: number
  accepted: number
  missing: readonly Range[]
  lastDecisionAt: number
  readonly counted: CountedHour
}

/** The results have the order of the reports. A machine that does not exist has none. */
export async function storeReports(
  q: Query,
  team: string,
  reports: readonly MachineReport[],
): Promise<readonly (StoredReport | undefined)[]> {
  const devices = await lockDevices(q, [...new Set(reports.map(({ device }) => device))])
  const fresh: { readonly report: MachineReport; readonly parsed: readonly ParsedDecision[] }[] = []
  const merged = reports.map((report) => {
    const device = devices.get(report.device)
    if (device === undefined) return undefined
    const arrived = mergeReport(device, report)
    fresh.push({ report, parsed: arrived.parsed })
    return arrived
  })
  const decisions = fresh.flatMap(({ report, parsed }) =>
    parsed.map(({ decision }) => ({ device_id: report.device, received_at: report.receivedAt, ...decision })),
  )
  const runs = fresh.flatMap(({ report, parsed }) =>
    parsed.flatMap((decision) => decision.runs.map((run) => ({ device_id: report.device, ...run }))),
  )
  const rings = await findRings(q, fresh, devices)
  const isChanged = reports.some(({ parsed }) => parsed.length > 0)
  await q.engine.writeTogether(q, [
    ...insertRows(q, team, 'decisions', decisionColumns, decisions),
    ...insertRows(q, team, 'runs', runColumns, runs),
    ...(isChanged ? [updateDevices(q, team, [...devices.values()])] : []),
    // Last, because servers that store for the same team wait for each other from here to the commit.
    ...countReports(
      q,
      team,
      fresh.flatMap(({ parsed }) => parsed),
      rings,
    ),
  ])
  return merged
}

/**
 * What counts for a rollout: not what a machine says about a candidate that it was never given, because any machine could stop or
 * advance a rollout; nor what a machine with the candidate says about the stable hooks, which it could make look bad; nor more
 * than the bound of one machine.
 */
async function findRings(
  q: Query,
  fresh: readonly { readonly report: MachineReport; readonly parsed: readonly ParsedDecision[] }[],
  devices: ReadonlyMap<string, DeviceState>,
): Promise<readonly MachineRing[]> {
  const claimed = fresh.flatMap(({ parsed }) =>
    parsed.flatMap(({ ring, observing }) => [ring?.candidate ?? 0, observing.candidate]),
  )
  const rollouts = await readReportedRollouts(
    q,
    [...new Set(claimed)].filter((candidate) => candidate !== 0),
  )
  const running = await readRunningRollout(q)
  const hasCandidate = running === undefined || running.stage === 'observe' ? () => false : createChooser(running)
  return fresh.flatMap(({ report: { device, receivedAt }, parsed }) => {
    const rows = parsed.flatMap((one) => toRingHours(dropForeign(one, device, rollouts, hasCandidate)))
    const state = devices.get(device)
    return state === undefined ? [] : takeCounted(state.counted, rows, receivedAt).map((row) => ({ device, row }))
  })
}

function dropForeign(
  decision: ParsedDecision,
  device: string,
  rollouts: ReadonlyMap<number, ReportedRollout>,
  hasCandidate: (device: string) => boolean,
): ParsedDecision {
  const { ring, observing, ...rest } = decision
  const rollout = rollouts.get(ring?.candidate ?? 0)
  const isOwn =
    ring?.candidate === 0 ? !hasCandidate(device) : rollout?.isObserved === false && rollout.isChosen(device)
  const isForeign = observing.candidate !== 0 && rollouts.get(observing.candidate)?.isObserved !== true
  return {
    ...{ ...rest, observing: isForeign ? { ...observing, isForeign } : observing },
    ...(isOwn && ring !== undefined ? { ring } : {}),
  }
}

/** Handles the reports of one machine one after the other. The order keeps two servers from waiting for each other in a circle. */
async function lockDevices(q: Query, ids: readonly string[]): Promise<ReadonlyMap<string, DeviceState>> {
  const rows = await q
    .selectFrom('devices')
    .select(['id', 'accepted_sequence', 'missing', 'last_decision_at', 'counted'])
    .select(sql<number>`(select retention_days from teams where teams.id = devices.team_id)`.as('retention_days'))
    .where('id', 'in', ids)
    .orderBy('id')
    .modifyEnd(q.engine.forUpdate)
    .execute()
  return new Map(
    rows.map(({ id, retention_days, accepted_sequence, missing, last_decision_at, counted }) => [
      id,
      {
        id,
        retentionDays: retention_days,
        accepted: accepted_sequence,
        // The column holds a JSON list of ranges.
        missing: JSON.parse(missing) as Range[],
        lastDecisionAt: last_decision_at,
        counted: parseCounted(counted),
      },
    ]),
  )
}

/** Changes the state of the machine, and returns what has to be stored. */
function mergeReport(device: DeviceState, { parsed, receivedAt }: MachineReport) {
  const sequences = parsed.map(({ decision }) => decision.sequence)
  const arrived = mergeSequences(device.accepted, device.missing, sequences)
  const firstDay = firstKeptDay(device.retentionDays, receivedAt)
  const isFresh = new Set(arrived.fresh)
  const kept = parsed.filter(({ decision }) => isFresh.delete(decision.sequence) && dayOf(decision.at) >= firstDay)
  device.accepted = arrived.accepted
  device.missing = arrived.missing
  device.lastDecisionAt = kept.reduce((last, { decision }) => Math.max(last, decision.at), device.lastDecisionAt)
  return { ...arrived, parsed: kept }
}

const decisionColumns = {
  device_id: 'text',
  sequence: 'long',
  at: 'time',
  received_at: 'time',
  event: 'text',
  verdict: 'text',
  rule: 'text',
  agent: 'text',
  duration_ms: 'real',
  kind: 'text',
  failed: 'integer',
} as const satisfies Record<Exclude<keyof NewRow<'decisions'>, 'team_id'>, string>

const runColumns = {
  device_id: 'text',
  sequence: 'long',
  position: 'integer',
  at: 'time',
  hook_id: 'long',
  source: 'text',
  fingerprint: 'text',
  outcome: 'text',
  failure: 'text',
  duration_ms: 'real',
  rule: 'text',
} as const satisfies Record<Exclude<keyof NewRow<'runs'>, 'team_id'>, string>

/** The `sql` text names the team explicitly, because the team scope does not parse it. */
function insertRows<T extends object>(
  q: Query,
  team: string,
  table: 'decisions' | 'runs',
  columns: Readonly<Record<keyof T & string, string>>,
  rows: readonly T[],
): readonly RawBuilder<unknown>[] {
  if (rows.length === 0) return []
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)))
  return [
    sql`insert into ${sql.table(table)} (team_id, ${names}) select ${team}, ${names}
      from ${q.engine.rowSet<T>('fresh', columns, rows)}`,
  ]
}

function updateDevices(q: Query, team: string, devices: readonly DeviceState[]): RawBuilder<unknown> {
  const rows = devices.map(({ id, accepted, missing, lastDecisionAt, counted }) => {
    return { id, accepted, missing: JSON.stringify(missing), lastDecisionAt, counted: formatCounted(counted) }
  })
  const columns = { id: 'text', accepted: 'long', missing: 'text', lastDecisionAt: 'time', counted: 'text' } as const
  return sql`update devices set accepted_sequence = changed.accepted, missing = changed.missing,
      last_decision_at = changed."lastDecisionAt", counted = changed.counted
    from ${q.engine.rowSet('changed', columns, rows)}
    where devices.team_id = ${team} and devices.id = changed.id`
}
