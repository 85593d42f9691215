/** What the newest records of a workspace say about each hook: read once, and again only when there is a newer one. */
import type { LogRecord, LogRun } from '@hookline/core/node'
import { hasFailed } from '../../log/words.ts'
import type { Scene } from './scene.ts'

/** So many records of the workspace: days of a person's work, milliseconds to read. */
const BACK = 2_000
/** So many records of all workspaces, which share the log. */
const SCAN = 10_000

export interface Recent {
  /** Of this workspace, newest first. */
  readonly records: readonly LogRecord[]
  /** Of this workspace, newest first, by entry id. */
  readonly runs: ReadonlyMap<string, readonly SeenRun[]>
  /** Entries that ran in another workspace: the same file there has the same ids. */
  readonly elsewhere: ReadonlySet<string>
}
export interface SeenRun {
  readonly record: LogRecord
  readonly run: LogRun
}

const known = new WeakMap<Scene, { readonly newest: string | undefined; readonly recent: Recent }>()

export async function recentOf(scene: Scene): Promise<Recent> {
  const { log, root } = scene
  const before = known.get(scene)
  const newest = (await log.query({ limit: 1 })).records[0]?.id
  if (before !== undefined && before.newest === newest) return before.recent
  const elsewhere = new Set<string>()
  const where = (record: LogRecord): boolean => {
    if (record.root === root) return true
    for (const { entry } of record.runs) elsewhere.add(entry.id)
    return false
  }
  const { records } = await log.query({ limit: BACK, scan: SCAN, where })
  const runs = new Map<string, SeenRun[]>()
  for (const record of records)
    for (const run of record.runs) {
      const list = runs.get(run.entry.id)
      if (list === undefined) runs.set(run.entry.id, [{ record, run }])
      else list.push({ record, run })
    }
  const recent = { records, runs, elsewhere }
  known.set(scene, { newest, recent })
  return recent
}

/** Its newest run failed. */
export const failsNow = ({ runs }: Recent, id: string): boolean => {
  const [last] = runs.get(id) ?? []
  return last !== undefined && hasFailed(last.run)
}

/** Of sorted or unsorted numbers; the nearest rank. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
}
