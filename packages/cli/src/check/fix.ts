/** `hookline check --fix`: applies the fixes that are unambiguous, and checks again until none is left. */
import { renderDiff } from '../lint/fix/diff.ts'
import { type FailedChange, makeChanges } from '../lint/fix/make.ts'
import { type Change, fileOf, planChanges } from '../lint/fix/plan.ts'
import type { Style } from '../text/style.ts'
import type { CheckResult } from './run-check.ts'

/** A fix may reveal what was not read before: the entries of a list, the script of a path. So several rounds may be needed. */
const MAX_ROUNDS = 8

export interface FixOptions {
  readonly dryRun: boolean
  check(): Promise<CheckResult>
  read(file: string): string | undefined
}
export interface FixResult {
  /** The result after the fixes. */
  readonly checked: CheckResult
  readonly changes: readonly Change[]
  readonly failed: readonly FailedChange[]
}

export async function applyFixes(first: CheckResult, options: FixOptions): Promise<FixResult> {
  let checked = first
  const changes: Change[] = []
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const planned = planChanges(checked.findings, options.read)
    if (planned.length === 0) break
    changes.push(...planned)
    if (options.dryRun) break
    const failed = await makeChanges(planned)
    checked = await options.check()
    if (failed.length > 0) return { checked, changes, failed }
  }
  return { checked, changes, failed: [] }
}

/** Describes the changes that were made, or would be made with `--dry-run`. */
export function describeFixes({ changes }: FixResult, dryRun: boolean, style: Style, cwd: string): string {
  if (changes.length === 0) return 'No problem here can be fixed automatically.\n\n'
  const files = new Set(changes.map(fileOf)).size
  const many = `${files} file${files === 1 ? '' : 's'}`
  return `${renderDiff(changes, style, cwd)}${dryRun ? `${many} would change; nothing was written.` : `${many} changed.`}\n\n`
}
