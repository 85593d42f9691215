/** The engine's own cases from the command line: the same files that the library's tests run. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { dialects } from '@hookline/core/dialects'
import { slowTest } from '@hookline/core/node'
import { type Case, runCase, runRealCase } from '@hookline/core/testing'
import type { CaseResult, FileResult } from './types.ts'

type Limit = <T>(act: () => Promise<T>) => Promise<T>

export async function runCasesFile(file: string, limit: Limit): Promise<FileResult> {
  const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]
  const results = await Promise.all(cases.map((one) => limit(() => runOne(one))))
  return { file, root: file, title: basename(file, '.json'), problems: [], results }
}

async function runOne(one: Case): Promise<CaseResult> {
  const started = performance.now()
  const wrong = await differencesOf(one)
  return {
    kind: 'case',
    name: one.note,
    line: 1,
    outcome: wrong.length === 0 ? 'passed' : 'failed',
    word: one.want.verdict ?? '',
    reasons: wrong,
    durationMs: performance.now() - started,
  }
}

async function differencesOf(one: Case): Promise<readonly string[]> {
  try {
    const wrong = await runCase(one, { dialects, slowTest })
    // A process for each hook, for the cases that ask for it.
    return one.real === true && wrong.length === 0 ? await runRealCase(one) : wrong
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)]
  }
}
