/** Creates the contexts of a file and its entries that rules are called with. */

import { posix, win32 } from 'node:path'
import {
  agentDirectories,
  agentOfDialect,
  agentOfSource,
  isSharedSource,
  projectVariables,
} from '@hookline/core/agents'
import { commandLine, type Entry, type Problem, type SourceName } from '@hookline/core/node'
import {
  characterOffsets,
  type Document,
  escapeJson,
  itemsOf,
  memberOf,
  membersOf,
  type Node,
} from '../../json-document.ts'
import { type Directories, type NamedScript, readCommandLine } from '../commands/command-line.ts'
import { backslashOf } from '../commands/shell-words.ts'
import type { CommandText, EntryContext, FileContext, UsedScript } from './context.ts'
import type { Facts } from './facts.ts'

export interface FileFacts {
  readonly source: SourceName
  readonly root: string | undefined
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  readonly facts: Facts
}

export function createFileContext(document: Document, given: FileFacts): FileContext {
  const { source, facts, problems } = given
  const commands = commandNodes(document.tree).map((node) => ({ node, text: commandText(document, node, facts) }))
  const context: FileContext = {
    document,
    source,
    own: fileName(document.file) === 'hookline.json',
    agent: agentOfSource(source),
    shared: isSharedSource(source),
    root: given.root,
    problems,
    reportedScripts: new Set(problems.filter(({ code }) => /script|directory/.test(code)).map(positionKey)),
    commands: commands.map(({ text }) => text),
    arguments: argumentNodes(document.tree).map((node) => commandText(document, node, facts)),
    entries: [],
    facts,
  }
  const byNode = new Map(commands.map(({ node, text }) => [node, text]))
  const textOf = (node: Node | undefined) => (node === undefined ? undefined : byNode.get(node))
  const entries = given.entries.map((entry) => createEntryContext(entry, context, textOf))
  return Object.assign(context, { entries })
}

const positionKey = ({ line, column }: Problem): string => `${line}:${column}`
const fileName = (file: string): string | undefined => file.split(/[\\/]/).at(-1)

export function createEntryContext(
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
    agent: file.agent ?? agentOfDialect(entry.dialect, entry.event),
    node,
    value,
    at: (key) => document.at(value(key)?.offset ?? offset),
    command,
    scripts: namedScripts(entry, command, facts).map((script) => ({
      ...script,
      ...locateScript(script, entry, facts, file.root),
    })),
  }
}

function commandText(document: Document, node: Node, facts: Facts): CommandText {
  const text = String(node.value)
  const offsets = characterOffsets(document, node)
  const offsetOf = (index: number) => offsets[Math.min(index, offsets.length - 1)] ?? node.offset
  return {
    text,
    line: readCommandLine(text, isWindowsPath.test(text) ? 'stays' : backslashOf(facts.system)),
    // A finding about the whole command points to its opening quote, as the config reader does.
    at: (index) => document.at(index === 0 ? node.offset : offsetOf(index)),
    edit: (start, end, changed) => ({
      offset: offsetOf(start),
      length: offsetOf(end) - offsetOf(start),
      text: escapeJson(changed),
    }),
  }
}

/** A command that starts a Windows shell with a Windows path: the backslash is a path separator, not an escape. */
const isWindowsPath = /^\s*(?:pwsh|powershell|cmd)(?:\.exe)?\s.*(?:\b[A-Za-z]:|[\w.])\\\w/i

/** The entries in the lists of all events, including those inside a group. */
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

const projectVariable = `\\$\\{?(?:${projectVariables.join('|')})`
const rootVariables = new RegExp(`${projectVariable}(?::-[^}]*)?\\}?|\\$\\{?PWD\\}?`, 'g')
const startsWithRoot = new RegExp(`^${projectVariable}\\b`)
const homeVariables = /\$\{?HOME\}?|^~(?=[/\\])/g

/** With `args` no shell reads the command, so the words have no positions in a single text. */
function namedScripts(entry: Entry, command: CommandText | undefined, facts: Facts): readonly NamedScript[] {
  if (command === undefined || entry.args === undefined) return command?.line.scripts ?? []
  const { scripts } = readCommandLine(commandLine(entry, facts.system) ?? '', backslashOf(facts.system))
  return scripts.map(({ range: _, ...script }) => script)
}

/** Looks for the script where the command expects it, then where a script of that path or name usually is. */
function locateScript(
  { word, from = [] }: NamedScript,
  entry: Entry,
  facts: Facts,
  root: string | undefined,
): Pick<UsedScript, 'path' | 'moved'> {
  // A user's hook that names the project directory runs in every project, so the script may be missing in this one.
  if (entry.origin.root === undefined && root !== undefined && startsWithRoot.test(word)) {
    const path = resolvePath(word, { cwd: root, origin: { ...entry.origin, root } }, facts)
    return { path: path !== undefined && facts.isFile(path) ? path : undefined, moved: false }
  }
  if (from.length > 0 && isRelativePath(word)) {
    const cwd = directoryAfter(from, entry, facts)
    const seen = word.replace(/^\$\{?PWD\}?[/\\]/, '')
    return { path: cwd === undefined ? undefined : resolvePath(seen, { ...entry, cwd }, facts), moved: false }
  }
  const path = resolvePath(word, entry, facts)
  if (path === undefined || facts.isFile(path)) return { path, moved: false }
  // PowerShell reads both separators on every system.
  const slashed = isRelativePath(word) ? resolvePath(word.replaceAll('\\', '/'), entry, facts) : undefined
  if (slashed !== undefined && facts.isFile(slashed)) return { path: slashed, moved: false }
  const found = (isAbsolutePath(word) ? projectCandidates(word, entry) : otherCandidates(word, entry)).find((one) =>
    facts.isFile(one),
  )
  return { path: found ?? path, moved: found !== undefined }
}

const isRelativePath = (word: string): boolean => !/^([/\\~]|[A-Za-z]:|\$(?!\{?PWD\b))/.test(word)

/** The working directory after the `cd`s of a command; undefined if a variable decides. */
function directoryAfter(from: Directories, entry: Entry, facts: Facts): string | undefined {
  if (from === 'unknown') return undefined
  return from.reduce<string | undefined>(
    (cwd, directory) => (cwd === undefined ? undefined : resolvePath(directory, { ...entry, cwd }, facts)),
    entry.cwd,
  )
}

const isAbsolutePath = (word: string): boolean => /^([/\\~]|[A-Za-z]:)/.test(word)

const hookFolders = [...agentDirectories, '.hookline']
const belowHookFolder = new RegExp(
  `[/\\\\]((?:${hookFolders.map((name) => name.replaceAll('.', '\\.')).join('|')})[/\\\\][^$\`*?]+)$`,
)

/** Maps an absolute path of another person, such as `C:\\Users\\ann\\shop\\.x\\hooks\\x.ps1`, to the same file in this project. */
function projectCandidates(word: string, { origin: { root } }: Entry): readonly string[] {
  const rest = belowHookFolder.exec(word)?.[1]?.replace(/\\/g, '/')
  return rest === undefined || root === undefined || rest.split('/').includes('..') ? [] : [`${root}/${rest}`]
}

/** Candidates lie inside the workspace or the directory that user hooks run in, so a command cannot point `check` at any other file. */
function otherCandidates(word: string, { cwd, origin }: Entry): readonly string[] {
  const rest = word.replace(/^\$\{?\w+\}?[/\\]/, '').replace(/^(\.{1,2}[/\\])+/, '')
  const name = rest.split(/[/\\]/).at(-1) ?? rest
  // A visible or invisible space may be a mistake, so it is not clear which file was meant.
  if (/[$`*?{}%\s\u200B-\u200F\u2060]/.test(rest) || rest.split(/[/\\]/).includes('..')) return []
  const folders = ['', ...hookFolders.map((name) => `${name}/`)]
  const bases = [...new Set([origin.root ?? cwd, cwd])]
  return bases.flatMap((base) => [
    ...folders.map((folder) => `${base}/${folder}${rest}`),
    ...folders.flatMap((folder) => [`${base}/${folder}hooks/${name}`, `${base}/${folder}scripts/${name}`]),
    `${base}/${name}`,
  ])
}

/** The path as the shell resolves it from the hook's working directory. */
function resolvePath(word: string, entry: Pick<Entry, 'cwd' | 'origin'>, facts: Facts): string | undefined {
  const root = entry.origin.root ?? entry.cwd
  const path = word.replace(rootVariables, () => root).replace(homeVariables, () => facts.home)
  if (/[$`*?{}%]/.test(path) || /^[a-z]+:\/\//i.test(path)) return undefined
  return (facts.system === 'win32' ? win32 : posix).resolve(entry.cwd, path)
}
