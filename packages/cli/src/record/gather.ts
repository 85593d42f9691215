/** Walks the log and sorts what it holds into test files; what cannot be used is kept with the reason. */

import type { LogRecord } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import { buildInput } from '../hooktest/read/input.ts'
import type { TestCase } from '../hooktest/read/types.ts'
import { realOf } from '../log/real-path.ts'
import type { Unused } from '../replay/replay.ts'
import { caseOf, type RecordedCase } from './case.ts'
import type { Target, Targets } from './targets.ts'

export interface Draft extends Target {
  readonly cases: readonly RecordedCase[]
}
export interface Gathered {
  readonly drafts: readonly Draft[]
  readonly unused: readonly Unused[]
  /** Records of other workspaces. */
  readonly elsewhere: number
  /** Runs that said the same of the same as a newer one. */
  readonly merged: number
}

export async function gather(
  records: AsyncIterable<LogRecord>,
  root: string,
  targets: Targets,
  signal: AbortSignal,
): Promise<Gathered> {
  const drafts = new Map<string, Target & { readonly cases: Map<string, RecordedCase> }>()
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
      const key = sameness(made.test)
      // The log is read newest first: the first of its kind is what holds.
      if (draft.cases.has(key)) merged += 1
      else draft.cases.set(key, made)
    }
  }
  const all = [...drafts.values()].map((draft) => ({ ...draft, cases: [...draft.cases.values()].toReversed() }))
  return { drafts: all, unused, elsewhere, merged }
}

/** Two cases are the same when a hook would read the same. */
export const sameness = ({ event, input, edition }: TestCase): string =>
  JSON.stringify([event, edition, sorted(buildInput(event, input, { root: '/root', contentOf: () => undefined }))])

const sorted = (input: JsonObject): unknown => Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1))
