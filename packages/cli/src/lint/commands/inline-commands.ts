/** Finds commands that some agents run while they load a slash command or a skill, before any hook runs. */

import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Agent, agents } from '@hookline/core/agents'
import { readRegularText } from '@hookline/core/files'
import type { SourceName } from '@hookline/core/node'
import { readDocument } from '../../json-document.ts'
import { oneLine } from '../../text/plain.ts'
import type { Facts } from '../context/facts.ts'

export interface InlineCommand {
  readonly file: string
  readonly source: SourceName
  readonly line: number
  readonly column: number
  readonly command: string
}
interface SourceDirectory {
  readonly directory: string
  readonly source: SourceName
}

/** Searches the workspace, the user's files and the user's plugins. */
export function findInlineCommands(root: string, home: string, read: Facts['read']): readonly InlineCommand[] {
  const directories = agents.flatMap((agent) => sourceDirectories(agent, root, home, read))
  const files = directories.flatMap(({ directory, source }) => filesIn(directory).map((file) => ({ file, source })))
  return files
    .filter(({ file }, at) => files.findIndex((one) => one.file === file) === at)
    .flatMap(({ file, source }) => inlineCommandsIn(file, read(file) ?? '', source))
}

function sourceDirectories(agent: Agent, root: string, home: string, read: Facts['read']): readonly SourceDirectory[] {
  const { inline, plugin, sources = [] } = agent
  if (inline === undefined) return []
  const of = (base: string, level: string): readonly SourceDirectory[] =>
    sources
      .filter((source) => source.level === level)
      .map((source) => ({ directory: join(base, inline.directory), source: source.name }))
  const isPlugin = plugin !== undefined && read(join(root, plugin.manifest)) !== undefined
  return [
    ...of(root, 'project'),
    // A workspace may itself be a plugin.
    ...(isPlugin ? [{ directory: root, source: 'plugin' } as const] : []),
    ...of(home, 'user'),
    ...pluginDirectories(agent, join(home, inline.directory)).map(
      (directory) => ({ directory, source: 'plugin' }) as const,
    ),
  ]
}

/** Finds `` !`command` `` after white space or at the start of a line, and blocks that begin with three backticks and `!`. */
export function inlineCommandsIn(file: string, text: string, source: SourceName): readonly InlineCommand[] {
  const { at, text: bare } = readDocument(file, text)
  const header = /^---\r?\n[\s\S]*?\n---[ \t]*(\r?\n|$)/.exec(bare)?.[0].length ?? 0
  return [...bare.matchAll(/```!\s*([\s\S]*?)\s*```|(?<=^|\s)!`([^`]+)`/gm)]
    .filter(({ index }) => index >= header)
    .map(({ index, 1: block, 2: inline }) => ({
      file,
      source,
      ...at(index),
      command: oneLine((block ?? inline ?? '').trim()),
    }))
}

const isCommandFile = (file: string): boolean =>
  /[\\/]commands[\\/].*\.md$|[\\/]skills[\\/].*[\\/]SKILL\.md$/i.test(file)

const filesIn = (directory: string): readonly string[] =>
  ['commands', 'skills'].flatMap((name) => walk(join(directory, name), 0)).filter(isCommandFile)

/** Deeper than people nest such files; the limit stops at circular links. */
const MAX_DEPTH = 6

function walk(directory: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return []
  return listDirectory(directory).flatMap(({ name, isDirectory }) => {
    const path = join(directory, name)
    if (!isDirectory) return [path]
    return name === 'node_modules' || name === '.git' ? [] : walk(path, depth + 1)
  })
}

function listDirectory(directory: string): readonly { readonly name: string; readonly isDirectory: boolean }[] {
  try {
    const found = readdirSync(directory, { withFileTypes: true })
    return found
      .map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

/** The plugins in the agent's own list; without a list, all plugins in its cache. */
function pluginDirectories({ plugin }: Agent, directory: string): readonly string[] {
  if (plugin === undefined) return []
  const base = join(directory, 'plugins')
  const listed = installPaths(join(base, 'installed_plugins.json'))
  if (listed.length > 0) return listed
  const manifests = walk(join(base, 'cache'), 0).filter((file) =>
    file.replaceAll('\\', '/').endsWith(`/${plugin.manifest}`),
  )
  return manifests.map((file) => dirname(dirname(file)))
}

function installPaths(file: string): readonly string[] {
  try {
    const paths: string[] = []
    JSON.parse(readRegularText(file) ?? '', (key, value) => {
      if (key === 'installPath' && typeof value === 'string') paths.push(value)
      return value
    })
    return paths
  } catch {
    return []
  }
}
