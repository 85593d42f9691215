/** Runs cases of the engine itself (`cases/**`), the same files that the tests of the library run. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { dialects } from '@hookline/core/dialects'
import { createRuleContext } from '@hookline/core/node'
import { type Case, type CaseHook, runCase, runRealCase } from '@hookline/core/testing'
import type { CaseResult, FileResult } from '../read/types.ts'

type Limit = <T>(act: () => Promise<T>) => Promise<T>

export async function runCasesFile(file: string, limit: Limit): Promise<FileResult> {
  // True enough: `find.ts` saw an array of objects with the keys of a case, and a wrong value fails its case.
  const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]
  const results = await Promise.all(cases.map((one) => limit(() => runOne(one))))
  return { file, root: file, title: basename(file, '.json'), problems: [], results }
}

async function runOne(one: Case): Promise<CaseResult> {
  const started = performance.now()
  const wrong = await runChecked(one)
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

const notSafe =
  'this case cannot run as a real process: "exit" must be a whole number, "signal" the name of a signal, and the hook a command'

/** A real case runs a generated script, and no text of an untrusted file may become part of it. */
const isSafe = ({ entry, raw, again }: CaseHook): boolean =>
  (entry.type === undefined || entry.type === 'command') &&
  [raw, again].every(
    ({ exit = 0, signal = 'SIGTERM' } = {}) => Number.isInteger(exit) && /^SIG[A-Z0-9]+$/.test(String(signal)),
  )

async function runChecked(one: Case): Promise<readonly string[]> {
  try {
    const wrong = await runCase(one, { dialects, rules: createRuleContext })
    // Cases with `real` run again, with a process for each hook.
    if (one.real !== true || wrong.length > 0) return wrong
    return one.hooks.every(isSafe) ? await runRealCase(one) : [notSafe]
  } catch (thrown) {
    return [thrown instanceof Error ? thrown.message : String(thrown)]
  }
}
