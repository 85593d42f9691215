/** Finds the problems of a workspace's files, or of a single file by its name and place. */

import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Agent, agents } from '@hookline/core/agents'
import {
  createHooks,
  documentSource,
  type Edition,
  type Entry,
  type Problem,
  readerFor,
  readHooks,
  type Source,
  type SourceName,
  type SourceSetup,
  sourceSetup,
  standardSources,
} from '@hookline/core/node'
import { isEventName } from '@hookline/core/protocol'
import { memberOf, membersOf, readDocument } from '../lint/context/document.ts'
import { misplacedFiles } from '../lint/context/misplaced.ts'
import { findRoot } from '../paths.ts'
import { inlineProblems, inlineProblemsIn, unguardedCommands } from './inline.ts'

export interface CheckOptions {
  readonly edition?: Edition
  readonly strict: boolean
  /** Another home than this user's. */
  readonly home?: string
}
export interface Found {
  readonly problems: readonly Problem[]
  readonly entries: readonly Entry[]
  /** Those that are there. */
  readonly files: readonly { readonly file: string; readonly source: SourceName }[]
  readonly root: string
}

export async function checkWorkspace(directory: string, options: CheckOptions): Promise<Found> {
  const root = findRoot(directory)
  const setup = sourceSetup(options)
  const sources = standardSources({ ...setup, roots: [root] })
  const hooks = await createHooks({ ...options, workspaceRoots: [root], watch: false })
  const { entries, problems } = hooks
  await hooks.close()
  const all = sources.flatMap((source) => (source.watched?.() ?? []).map((file) => ({ file, source: source.name })))
  const places = all.map(({ file, source }) => ({ path: file, source }))
  const inline = inlineProblems(unguardedCommands(root, places, setup), entries)
  const files = all.filter(({ file }, at, all) => isHookFile(file) && all.findIndex((one) => one.file === file) === at)
  const misplaced = misplacedFiles(root, (path) => textOf(setup.files.read(path))).filter(
    ({ file }) => !files.some((one) => one.file === file),
  )
  return { problems: [...inOrder(problems), ...inline, ...misplaced], entries, files, root }
}

const textOf = (read: ReturnType<SourceSetup['files']['read']>): string | undefined =>
  read.kind === 'text' ? read.text : undefined

/** A directory that is only watched for new files is none itself. */
const isHookFile = (path: string): boolean => path.endsWith('.json') && existsSync(path)

export async function checkFile(file: string, options: CheckOptions): Promise<Found> {
  const setup = sourceSetup(options)
  const inline = inlineProblemsIn(file, setup)
  if (inline !== undefined) return { problems: inline, entries: [], files: [], root: findRoot(dirname(file)) }
  const source = sourceOf(file, setup)
  const only = [source]
  // Trust is no matter of the file's text.
  const hooks = await createHooks({ ...options, workspaceRoots: [], sources: { only }, trust: 'all', watch: false })
  const problems = hooks.problems.filter((problem) => problem.file === file)
  const entries = hooks.entries.filter((entry) => entry.origin.file === file)
  await hooks.close()
  return { problems: inOrder(problems), entries, files: [{ file, source: source.name }], root: findRoot(dirname(file)) }
}

/** A standard place decides; elsewhere the name does, then what stands in it, and the hooks are a project's. */
function sourceOf(file: string, setup: SourceSetup): Source {
  const above = dirname(dirname(file))
  const standard = standardSources({ ...setup, roots: [above] }).find((source) => source.watched?.().includes(file))
  if (standard !== undefined) return standard
  const name = basename(file)
  const agent = /^hook(s|line)\.json$/.test(name) ? undefined : agentOfFile(file, setup)
  const root = findRoot(dirname(file))
  const place = { own: name === 'hookline.json', trust: 'untrusted', root, cwd: root, file } as const
  const source = agent?.sources?.find(({ level }) => level === 'project')?.name ?? 'project'
  return documentSource({ ...place, source }, setup, agent === undefined ? readHooks : readerFor(agent))
}

/** The agent that has a settings file of this name, or else the one whose events are written in it, where none is ours. */
function agentOfFile(file: string, { files }: SourceSetup): Agent | undefined {
  const [directory, stem] = [basename(dirname(file)), basename(file).replace(/\.json$/, '')]
  const isNamed = (one: string) => stem.startsWith(basename(one).replace(/\.json$/, ''))
  const named = agents.filter(({ sources = [] }) => sources.some((one) => isNamed(one.file)))
  const beside = named.find((agent) => agent.files.directories.includes(directory))
  if (beside !== undefined || named.length === 1) return beside ?? named[0]
  const read = files.read(file)
  if (read.kind !== 'text') return named[0]
  const keys = membersOf(memberOf(readDocument(file, read.text).tree, 'hooks')?.value).map(({ key }) => key)
  const isTheirs = ({ events = {} }: Agent) => keys.some((key) => Object.hasOwn(events, key)) && !keys.some(isEventName)
  return agents.find(isTheirs) ?? named[0]
}

const inOrder = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : 0))
