/** Sorts the records of the log into test files, and keeps the reason for each record that cannot be used. */

import type { LogRecord } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { buildInput } from '../hooktest/read/input.ts'
import type { TestCase } from '../hooktest/read/types.ts'
import { realOf } from '../log/real-path.ts'
import type { Unused } from '../replay/replay.ts'
import { caseOf, type RecordedCase } from './case.ts'
import type { Targets, TestTarget } from './targets.ts'

export interface Draft extends TestTarget {
  readonly cases: readonly RecordedCase[]
}
export interface Gathered {
  readonly drafts: readonly Draft[]
  readonly unused: readonly Unused[]
  /** Records of other workspaces. */
  readonly elsewhere: number
  /** Runs with the same input as a newer one. */
  readonly merged: number
}

export async function gather(
  records: AsyncIterable<LogRecord>,
  root: string,
  targets: Targets,
  signal: AbortSignal,
): Promise<Gathered> {
  const drafts = new Map<string, TestTarget & { readonly cases: Map<string, RecordedCase> }>()
  const unused: Unused[] = []
  let [elsewhere, merged] = [0, 0]
  for await (const record of records) {
    if (signal.aborted) break
    if (record.root === undefined || realOf(record.root) !== realOf(root)) {
      elsewhere += 1
      continue
    }
    for (const [at, run] of record.runs.entries()) {
      if (run.look === 2) continue
      const target = targets.of(run, record.event)
      const made = 'unusable' in target ? target : caseOf(record, at, record.root)
      if ('unusable' in target || 'unusable' in made) {
        unused.push({ record, unusable: 'unusable' in made ? made.unusable : '' })
        continue
      }
      const draft = drafts.get(target.file) ?? { ...target, cases: new Map() }
      drafts.set(target.file, draft)
      const key = caseKey(made.test)
      // The log is read newest first, so the first run with an input counts.
      if (draft.cases.has(key)) merged += 1
      else draft.cases.set(key, made)
    }
  }
  const all = [...drafts.values()].map((draft) => ({ ...draft, cases: [...draft.cases.values()].toReversed() }))
  return { drafts: all, unused, elsewhere, merged }
}

/** Two cases have the same key if a hook would read the same input. */
export const caseKey = ({ event, input, edition }: TestCase): string =>
  JSON.stringify([event, edition, sortKeys(buildInput(event, input, { root: '/root', contentOf: () => undefined }))])

const sortKeys = (input: JsonObject): unknown => Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1))
