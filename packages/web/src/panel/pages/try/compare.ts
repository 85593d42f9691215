/** Finds the differences between the columns of a trial. Pure. */
import type { TryColumn } from '../../../wire/panel.ts'

export interface Differences {
  readonly decision: boolean
  readonly because: boolean
  readonly reply: boolean
  /** The ids of hooks whose result is not the same in every column. */
  readonly hooks: ReadonlySet<string>
}

export function findDifferences(columns: readonly TryColumn[]): Differences {
  const differs = (select: (column: TryColumn) => unknown) =>
    new Set(columns.map((column) => JSON.stringify(select(column)))).size > 1
  const ids = new Set(columns.flatMap(({ runs, skipped }) => [...runs, ...skipped].map(({ hookId }) => hookId)))
  return {
    decision: differs(({ word, error }) => [word, error]),
    because: differs(({ because }) => because),
    reply: differs(({ reply }) => reply),
    hooks: new Set([...ids].filter((id) => differs((column) => resultFor(column, id)))),
  }
}

/** The result of a hook in a column; `null` if the column does not have it. */
function resultFor({ runs, skipped }: TryColumn, id: string): unknown {
  const run = runs.find(({ hookId }) => hookId === id)
  if (run !== undefined) return ['ran', run.outcome, run.exit, run.stdout, run.stderr]
  const skip = skipped.find(({ hookId }) => hookId === id)
  return skip === undefined ? null : ['skipped', skip.why]
}

/** `Differences: the decision, guard.sh.` */
export function describeDifferences(found: Differences, columns: readonly TryColumn[]): string {
  const labels = new Map(
    columns.flatMap(({ runs, skipped }) => [...runs, ...skipped].map((hook) => [hook.hookId, hook])),
  )
  const parts = [
    ...(found.decision ? ['the decision'] : []),
    ...(found.because ? ['the reason'] : []),
    ...[...found.hooks].map((id) => labels.get(id)?.label ?? id),
    ...(found.reply ? ['the reply to the agent'] : []),
  ]
  return parts.length === 0 ? 'All columns agree.' : `Differences: ${parts.join(', ')}.`
}
