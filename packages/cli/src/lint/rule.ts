/** A rule: what it looks at, what it finds there, and how it is fixed where only one fix is possible. */
import type { Problem } from '@hookline/core/node'
import type { ProblemCode } from '@hookline/core/protocol'
import type { CodeContext, EntryContext, FileContext, ScriptContext, WorkspaceContext } from './context/context.ts'
import type { At, Edit } from './context/document.ts'

export type Fix =
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  /** Executable on disk, and in git's index where it is tracked. */
  | { readonly kind: 'mode'; readonly path: string; readonly inGit: boolean }

/** A problem as the linter reports it. */
export interface Finding extends Problem {
  readonly fix?: Fix
  /** Its line must not be printed. */
  readonly secret?: boolean
}

/** What a rule says; code, file and usual severity are added. */
export interface Found {
  readonly at: At
  readonly message: string
  readonly hint: string
  readonly severity?: Problem['severity']
  readonly fix?: Fix
  readonly secret?: boolean
}
/** Of a workspace: each at one of its entries. */
export type Placed = readonly (Found & { readonly context: EntryContext })[]
type Founds = readonly Found[] | Promise<readonly Found[]>

/** May not throw. */
export type Rule = { readonly code: ProblemCode } & (
  | { readonly looksAt: 'file'; find(context: FileContext): Founds }
  | { readonly looksAt: 'entry'; find(context: EntryContext): Founds }
  /** `readsLibraries`: also files that a script loads from beside it. */
  | { readonly looksAt: 'script'; readonly readsLibraries?: true; find(context: ScriptContext): Founds }
  | { readonly looksAt: 'code'; find(context: CodeContext): Founds }
  | { readonly looksAt: 'workspace'; find(context: WorkspaceContext): Placed | Promise<Placed> }
  /** What the reader reported: said better, or with a fix. Undefined leaves it as it is. */
  | { readonly looksAt: 'problem'; refine(problem: Problem, context: FileContext): Partial<Finding> | undefined }
)

export const edit = (...edits: readonly Edit[]): Fix => ({ kind: 'edit', edits })
