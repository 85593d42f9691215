/** What a rule is shown: a file, an entry of it, a script that entries run, or the whole workspace. */
import { posix, win32 } from 'node:path'
import type { Entry, Problem, SourceName } from '@hookline/core/node'
import { type CommandLine, type NamedScript, readCommandLine } from './command-line.ts'
import {
  type At,
  type Document,
  type Edit,
  escaped,
  itemsOf,
  memberOf,
  membersOf,
  type Node,
  objectAt,
  placesIn,
} from './document.ts'
import type { Facts } from './facts.ts'

export interface FileContext {
  readonly document: Document
  readonly source: SourceName
  /** A hookline.json: no other host reads it. */
  readonly own: boolean
  readonly claude: boolean
  /** Others get it with the repository. */
  readonly shared: boolean
  /** The workspace; absent for the user's own files. */
  readonly root: string | undefined
  readonly problems: readonly Problem[]
  /** Every `command` in the file, also of events that have no counterpart here. */
  readonly commands: readonly CommandText[]
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
  /** The value of a key, of the entry or of its group in a Claude Code file. */
  value(key: string): Node | undefined
  /** Where that value stands; the entry itself where it does not. */
  at(key: string): At
  readonly command: CommandText | undefined
  readonly scripts: readonly UsedScript[]
}

export interface UsedScript extends NamedScript {
  /** Absolute; undefined where the command leaves it to a variable. */
  readonly path: string | undefined
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

export interface WorkspaceContext {
  readonly files: readonly FileContext[]
  readonly entries: readonly EntryContext[]
  readonly facts: Facts
}

const sharedSources: ReadonlySet<SourceName> = new Set(['project', 'claude-project', 'plugin'])

export interface FileFacts {
  readonly source: SourceName
  readonly root: string | undefined
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  readonly facts: Facts
}

export function fileContext(document: Document, given: FileFacts): FileContext {
  const { source, facts, problems } = given
  const commands = commandNodes(document.tree).map((node) => ({ node, text: commandText(document, node, facts) }))
  const context: FileContext = {
    document,
    source,
    own: posixName(document.file) === 'hookline.json',
    claude: source.startsWith('claude-'),
    shared: sharedSources.has(source),
    root: given.root,
    problems,
    commands: commands.map(({ text }) => text),
    entries: [],
    facts,
  }
  const textOf = (node: Node | undefined) => commands.find((one) => one.node === node)?.text
  const entries = given.entries.map((entry) => entryContext(entry, context, textOf))
  return Object.assign(context, { entries })
}

const posixName = (file: string): string | undefined => file.split(/[\\/]/).at(-1)

function entryContext(
  entry: Entry,
  file: FileContext,
  textOf: (node: Node | undefined) => CommandText | undefined,
): EntryContext {
  const { document, facts } = file
  const offset = document.offset({ line: entry.origin.line ?? 1, column: entry.origin.column ?? 1 })
  const node = objectAt(document.tree, offset)
  const group = file.claude ? node?.parent?.parent?.parent : undefined
  const value = (key: string) => (memberOf(node, key) ?? memberOf(group, key))?.value
  const command = entry.type === 'command' ? textOf(value('command')) : undefined
  return {
    entry,
    file,
    value,
    at: (key) => document.at(value(key)?.offset ?? offset),
    command,
    scripts: (command?.line.scripts ?? []).map((script) => ({ ...script, path: resolved(script.word, entry, facts) })),
  }
}

function commandText(document: Document, node: Node, facts: Facts): CommandText {
  const text = String(node.value)
  const places = placesIn(document, node)
  const place = (index: number) => places[Math.min(index, places.length - 1)] ?? node.offset
  return {
    text,
    line: readCommandLine(text, facts.system === 'win32' ? 'stays' : 'escapes'),
    // The whole of it is named at its opening quote, as the reader does.
    at: (index) => document.at(index === 0 ? node.offset : place(index)),
    edit: (start, end, changed) => ({
      offset: place(start),
      length: place(end) - place(start),
      text: escaped(changed),
    }),
  }
}

/** In a list of an event, or one level deeper as Claude Code has it. */
function commandNodes(tree: Node | undefined): readonly Node[] {
  const items = membersOf(memberOf(tree, 'hooks')?.value).flatMap((event) => itemsOf(event.value))
  const nested = items.flatMap((item) => itemsOf(memberOf(item, 'hooks')?.value))
  return [...items, ...nested].flatMap((item) => {
    const value = memberOf(item, 'command')?.value
    return value?.type === 'string' ? [value] : []
  })
}

const rootWords = /\$\{?(?:CLAUDE|CURSOR)_PROJECT_DIR(?::-[^}]*)?\}?|\$\{?PWD\}?/g
const homeWords = /\$\{?HOME\}?|^~(?=[/\\])/g

/** As the shell will see it from the hook's working directory. */
export function resolved(word: string, entry: Pick<Entry, 'cwd' | 'origin'>, facts: Facts): string | undefined {
  const root = entry.origin.root ?? entry.cwd
  const path = word.replace(rootWords, () => root).replace(homeWords, () => facts.home)
  if (/[$`*?{}%]/.test(path) || /^[a-z]+:\/\//i.test(path)) return undefined
  return (facts.system === 'win32' ? win32 : posix).resolve(entry.cwd, path)
}
