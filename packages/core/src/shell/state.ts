/** The state of the reader: the context at one point of the text, and the findings so far. */
import type { SyntaxNode } from 'unbash'
import type { Budget } from './budget.ts'
import type { Doubt, ShellCommand, ShellFile, ShellInput, ShellWord } from './types.ts'
import type { Variables } from './words.ts'
import type { CreatedFiles } from './written-files.ts'

export const MAX_DEPTH = 8
export const MAX_COMMANDS = 300

export interface ReadContext {
  readonly budget: Budget
  readonly via: readonly string[]
  readonly depth: number
  readonly variables: Variables
  /** What programs get from the text: `export A=b`. */
  readonly environment: Map<string, ShellWord>
  /** Inside a branch, a loop or after `||`: an assignment here may not happen. */
  readonly maybe: boolean
  /** Files and links that the text has created so far: it may run or follow them later. */
  readonly created: CreatedFiles
  /** `exec < file` replaces it for the following commands of the same shell. */
  stdin: ShellInput
  /** Inside an endless loop. */
  readonly endless?: boolean
  /** Inside the body of a function that is being defined: its arguments are known only when it is called. */
  readonly defining?: boolean
  /** Inside a text that is only partly known, which has already been reported as a doubt. */
  readonly doubted?: boolean
  /** Words after an unknown program, which it may or may not run. */
  readonly guessed?: boolean
  /** Reads a text that a shell will run, in the given context. */
  readonly read: (text: string, context: ReadContext, found: Findings) => void
}

export interface Findings {
  readonly commands: ShellCommand[]
  readonly files: ShellFile[]
  readonly doubts: Doubt[]
  /** Every value that the text gives to a variable, in the order of the text. */
  readonly assigned: { readonly name: string; readonly value: ShellWord }[]
  /** The bodies of the functions that the text defines. */
  readonly functions: Map<string, SyntaxNode>
}

export const noFindings = (): Findings => ({
  commands: [],
  files: [],
  doubts: [],
  assigned: [],
  functions: new Map(),
})

export const nestContext = (
  context: ReadContext,
  label: string,
  stdin: ShellInput = { kind: 'none' },
): ReadContext => ({
  ...context,
  via: [...context.via, label],
  depth: context.depth + 1,
  variables: copyVariables(context),
  environment: new Map(context.environment),
  stdin,
})

/** A copy for a subshell: its assignments do not affect the outer shell. */
export function copyVariables({ variables, budget }: ReadContext): Variables {
  budget.spend(variables.size)
  return new Map(variables)
}
