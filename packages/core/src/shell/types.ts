/** What the text of a shell command reveals, without running it. */

/** A word as the shell passes it to the program. */
export interface ShellWord {
  /** The value. Parts that are known only at run time stay as they were written (`$x`, `$(date)`). `$HOME` is `~`. */
  readonly text: string
  /** False if a part of it is not known from the text. */
  readonly known: boolean
  /** Whether it has an unquoted wildcard. */
  readonly glob: boolean
}

/** One program with its arguments, without wrappers such as `sudo`. */
export interface ShellCommand {
  /** The program's name without its directory; empty if it is not known from the text. */
  readonly name: string
  /** The name as written, and the arguments. */
  readonly words: readonly ShellWord[]
  /** The chain of programs that start it, outermost first: `sudo`, `sh -c`, `$(…)`, `xargs`, `ssh build-host`. */
  readonly via: readonly string[]
  /** `NAME=value` in front of it. */
  readonly assignments: readonly { readonly name: string; readonly value: ShellWord }[]
  /** Its standard input. */
  readonly stdin: ShellInput
  /** The directory it runs in, if a `cd` before it sets one; relative to the directory of the whole command. */
  readonly cwd?: string
  /** Words after an unknown program, which may or may not run them. A guard asks where it would otherwise deny. */
  readonly guessed?: true
  /** Code in another language that it gets (`python -c`, a here-document for `node`). */
  readonly code?: { readonly language: string; readonly text: string; readonly known: boolean }
}

export type ShellInput =
  | { readonly kind: 'none' }
  /** The output of these commands; `text` if it can be computed. */
  | { readonly kind: 'pipe'; readonly from: readonly ShellCommand[]; readonly text?: string }
  | { readonly kind: 'text'; readonly text: string; readonly known: boolean }
  | { readonly kind: 'file'; readonly path: ShellWord }

export interface ShellFile {
  readonly path: ShellWord
  readonly how: 'read' | 'write' | 'append'
  /** The program that writes or reads the file; empty for a group of commands. */
  readonly by: string
  /** The directory in which it is opened, if a `cd` before it sets one. */
  readonly cwd?: string
}

export type DoubtKind =
  /** The parser cannot parse it as shell text. */
  | 'unparsable'
  /** It is too long or nested too deeply to be read. */
  | 'too-much'
  /** Which program runs is known only at run time. */
  | 'unknown-program'
  /** Text that a shell will run is known only at run time. */
  | 'unknown-code'
  /** Text that a shell will run is decoded first, so a person cannot read what it does. */
  | 'decoded'
  /** It starts processes endlessly. */
  | 'endless'

export interface Doubt {
  readonly kind: DoubtKind
  readonly detail: string
  /** The programs whose output is the unknown part, if it comes from a substitution or a pipe. */
  readonly from: readonly string[]
}

export interface ShellReading {
  /** In the order of the text; a nested command comes after the outer one. */
  readonly commands: readonly ShellCommand[]
  /** Files that redirections open. */
  readonly files: readonly ShellFile[]
  /** What the reader could not determine. A guard should then choose its strict side. */
  readonly doubts: readonly Doubt[]
}
