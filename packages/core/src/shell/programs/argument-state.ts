/** What a reading of arguments consists of, and how a word is added to it. */
import type { ShellWord } from '../types.ts'
import type { ArgumentKind, Effect, Grammar } from './grammar.ts'

/** What one word is to its program. A word with a glued value (`-ofile`) stands for the value. */
export interface Argument {
  /** Where the word stands among the arguments; the first after the program's name is 0. */
  readonly at: number
  /** The value: the word itself, or the part behind the option's letter or `=`. */
  readonly word: ShellWord
  readonly kind: ArgumentKind
  readonly language?: string
  /** The option that it is, or that it is a value of, by the option's first name in the row. */
  readonly option?: string
  /** Its place among the operands. */
  readonly position?: number
  /** Words with the same number are one command or one text. */
  readonly group?: number
}

export interface GivenOption {
  /** The first name in the row; for options the row does not know, the option as written. */
  readonly name: string
  readonly value?: ShellWord
}

export interface ReadArguments {
  /** The row that the last verb has. */
  readonly grammar: Grammar
  /** `remote`, `add` of `git remote add`. */
  readonly verbs: readonly string[]
  /** One for each word, in their order. */
  readonly all: readonly Argument[]
  /** Every option in order, clusters taken apart. */
  readonly options: readonly GivenOption[]
  readonly isDryRun: boolean
  /** Its output tells nothing of the content that it reads. */
  readonly isQuiet: boolean
  /** What becomes of its standard input. */
  readonly input: { readonly kind: string; readonly language?: string }
  readonly effects: ReadonlySet<Effect>
}

/** The reading so far. */
export interface ArgumentState {
  readonly words: readonly ShellWord[]
  readonly all: Argument[]
  readonly options: GivenOption[]
  /** The names of the options. */
  readonly given: Set<string>
  readonly verbs: string[]
  /** The rows whose options count, the innermost first. */
  rows: readonly Grammar[]
  /** Indexes into `all` of the operands whose kind is decided at the end. */
  readonly operands: number[]
  readonly dashed: number[]
  groups: number
}

/** Returns the place behind it. */
export function push(state: ArgumentState, at: number, word: ShellWord, about: Omit<Argument, 'at' | 'word'>): number {
  state.all.push({ at, word, ...about })
  return at + 1
}

export function give(state: ArgumentState, option: GivenOption): void {
  state.options.push(option)
  state.given.add(option.name)
}
