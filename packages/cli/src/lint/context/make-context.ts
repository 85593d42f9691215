/** A file that was read → what rules are shown of it. */

import { posix, win32 } from 'node:path'
import { agentDirectories, agentOfSource, isSharedSource, projectVariables } from '@hookline/core/agents'
import { commandLine, type Entry, type Problem, type SourceName } from '@hookline/core/node'
import { type Directories, type NamedScript, readCommandLine } from '../commands/command-line.ts'
import type { CommandText, EntryContext, FileContext, UsedScript } from './context.ts'
import { type Document, escaped, itemsOf, memberOf, membersOf, type Node, placesIn } from './document.ts'
import type { Facts } from './facts.ts'

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
    agent: agentOfSource(source),
    shared: isSharedSource(source),
    root: given.root,
    problems,
    scriptsNamed: new Set(problems.filter(({ code }) => /script|directory/.test(code)).map(placeOf)),
    commands: commands.map(({ text }) => text),
    arguments: argumentNodes(document.tree).map((node) => commandText(document, node, facts)),
    entries: [],
    facts,
  }
  const texts = new Map(commands.map(({ node, text }) => [node, text]))
  const textOf = (node: Node | undefined) => (node === undefined ? undefined : texts.get(node))
  const entries = given.entries.map((entry) => entryContext(entry, context, textOf))
  return Object.assign(context, { entries })
}

const placeOf = ({ line, column }: Problem): string => `${line}:${column}`
const posixName = (file: string): string | undefined => file.split(/[\\/]/).at(-1)

/** What rules are shown of an entry. */
export function entryContext(
  entry: Entry,
  file: FileContext,
  textOf: (node: Node | undefined) => CommandText | undefined,
): EntryContext {
  const { document, facts } = file
  const offset = document.offset({ line: entry.origin.line ?? 1, column: entry.origin.column ?? 1 })
  const node = document.nodeAt(offset)
  const group = file.agent?.format !== undefined ? node?.parent?.parent?.parent : undefined
  const value = (key: string) => (memberOf(node, key) ?? memberOf(group, key))?.value
  const command = entry.type === 'command' ? textOf(value('command')) : undefined
  return {
    entry,
    file,
    node,
    value,
    at: (key) => document.at(value(key)?.offset ?? offset),
    command,
    scripts: scriptsIn(entry, command, facts).map((script) => ({
      ...script,
      ...located(script, entry, facts, file.root),
    })),
  }
}

function commandText(document: Document, node: Node, facts: Facts): CommandText {
  const text = String(node.value)
  const places = placesIn(document, node)
  const place = (index: number) => places[Math.min(index, places.length - 1)] ?? node.offset
  return {
    text,
    line: readCommandLine(text, facts.system === 'win32' || isWindowsPath.test(text) ? 'stays' : 'escapes'),
    // The whole of it is named at its opening quote, as the reader does.
    at: (index) => document.at(index === 0 ? node.offset : place(index)),
    edit: (start, end, changed) => ({
      offset: place(start),
      length: place(end) - place(start),
      text: escaped(changed),
    }),
  }
}

/** Started by a shell of Windows with a path of Windows: a backslash separates its parts. */
const isWindowsPath = /^\s*(?:pwsh|powershell|cmd)(?:\.exe)?\s.*\b[A-Za-z]:\\\w/i

/** In a list of an event, or one level deeper in a group. */
function entryNodes(tree: Node | undefined): readonly Node[] {
  const items = membersOf(memberOf(tree, 'hooks')?.value).flatMap((event) => itemsOf(event.value))
  return [...items, ...items.flatMap((item) => itemsOf(memberOf(item, 'hooks')?.value))]
}

const commandNodes = (tree: Node | undefined): readonly Node[] =>
  entryNodes(tree).flatMap((item) => {
    const value = memberOf(item, 'command')?.value
    return value?.type === 'string' ? [value] : []
  })

const argumentNodes = (tree: Node | undefined): readonly Node[] =>
  entryNodes(tree).flatMap((item) => itemsOf(memberOf(item, 'args')?.value).filter(({ type }) => type === 'string'))

const projectWord = `\\$\\{?(?:${projectVariables.join('|')})`
const rootWords = new RegExp(`${projectWord}(?::-[^}]*)?\\}?|\\$\\{?PWD\\}?`, 'g')
const startsWithRoot = new RegExp(`^${projectWord}\\b`)
const homeWords = /\$\{?HOME\}?|^~(?=[/\\])/g

/** With `args` no shell reads the command, and the places of its words are not in one text. */
function scriptsIn(entry: Entry, command: CommandText | undefined, facts: Facts): readonly NamedScript[] {
  if (command === undefined || entry.args === undefined) return command?.line.scripts ?? []
  const { scripts } = readCommandLine(commandLine(entry) ?? '', facts.system === 'win32' ? 'stays' : 'escapes')
  return scripts.map(({ place: _, ...script }) => script)
}

/** Where the script is: where the command looks for it, else where a script of that path or name usually is. */
function located(
  { word, from = [] }: NamedScript,
  entry: Entry,
  facts: Facts,
  root: string | undefined,
): Pick<UsedScript, 'path' | 'moved'> {
  // A user's hook that names the project runs in every project, and the script need not be in this one.
  if (entry.origin.root === undefined && root !== undefined && startsWithRoot.test(word)) {
    const path = resolved(word, { cwd: root, origin: { ...entry.origin, root } }, facts)
    return { path: path !== undefined && facts.isFile(path) ? path : undefined, moved: false }
  }
  if (from.length > 0 && isSeenFromThere(word)) {
    const cwd = directoryAfter(from, entry, facts)
    const seen = word.replace(/^\$\{?PWD\}?[/\\]/, '')
    return { path: cwd === undefined ? undefined : resolved(seen, { ...entry, cwd }, facts), moved: false }
  }
  const path = resolved(word, entry, facts)
  if (path === undefined || facts.isFile(path)) return { path, moved: false }
  const found = (isAbsolutePath(word) ? inProject(word, entry) : elsewhere(word, entry)).find((one) =>
    facts.isFile(one),
  )
  return { path: found ?? path, moved: found !== undefined }
}

const isSeenFromThere = (word: string): boolean => !/^([/\\~]|[A-Za-z]:|\$(?!\{?PWD\b))/.test(word)

/** Where a command is after its changes of directory; undefined where a variable decides. */
function directoryAfter(from: Directories, entry: Entry, facts: Facts): string | undefined {
  if (from === 'unknown') return undefined
  return from.reduce<string | undefined>(
    (cwd, directory) => (cwd === undefined ? undefined : resolved(directory, { ...entry, cwd }, facts)),
    entry.cwd,
  )
}

const isAbsolutePath = (word: string): boolean => /^([/\\~]|[A-Za-z]:)/.test(word)

const hookFolders = [...agentDirectories, '.hookline']
const belowHookFolder = new RegExp(
  `[/\\\\]((?:${hookFolders.map((name) => name.replaceAll('.', '\\.')).join('|')})[/\\\\][^$\`*?]+)$`,
)

/** `C:\\Users\\ann\\shop\\.x\\hooks\\x.ps1`: the same file of this project, where the path of one person names it. */
function inProject(word: string, { origin: { root } }: Entry): readonly string[] {
  const rest = belowHookFolder.exec(word)?.[1]?.replace(/\\/g, '/')
  return rest === undefined || root === undefined || rest.split('/').includes('..') ? [] : [`${root}/${rest}`]
}

/** Inside the workspace, or the directory that the hooks of a user run in: never at a path of a stranger's choosing. */
function elsewhere(word: string, { cwd, origin }: Entry): readonly string[] {
  const rest = word.replace(/^\$\{?\w+\}?[/\\]/, '').replace(/^(\.{1,2}[/\\])+/, '')
  const name = rest.split(/[/\\]/).at(-1) ?? rest
  // A space, visible or not, may be one that does not belong there: then it is not known what was meant.
  if (/[$`*?{}%\s\u200B-\u200F\u2060]/.test(rest) || rest.split(/[/\\]/).includes('..')) return []
  const places = ['', ...hookFolders.map((name) => `${name}/`)]
  const bases = [...new Set([origin.root ?? cwd, cwd])]
  return bases.flatMap((base) => [
    ...places.map((place) => `${base}/${place}${rest}`),
    ...places.flatMap((place) => [`${base}/${place}hooks/${name}`, `${base}/${place}scripts/${name}`]),
    `${base}/${name}`,
  ])
}

/** As the shell will see it from the hook's working directory. */
function resolved(word: string, entry: Pick<Entry, 'cwd' | 'origin'>, facts: Facts): string | undefined {
  const root = entry.origin.root ?? entry.cwd
  const path = word.replace(rootWords, () => root).replace(homeWords, () => facts.home)
  if (/[$`*?{}%]/.test(path) || /^[a-z]+:\/\//i.test(path)) return undefined
  return (facts.system === 'win32' ? win32 : posix).resolve(entry.cwd, path)
}
