/** What a rule is called with: a file, an entry, a script that entries run, a program's code, or the whole workspace. */
import type { Agent } from '@hookline/core/agents'
import type { Entry, Problem, SourceName } from '@hookline/core/node'
import type { Document, Edit, Node, Position } from '../../json-document.ts'
import type { Reading } from '../code/reading.ts'
import type { CommandLine, NamedScript } from '../commands/command-line.ts'
import type { Facts } from './facts.ts'

export interface FileContext {
  readonly document: Document
  readonly source: SourceName
  /** True for a hookline.json, which no other host reads. */
  readonly own: boolean
  /** The agent that owns this settings file; undefined for hooks.json and hookline.json. */
  readonly agent: Agent | undefined
  /** The file is part of the repository, so other people get it too. */
  readonly shared: boolean
  /** The workspace; undefined for the user's own files. */
  readonly root: string | undefined
  readonly problems: readonly Problem[]
  /** `line:column` of commands for which the reader has already reported a missing script. */
  readonly reportedScripts: ReadonlySet<string>
  /** Every `command` in the file, including those under events that Hookline does not have. */
  readonly commands: readonly CommandText[]
  /** Every string in `args`. */
  readonly arguments: readonly CommandText[]
  readonly entries: readonly EntryContext[]
  readonly facts: Facts
}

/** The text of a `command`, with the position of each character in the file. */
export interface CommandText {
  readonly text: string
  readonly line: CommandLine
  at(index: number): Position
  edit(start: number, end: number, text: string): Edit
}

export interface EntryContext {
  readonly entry: Entry
  readonly file: FileContext
  /** The agent in whose format the hook is written: its file's, or that of `input`. Undefined for Hookline's own. */
  readonly agent: Agent | undefined
  /** The entry's own object. */
  readonly node: Node | undefined
  /** The value of a key in the entry, or in its group in a file with groups. */
  value(key: string): Node | undefined
  /** The position of that value, or of the entry if the key is missing. */
  at(key: string): Position
  readonly command: CommandText | undefined
  readonly scripts: readonly UsedScript[]
}

export interface UsedScript extends NamedScript {
  /** Absolute path where the file was found; undefined if a variable of the command decides. */
  readonly path: string | undefined
  /** The script exists, but not in the directory that the command names. */
  readonly moved: boolean
}

export interface ScriptContext {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  /** The interpreter by the command or the first line: `bash`, `python3`, `node`. */
  readonly language: string
  readonly uses: readonly { readonly context: EntryContext; readonly script: UsedScript }[]
  readonly facts: Facts
}

/** A program that entries run, in a script file or in the text of a command, as far as it could be analysed. */
export interface CodeContext {
  /** The file that contains it: the script or the hooks file. */
  readonly path: string
  readonly text: string
  readonly reading: Reading
  readonly contexts: readonly EntryContext[]
  /** Undefined for the text of a command. */
  readonly script?: ScriptContext
  at(offset: number): Position
}

export interface WorkspaceContext {
  readonly files: readonly FileContext[]
  readonly entries: readonly EntryContext[]
  readonly facts: Facts
}
