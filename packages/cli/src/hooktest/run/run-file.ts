/** Runs one test file: its cases, and a line that compares the verdicts on all agents and editions. */
import { agents } from '../read/format.ts'
import type { CaseResult, Comparison, FileResult, TestFile } from '../read/types.ts'
import { type CaseContext, runTestCase } from './run-case.ts'

export async function runTestFile(test: TestFile, context: Omit<CaseContext, 'test'>): Promise<FileResult> {
  const cases = await Promise.all(test.cases.map((one) => runTestCase(one, { ...context, test })))
  return {
    file: test.file,
    root: test.root,
    title: context.workspace.titleOf(test),
    problems: [],
    results: [...cases, ...compareVerdicts(test, cases)],
  }
}

function compareVerdicts(test: TestFile, cases: readonly CaseResult[]): readonly CaseResult[] {
  const compared = cases.flatMap((one, at) =>
    (one.comparisons ?? []).map((comparison) => ({
      one,
      comparison,
      declared: test.cases[at]?.differs[comparison.on],
    })),
  )
  if (compared.length === 0) return []
  const wrong = compared.filter(({ comparison }) => !comparison.ok)
  const names = variantNames(compared.map(({ comparison }) => comparison))
  return [
    {
      kind: 'same-verdict',
      name: wrong.length === 0 ? `same verdict on ${names}` : 'the verdict differs between agents or editions',
      line: 1,
      outcome: wrong.length === 0 ? 'passed' : 'failed',
      word: '',
      reasons: wrong.map(({ one, comparison, declared }) => describeDifference(one, comparison, declared)),
      durationMs: 0,
    },
  ]
}

/** `cursor, claude · editions 2.4, 3` */
function variantNames(comparisons: readonly Comparison[]): string {
  const on = new Set(comparisons.map((comparison) => comparison.on))
  const names = agents.map(({ name }) => name).filter((name, at) => at === 0 || on.has(name))
  const others = [...on].filter((name) => !agents.some((agent) => agent.name === name)).toSorted()
  return `${names.join(', ')}${others.length === 0 ? '' : ` · ${others.length === 1 ? 'edition' : 'editions'} ${others.join(', ')}`}`
}

function describeDifference(one: CaseResult, { on, says, because }: Comparison, declared: string | undefined): string {
  const what = `${on} gives ${says} instead of ${declared ?? one.word}: ${one.name} (${because.replaceAll('<root>/', '')})`
  return declared === undefined
    ? `${what}. To accept it, add to the case: differs: { "${on}": ${says} }`
    : `${what}. Its differs has ${declared}`
}
