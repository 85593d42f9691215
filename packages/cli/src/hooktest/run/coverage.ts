/** Measures which configured hooks ran in no case, and which branches of their matchers matched in no case. */
import type { Entry } from '@hookline/core/node'
import type { EntryFacts, FileResult } from '../read/types.ts'
import type { Workspace } from '../scratch/workspace.ts'
import { splitBranches } from './branches.ts'
import { entryFacts } from './execute.ts'

export interface Coverage {
  readonly entry: EntryFacts
  /** The number of cases in which it ran. */
  readonly cases: number
  readonly branches: readonly { readonly branch: string; readonly met: boolean }[]
}

export function measureCoverage(workspaces: readonly Workspace[], files: readonly FileResult[]): readonly Coverage[] {
  return workspaces.flatMap(({ root, entries }) => {
    const of = files.filter((file) => file.root === root)
    return entries.filter((entry) => entry.broken === undefined).map((entry) => measureEntry(entry, of))
  })
}

function measureEntry(entry: Entry, files: readonly FileResult[]): Coverage {
  const executions = files.flatMap(({ results }) => results.flatMap(({ execution }) => execution ?? []))
  const met = new Set(executions.flatMap(({ branches }) => branches[entry.id] ?? []))
  return {
    entry: entryFacts(entry),
    cases: executions.filter(({ runs }) => runs.some((run) => run.entry.id === entry.id)).length,
    branches:
      entry.matcher === undefined
        ? []
        : splitBranches(entry.matcher).map((branch) => ({ branch, met: met.has(branch) })),
  }
}
