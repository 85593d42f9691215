/** The shape of a rule of `check`: what it checks, what it reports, and the fix where only one fix is possible. */
import type { Problem } from '@hookline/core/node'
import type { ProblemCode } from '@hookline/core/protocol'
import type { Edit, Position } from '../json-document.ts'
import type { CodeContext, EntryContext, FileContext, ScriptContext, WorkspaceContext } from './context/context.ts'

export type Fix =
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  /** Makes a script executable on disk and, if git tracks it, in git's index. */
  | { readonly kind: 'mode'; readonly path: string; readonly inGit: boolean }

/** A problem as `check` reports it. */
export interface Finding extends Problem {
  readonly fix?: Fix
  /** The line contains a secret, so reporters must not print it. */
  readonly secret?: boolean
}

/** What a rule returns. `lint` adds the code, the file and the default severity of the code. */
export interface RuleFinding {
  readonly at: Position
  readonly message: string
  readonly hint: string
  readonly severity?: Problem['severity']
  readonly fix?: Fix
  readonly secret?: boolean
}
/** What a rule on the whole workspace returns: each finding belongs to one entry. */
export type WorkspaceFindings = readonly (RuleFinding & { readonly context: EntryContext })[]
type RuleFindings = readonly RuleFinding[] | Promise<readonly RuleFinding[]>

/** A rule must not throw. `checks` says what it is called with: every file, every entry, every script and so on. */
export type Rule = { readonly code: ProblemCode } & (
  | { readonly checks: 'file'; find(context: FileContext): RuleFindings }
  | { readonly checks: 'entry'; find(context: EntryContext): RuleFindings }
  /** `readsLibraries`: the rule also checks files that a script loads from its own directory. */
  | { readonly checks: 'script'; readonly readsLibraries?: true; find(context: ScriptContext): RuleFindings }
  | { readonly checks: 'code'; find(context: CodeContext): RuleFindings }
  | { readonly checks: 'workspace'; find(context: WorkspaceContext): WorkspaceFindings | Promise<WorkspaceFindings> }
  /** Improves a problem that the config reader reported, with a better text or a fix. Undefined leaves it unchanged. */
  | { readonly checks: 'problem'; refine(problem: Problem, context: FileContext): Partial<Finding> | undefined }
)

export const editFix = (...edits: readonly Edit[]): Fix => ({ kind: 'edit', edits })
