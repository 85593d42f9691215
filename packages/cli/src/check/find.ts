/** Reads the hook files of a workspace, or a single file, and returns the entries and the reader's problems. */

import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Agent, agents } from '@hookline/core/agents'
import {
  checkCommand,
  compose,
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
import { memberOf, membersOf, readDocument } from '../json-document.ts'
import { findMisplacedFiles } from '../lint/context/misplaced-files.ts'
import { findAllHookRoots, findRoot } from '../paths.ts'
import { type RootTrust, readRootTrust } from '../root-trust.ts'
import { inlineProblems, inlineProblemsIn, unguardedCommands } from './inline.ts'

export interface CheckOptions {
  readonly edition?: Edition
  readonly strict: boolean
  /** A home directory other than the current user's. */
  readonly home?: string
}
export interface ReaderResult {
  readonly problems: readonly Problem[]
  readonly entries: readonly Entry[]
  /** The hook files that exist. */
  readonly files: readonly { readonly file: string; readonly source: SourceName }[]
  readonly root: string
  /** The directories with hooks of their own, with their trust: the root, those around it and those below it. */
  readonly roots: readonly RootTrust[]
}

export async function checkWorkspace(directory: string, options: CheckOptions): Promise<ReaderResult> {
  const root = findRoot(directory)
  const roots = findAllHookRoots(root, options.home === undefined ? {} : { home: options.home })
  const setup = sourceSetup(options)
  const sources = standardSources({ ...setup, roots })
  const { hooks, configs } = await compose({ ...options, workspaceRoots: roots, watch: false })
  const { entries } = hooks
  // Without trust, the texts of commands are not checked while the files are read.
  const problems = [...hooks.problems, ...entries.flatMap((entry) => checkCommand(entry, setup.reading).problems)]
  const trusts = readRootTrust(roots, configs)
  await hooks.close()
  const all = sources.flatMap((source) => (source.watched?.() ?? []).map((file) => ({ file, source: source.name })))
  const paths = all.map(({ file, source }) => ({ path: file, source }))
  const inline = inlineProblems(unguardedCommands(root, paths, setup), entries)
  const files = all.filter(({ file }, at, all) => isHookFile(file) && all.findIndex((one) => one.file === file) === at)
  const misplaced = roots
    .flatMap((one) => findMisplacedFiles(one, (path) => textOf(setup.files.read(path))))
    .filter(({ file }) => !files.some((one) => one.file === file))
  return { problems: [...sortByPosition(problems), ...inline, ...misplaced], entries, files, root, roots: trusts }
}

const textOf = (read: ReturnType<SourceSetup['files']['read']>): string | undefined =>
  read.kind === 'text' ? read.text : undefined

/** Excludes directories that are only watched for new files. */
const isHookFile = (path: string): boolean => path.endsWith('.json') && existsSync(path)

export async function checkFile(file: string, options: CheckOptions): Promise<ReaderResult> {
  const setup = sourceSetup(options)
  const inline = inlineProblemsIn(file, setup)
  if (inline !== undefined)
    return { problems: inline, entries: [], files: [], root: findRoot(dirname(file)), roots: [] }
  const source = createSource(file, setup)
  const only = [source]
  // A check reads the text of the file; whether the user trusts it does not matter.
  const hooks = await createHooks({ ...options, workspaceRoots: [], sources: { only }, trust: 'all', watch: false })
  const problems = hooks.problems.filter((problem) => problem.file === file)
  const entries = hooks.entries.filter((entry) => entry.origin.file === file)
  await hooks.close()
  return {
    problems: sortByPosition(problems),
    entries,
    files: [{ file, source: source.name }],
    root: findRoot(dirname(file)),
    roots: [],
  }
}

/** A standard location decides the source. Otherwise the file name does, then the content, and the hooks count as a project's. */
function createSource(file: string, setup: SourceSetup): Source {
  const above = dirname(dirname(file))
  const standard = standardSources({ ...setup, roots: [above] }).find((source) => source.watched?.().includes(file))
  if (standard !== undefined) return standard
  const name = basename(file)
  const agent = /^hook(s|line)\.json$/.test(name) ? undefined : agentOfFile(file, setup)
  const root = findRoot(dirname(file))
  const location = { own: name === 'hookline.json', trust: 'untrusted', root, cwd: root, file } as const
  const source = agent?.sources?.find(({ level }) => level === 'project')?.name ?? 'project'
  return documentSource({ ...location, source }, setup, agent === undefined ? readHooks : readerFor(agent))
}

/** The agent with a settings file of this name; otherwise the agent whose events the file contains, if none is Hookline's. */
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

const sortByPosition = (problems: readonly Problem[]): readonly Problem[] =>
  problems.toSorted((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : 0))
