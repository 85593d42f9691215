/** Runs every new case once. Cases that pass are written; the others are reported. */

import type { CaseResult, Execute, TestFile } from '../hooktest/read/types.ts'
import { runTestCase } from '../hooktest/run/run-case.ts'
import { openWorkspace } from '../hooktest/scratch/workspace.ts'
import type { Progress } from '../log/progress.ts'
import type { Unused } from '../replay/replay.ts'
import { oneLine } from '../text/plain.ts'
import type { RecordedCase } from './case.ts'
import type { Draft } from './gather.ts'

const TIMEOUT_MS = 60_000

export interface ProvedDrafts {
  readonly drafts: readonly Draft[]
  readonly unused: readonly Unused[]
}

export async function prove(
  drafts: readonly Draft[],
  root: string,
  {
    execute,
    progress,
    signal,
  }: { readonly execute: Execute; readonly progress: Progress; readonly signal: AbortSignal },
): Promise<ProvedDrafts> {
  const tests = drafts.map(
    ({ file, hook, cases }): TestFile => ({
      file,
      root,
      hook,
      links: [],
      cases: cases.map(({ test }) => test),
    }),
  )
  const workspace = await openWorkspace(root, tests)
  const unused: Unused[] = []
  const proved: Draft[] = []
  try {
    for (const [at, draft] of drafts.entries()) {
      const test = tests[at]
      const kept: RecordedCase[] = []
      for (const one of draft.cases) {
        if (test === undefined || signal.aborted) break
        const result = await runTestCase(one.test, { test, workspace, execute, timeoutMs: TIMEOUT_MS, updating: false })
        progress.step()
        if (result.outcome === 'passed') kept.push(declareDifferences(one, result))
        else unused.push({ record: one.record, unusable: whyNot(one, result) })
      }
      if (kept.length > 0) proved.push({ ...draft, cases: kept })
    }
  } finally {
    workspace.close()
  }
  return { drafts: proved, unused }
}

/** Declares the verdicts of other editions and agents that differ. */
function declareDifferences(one: RecordedCase, { comparisons = [] }: CaseResult): RecordedCase {
  const differs = comparisons
    .filter(({ ok, says }) => !ok && says !== 'error')
    .map(({ on, says }) => [on, says] as const)
  return differs.length === 0 ? one : { ...one, test: { ...one.test, differs: Object.fromEntries(differs) } }
}

function whyNot({ record }: RecordedCase, { reasons }: CaseResult): string {
  const first = oneLine(reasons[0] ?? '')
  const kept =
    record.redacted.length > 0
      ? ' (with the secret replaced)'
      : record.erased.length > 0
        ? ' (without private fields)'
        : ''
  return `it does not pass as a test today${kept}: ${first}`
}
