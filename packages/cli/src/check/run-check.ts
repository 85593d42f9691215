/** Runs one check: reads the files, runs the rules, and keeps only the fixes that are allowed. */
import type { Facts } from '../lint/context/facts.ts'
import { mayFixIn } from '../lint/fix/may-fix.ts'
import { lint } from '../lint/lint.ts'
import type { Finding } from '../lint/rule.ts'
import type { ReaderResult } from './find.ts'

export interface CheckResult {
  readonly found: ReaderResult
  /** A finding has a fix only if `--fix` may apply it. */
  readonly findings: readonly Finding[]
}

/** With `only`, text is fixed in that file alone; scripts may be made executable anywhere in its workspace. */
export async function runCheck(find: () => Promise<ReaderResult>, facts: Facts, only?: string): Promise<CheckResult> {
  const found = await find()
  const text = mayFixIn(only ?? found.root)
  const mode = mayFixIn(found.root)
  const findings = (await lint(found, facts)).map((finding) => {
    const may = finding.fix?.kind === 'mode' ? mode : text
    if (finding.fix === undefined || may(finding)) return finding
    const { fix: _, ...rest } = finding
    return rest
  })
  return { found, findings }
}
