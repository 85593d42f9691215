/** The result and the state of reading arguments. */
import type { ShellWord } from '../types.ts'
import type { ArgumentKind, Effect, Grammar } from './grammar.ts'

/** The meaning of one word to its program. For a word with an attached value (`-ofile`) it is the meaning of the value. */
export interface Argument {
  /** The index of the word; the first after the program's name is 0. */
  readonly at: number
  /** The value: the word itself, or the part after the option's letter or `=`. */
  readonly word: ShellWord
  readonly kind: ArgumentKind
  readonly language?: string
  /** The option that it is, or whose value it is, by the option's first name in the row. */
  readonly option?: string
  /** Its index among the operands. */
  readonly position?: number
  /** Words with the same number form one command or one text. */
  readonly group?: number
}

export interface GivenOption {
  /** The first name in the row; for an unknown option, the option as written. */
  readonly name: string
  readonly value?: ShellWord
}

export interface ReadArguments {
  /** The row of the last verb. */
  readonly grammar: Grammar
  /** `remote`, `add` of `git remote add`. */
  readonly verbs: readonly string[]
  /** One for each word, in their order. */
  readonly all: readonly Argument[]
  /** Every option in order, with clusters split. */
  readonly options: readonly GivenOption[]
  readonly isDryRun: boolean
  /** Its output does not reveal the content that it reads. */
  readonly isQuiet: boolean
  /** How it uses its standard input. */
  readonly input: { readonly kind: string; readonly language?: string }
  readonly effects: ReadonlySet<Effect>
}

/** The state while reading. */
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

/** The word at an index below `words.length`.
 * Callers check the index, so there always is a word. */
export const wordAt = ({ words }: ArgumentState, at: number): ShellWord => words[at] as ShellWord

/** Adds an argument, and returns the next index. */
export function push(state: ArgumentState, at: number, word: ShellWord, about: Omit<Argument, 'at' | 'word'>): number {
  state.all.push({ at, word, ...about })
  return at + 1
}

export function give(state: ArgumentState, option: GivenOption): void {
  state.options.push(option)
  state.given.add(option.name)
}
