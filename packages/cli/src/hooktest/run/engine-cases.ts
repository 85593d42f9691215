/** The engine's own cases from the command line: the same files that the library's tests run. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { dialects } from '@hookline/core/dialects'
import { createRuleContext } from '@hookline/core/node'
import { type Case, type CaseHook, runCase, runRealCase } from '@hookline/core/testing'
import type { CaseResult, FileResult } from '../read/types.ts'

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

const notPlain = 'it cannot be run for real: "exit" is no whole number, "signal" no name of one, or the hook no command'

/** The scripts of a real case are Hookline's own, and nothing of a file that is not trusted may become a line of them. */
const isPlain = ({ entry, raw, again }: CaseHook): boolean =>
  (entry.type === undefined || entry.type === 'command') &&
  [raw, again].every(
    ({ exit = 0, signal = 'SIGTERM' } = {}) => Number.isInteger(exit) && /^SIG[A-Z0-9]+$/.test(String(signal)),
  )

async function differencesOf(one: Case): Promise<readonly string[]> {
  try {
    const wrong = await runCase(one, { dialects, rules: createRuleContext })
    // A process for each hook, for the cases that ask for it.
    if (one.real !== true || wrong.length > 0) return wrong
    return one.hooks.every(isPlain) ? await runRealCase(one) : [notPlain]
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)]
  }
}
