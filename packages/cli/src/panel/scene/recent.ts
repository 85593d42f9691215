/** Reads the newest records of a workspace, grouped by hook. The result is cached until there is a newer record. */
import type { LogRecord, LogRun } from '@hookline/core/node'
import { hasFailed } from '../../log/record-text.ts'
import type { Scene } from './scene.ts'

/** Records of the workspace: enough for days of work, and read in milliseconds. */
const MAX_RECORDS = 2_000
/** Records read to find them: all workspaces share the log. */
const MAX_SCANNED = 10_000

export interface Recent {
  /** Of this workspace, newest first. */
  readonly records: readonly LogRecord[]
  /** Of this workspace, newest first, by entry id. */
  readonly runs: ReadonlyMap<string, readonly RecordedRun[]>
  /** Entries that ran in another workspace. The same file has the same ids there. */
  readonly elsewhere: ReadonlySet<string>
}
export interface RecordedRun {
  readonly record: LogRecord
  readonly run: LogRun
}

const cache = new WeakMap<Scene, { readonly newest: string | undefined; readonly recent: Recent }>()

export async function readRecent(scene: Scene): Promise<Recent> {
  const { log, root } = scene
  const before = cache.get(scene)
  const newest = (await log.query({ limit: 1 })).records[0]?.id
  if (before !== undefined && before.newest === newest) return before.recent
  const elsewhere = new Set<string>()
  const where = (record: LogRecord): boolean => {
    if (record.root === root) return true
    for (const { entry } of record.runs) elsewhere.add(entry.id)
    return false
  }
  const { records } = await log.query({ limit: MAX_RECORDS, scan: MAX_SCANNED, where })
  const runs = new Map<string, RecordedRun[]>()
  for (const record of records)
    for (const run of record.runs) {
      const list = runs.get(run.entry.id)
      if (list === undefined) runs.set(run.entry.id, [{ record, run }])
      else list.push({ record, run })
    }
  const recent = { records, runs, elsewhere }
  cache.set(scene, { newest, recent })
  return recent
}

/** Whether the newest run of the hook failed. */
export const failsNow = ({ runs }: Recent, id: string): boolean => {
  const [last] = runs.get(id) ?? []
  return last !== undefined && hasFailed(last.run)
}

/** The percentile by the nearest-rank method. The values need not be sorted. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}
