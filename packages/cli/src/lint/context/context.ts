/** What a rule is shown: a file, an entry of it, a script that entries run, its code, or the whole workspace. */
import type { Agent } from '@hookline/core/agents'
import type { Entry, Problem, SourceName } from '@hookline/core/node'
import type { Reading } from '../code/reading.ts'
import type { CommandLine, NamedScript } from '../commands/command-line.ts'
import type { At, Document, Edit, Node } from './document.ts'
import type { Facts } from './facts.ts'

export interface FileContext {
  readonly document: Document
  readonly source: SourceName
  /** A hookline.json: no other host reads it. */
  readonly own: boolean
  /** The agent whose settings file this is; undefined for hooks.json and hookline.json. */
  readonly agent: Agent | undefined
  /** Others get it with the repository. */
  readonly shared: boolean
  /** The workspace; absent for the user's own files. */
  readonly root: string | undefined
  readonly problems: readonly Problem[]
  /** `line:column` of commands whose script the reader has already missed. */
  readonly scriptsNamed: ReadonlySet<string>
  /** Every `command` in the file, also of events that have no counterpart here. */
  readonly commands: readonly CommandText[]
  /** Every text in `args`. */
  readonly arguments: readonly CommandText[]
  readonly entries: readonly EntryContext[]
  readonly facts: Facts
}

/** The text of a `command`, with the places where its characters are written. */
export interface CommandText {
  readonly text: string
  readonly line: CommandLine
  at(index: number): At
  edit(start: number, end: number, text: string): Edit
}

export interface EntryContext {
  readonly entry: Entry
  readonly file: FileContext
  /** The entry's own object. */
  readonly node: Node | undefined
  /** The value of a key, of the entry or of its group in a file with groups. */
  value(key: string): Node | undefined
  /** Where that value stands; the entry itself where it does not. */
  at(key: string): At
  readonly command: CommandText | undefined
  readonly scripts: readonly UsedScript[]
}

export interface UsedScript extends NamedScript {
  /** Absolute; undefined where the command leaves it to a variable. Where the file was found, if that is elsewhere. */
  readonly path: string | undefined
  /** The command looks for it in another directory. */
  readonly moved: boolean
}

export interface ScriptContext {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  /** `bash`, `python3`, `node`: who reads it, by the command or its first line. */
  readonly language: string
  readonly uses: readonly { readonly context: EntryContext; readonly script: UsedScript }[]
  readonly facts: Facts
}

/** A program that entries run, in a file of its own or in the text of a command, as far as it could be read. */
export interface CodeContext {
  /** Where it is written: the script, or the hooks file. */
  readonly path: string
  readonly text: string
  readonly reading: Reading
  readonly contexts: readonly EntryContext[]
  /** Absent for the text of a command. */
  readonly script?: ScriptContext
  at(offset: number): At
}

export interface WorkspaceContext {
  readonly files: readonly FileContext[]
  readonly entries: readonly EntryContext[]
  readonly facts: Facts
}
