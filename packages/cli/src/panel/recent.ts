/** What the newest records say about each hook: read once, and again only when there is a newer one. */
import type { LogRecord, LogRun } from '@hookline/core/node'
import { hasFailed } from '../log/words.ts'
import type { Scene } from './scene.ts'

/** So many records back: days of a person's work, milliseconds to read. */
const BACK = 2_000

export interface Recent {
  /** Newest first. */
  readonly records: readonly LogRecord[]
  /** Newest first, by entry id. */
  readonly runs: ReadonlyMap<string, readonly SeenRun[]>
}
export interface SeenRun {
  readonly record: LogRecord
  readonly run: LogRun
}

const known = new WeakMap<Scene, Recent>()

export async function recentOf(scene: Scene): Promise<Recent> {
  const { log } = scene
  const before = known.get(scene)
  const [newest] = (await log.query({ limit: 1 })).records
  if (before !== undefined && before.records[0]?.id === newest?.id) return before
  const { records } = await log.query({ limit: BACK })
  const runs = new Map<string, SeenRun[]>()
  for (const record of records)
    for (const run of record.runs) {
      const list = runs.get(run.entry.id)
      if (list === undefined) runs.set(run.entry.id, [{ record, run }])
      else list.push({ record, run })
    }
  const recent = { records, runs }
  known.set(scene, recent)
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
