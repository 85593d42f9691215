/** Where columns of a trial differ. Pure. */
import type { TryColumn } from '../../../wire/panel.ts'

export interface Differences {
  readonly decision: boolean
  readonly because: boolean
  readonly reply: boolean
  /** Ids of hooks that were not told the same in every column. */
  readonly hooks: ReadonlySet<string>
}

export function differences(columns: readonly TryColumn[]): Differences {
  const apart = (of: (column: TryColumn) => unknown) => new Set(columns.map((one) => JSON.stringify(of(one)))).size > 1
  const ids = new Set(columns.flatMap(({ runs, skipped }) => [...runs, ...skipped].map(({ hookId }) => hookId)))
  return {
    decision: apart(({ word, error }) => [word, error]),
    because: apart(({ because }) => because),
    reply: apart(({ reply }) => reply),
    hooks: new Set([...ids].filter((id) => apart((column) => toldOf(column, id)))),
  }
}

/** What became of a hook in a column; `null` where it was not even there. */
function toldOf({ runs, skipped }: TryColumn, id: string): unknown {
  const run = runs.find(({ hookId }) => hookId === id)
  if (run !== undefined) return ['ran', run.said, run.exit, run.stdout, run.stderr]
  const skip = skipped.find(({ hookId }) => hookId === id)
  return skip === undefined ? null : ['skipped', skip.why]
}

/** `They differ in: the decision, guard.sh` */
export function differencesSaid(found: Differences, columns: readonly TryColumn[]): string {
  const labels = new Map(columns.flatMap(({ runs, skipped }) => [...runs, ...skipped].map((one) => [one.hookId, one])))
  const parts = [
    ...(found.decision ? ['the decision'] : []),
    ...(found.because ? ['the reason'] : []),
    ...[...found.hooks].map((id) => labels.get(id)?.label ?? id),
    ...(found.reply ? ['what the agent is told'] : []),
  ]
  return parts.length === 0 ? 'All columns agree.' : `They differ in: ${parts.join(', ')}.`
}
