/** Adds to decisions what a person needs to read them: the names of devices and hooks, and the runs. */
import type { Query, Row } from '../../store/index.ts'
import { readHookNames } from './hook-names.ts'

export interface DecisionRecord {
  readonly deviceId: string
  readonly deviceName: string
  readonly sequence: bigint
  readonly at: string
  readonly event: string
  readonly agent: string
  readonly decision: string
  readonly failed: boolean
  readonly reason: string
  readonly durationMs: number
  readonly runs: readonly {
    readonly hookId: bigint
    readonly hookName: string
    readonly source: string
    readonly rule: string
    readonly outcome: string
    readonly failure: string
    readonly durationMs: number
  }[]
}

export async function toRecords(q: Query, rows: readonly Row<'decisions'>[]): Promise<readonly DecisionRecord[]> {
  const runs = await readRuns(q, rows)
  const devices = await readDeviceNames(q, rows)
  const hooks = await readHookNames(q, [...new Set([...runs.values()].flat().map(({ hook_id }) => hook_id))])
  return rows.map((row) => ({
    deviceId: row.device_id,
    deviceName: devices.get(row.device_id) ?? '',
    sequence: BigInt(row.sequence),
    at: new Date(row.at).toISOString(),
    event: row.event,
    agent: row.agent,
    decision: row.kind,
    failed: row.failed === 1,
    reason: row.rule,
    durationMs: row.duration_ms,
    runs: (runs.get(keyOf(row)) ?? []).map((run) => toRunRecord(run, hooks)),
  }))
}

const toRunRecord = (run: Row<'runs'>, hooks: ReadonlyMap<number, string>): DecisionRecord['runs'][number] => ({
  hookId: BigInt(run.hook_id),
  hookName: hooks.get(run.hook_id) ?? '',
  source: run.source,
  rule: run.rule,
  outcome: run.outcome,
  failure: run.failure,
  durationMs: run.duration_ms,
})

type Key = Pick<Row<'runs'>, 'device_id' | 'at' | 'sequence'>
const keyOf = ({ device_id, at, sequence }: Key): string => `${device_id} ${at} ${sequence}`

/** So many conditions fit into one statement on both engines. */
const batchSize = 100

async function readRuns(q: Query, rows: readonly Row<'decisions'>[]): Promise<Map<string, Row<'runs'>[]>> {
  const runs = new Map<string, Row<'runs'>[]>()
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize)
    const times = batch.map(({ at }) => at)
    const found = await q
      .selectFrom('runs')
      .selectAll()
      .where('at', '>=', Math.min(...times))
      .where('at', '<=', Math.max(...times))
      .where((e) =>
        e.or(
          batch.map(({ device_id, at, sequence }) =>
            e.and([e('device_id', '=', device_id), e('at', '=', at), e('sequence', '=', sequence)]),
          ),
        ),
      )
      .orderBy('position')
      .execute()
    for (const run of found) runs.set(keyOf(run), [...(runs.get(keyOf(run)) ?? []), run])
  }
  return runs
}

async function readDeviceNames(q: Query, rows: readonly Row<'decisions'>[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ device_id }) => device_id))]
  if (ids.length === 0) return new Map()
  const devices = await q.selectFrom('devices').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(devices.map(({ id, name }) => [id, name]))
}
