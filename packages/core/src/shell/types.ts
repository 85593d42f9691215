/** What can be known of a shell command from its text alone. */

/** A word as the shell hands it over. */
export interface ShellWord {
  /** The value; parts that only running would tell stand as they were written (`$x`, `$(date)`). `$HOME` is `~`. */
  readonly text: string
  /** False when a part of it is not known from the text. */
  readonly known: boolean
  /** Has a wildcard that is not quoted. */
  readonly glob: boolean
}

/** One program with its arguments, wrappers taken off. */
export interface ShellCommand {
  /** The program's name without its directory; empty when the text does not tell. */
  readonly name: string
  /** The name as written, and the arguments. */
  readonly words: readonly ShellWord[]
  /** How it comes to run, from the outside in: `sudo`, `sh -c`, `$(…)`, `xargs`, `ssh build-host`. */
  readonly via: readonly string[]
  /** `NAME=value` in front of it. */
  readonly assignments: readonly { readonly name: string; readonly value: ShellWord }[]
  /** What reaches its standard input. */
  readonly stdin: ShellInput
  /** The directory it runs in where a `cd` before it says so; relative to where the whole began. */
  readonly cwd?: string
  /** Only words behind a program that is not known, which may or may not run them. A guard asks where it would refuse. */
  readonly guessed?: true
  /** Program text in another language that it is given (`python -c`, a here-document for `node`). */
  readonly code?: { readonly language: string; readonly text: string; readonly known: boolean }
}

export type ShellInput =
  | { readonly kind: 'none' }
  /** The output of these commands; `text` where it can be told. */
  | { readonly kind: 'pipe'; readonly from: readonly ShellCommand[]; readonly text?: string }
  | { readonly kind: 'text'; readonly text: string; readonly known: boolean }
  | { readonly kind: 'file'; readonly path: ShellWord }

export interface ShellFile {
  readonly path: ShellWord
  readonly how: 'read' | 'write' | 'append'
  /** The program whose output or input it is; empty for a group. */
  readonly by: string
  /** The directory it is opened in, where a `cd` before it says so. */
  readonly cwd?: string
}

export type DoubtKind =
  /** The parser found no shell in it. */
  | 'unparsable'
  /** Longer or nested deeper than is read. */
  | 'too-much'
  /** Which program runs is known only when it runs. */
  | 'unknown-program'
  /** Text that a shell will run is known only when it runs. */
  | 'unknown-code'
  /** Text that a shell will run was decoded first: what it says is hidden from the eye. */
  | 'decoded'
  /** It starts processes without end. */
  | 'endless'

export interface Doubt {
  readonly kind: DoubtKind
  readonly detail: string
  /** The programs whose output is the unknown part, where it is a substitution's or a pipe's. */
  readonly from: readonly string[]
}

export interface ShellReading {
  /** In the order of the text; a command inside another stands after it. */
  readonly commands: readonly ShellCommand[]
  /** Files that redirections open. */
  readonly files: readonly ShellFile[]
  /** What the reader could not tell. A guard falls to its strict side here. */
  readonly doubts: readonly Doubt[]
}
