/** Counts results by outcome. A file that cannot be read counts as failed. */
import type { FileResult, Totals } from '../read/types.ts'

export function countTotals(files: readonly FileResult[], durationMs: number): Totals {
  const results = files.flatMap((file) => file.results)
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  return {
    passed: count('passed'),
    failed: count('failed') + files.filter(({ problems }) => problems.length > 0).length,
    skipped: count('skipped'),
    durationMs,
  }
}
