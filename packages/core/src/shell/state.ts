/** What the reader carries along while it walks through a text, and what it has found so far. */
import type { SyntaxNode } from 'unbash'
import type { Budget } from './budget.ts'
import type { Doubt, ShellCommand, ShellFile, ShellInput, ShellWord } from './types.ts'
import type { Variables } from './words.ts'
import type { Made } from './written-files.ts'

export const MOST_DEPTH = 8
export const MOST_COMMANDS = 300

export interface Place {
  readonly budget: Budget
  readonly via: readonly string[]
  readonly depth: number
  readonly variables: Variables
  /** A branch, a loop or a part after `&&`: an assignment here may not happen. */
  readonly maybe: boolean
  /** Files and links that the text has made so far: it may run or follow them later. */
  readonly made: Made
  /** Replaced by `exec < file`, for the commands that follow in the same shell. */
  stdin: ShellInput
  /** In a loop without an end. */
  readonly endless?: boolean
  /** In the body of a function that is only defined here: what its arguments are, its calls tell. */
  readonly defining?: boolean
  /** In a text that is known in part, which is a doubt already. */
  readonly doubted?: boolean
  /** Words behind a program that is not known, which it may or may not run. */
  readonly guessed?: boolean
  /** Reads a text that a shell will run, as if it stood here. */
  readonly read: (text: string, place: Place, found: Found) => void
}

export interface Found {
  readonly commands: ShellCommand[]
  readonly files: ShellFile[]
  readonly doubts: Doubt[]
  /** Every value that the text gives to a variable, in the order of the text. */
  readonly assigned: { readonly name: string; readonly value: ShellWord }[]
  /** The bodies of its own functions. */
  readonly functions: Map<string, SyntaxNode>
}

export const nothing = (): Found => ({
  commands: [],
  files: [],
  doubts: [],
  assigned: [],
  functions: new Map(),
})

export const within = (place: Place, label: string, stdin: ShellInput = { kind: 'none' }): Place => ({
  ...place,
  via: [...place.via, label],
  depth: place.depth + 1,
  variables: ownVariables(place),
  stdin,
})

/** A shell of its own may set them without the one around it seeing it. */
export function ownVariables({ variables, budget }: Place): Variables {
  budget.spend(variables.size)
  return new Map(variables)
}
