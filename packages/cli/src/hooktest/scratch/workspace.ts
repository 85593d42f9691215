/** A workspace as tests see it: its entries, and a copy of its hook files to start every run from. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { agentDirectories } from '@hookline/core/agents'
import type { Entry } from '@hookline/core/node'
import { isInside } from '../../paths.ts'
import { choose, pathOf, titleOf } from '../read/choose.ts'
import type { HookChoice, TestFile } from '../read/types.ts'
import { ownEntries } from '../run/own-entries.ts'
import { copyFiles } from './copy.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { isFile } from './stat.ts'

export interface Workspace {
  readonly root: string
  readonly entries: readonly Entry[]
  /** Directories whose change may change a result. */
  readonly watched: readonly string[]
  /** The copy that a run starts from. */
  readonly template: string
  choose(test: TestFile): HookChoice | undefined
  titleOf(test: TestFile): string
  close(): void
}

export async function openWorkspace(root: string, tests: readonly TestFile[]): Promise<Workspace> {
  const scratch = scratchDirectory()
  const home = join(scratch, 'home')
  const { entries, scriptsOf } = await ownEntries(root, home)
  const scripts = [...entries.flatMap(scriptsOf), ...tests.flatMap((test) => pathOf(test) ?? [])]
  const template = join(scratch, 'template', basename(root) || 'root')
  return {
    root,
    entries,
    watched: makeTemplate(root, scripts, template),
    template,
    choose: (test) => choose(test, entries, scriptsOf),
    titleOf: (test) => titleOf(test, entries),
    close: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

/** The copy of a workspace that runs start from: the hook folders, the scripts that are named, and what stands beside them. */
const hookFolders = [...agentDirectories, '.hookline']
/** What changes how a script below it is read. */
const readWith = ['package.json', 'tsconfig.json']
const MOST_BESIDE = 200
const SMALL = 2 ** 20

/** The folders it was made from. */
function makeTemplate(root: string, scripts: readonly string[], template: string): readonly string[] {
  mkdirSync(template, { recursive: true })
  const directories = [...new Set(scripts.map((file) => dirname(file)))]
  const folders = [...hookFolders.map((name) => join(root, name)), ...directories.filter((at) => at !== root)]
  const parents = [...new Set(directories.flatMap((at) => parentsOf(at, root)))]
  const files = [root, ...parents].flatMap((at) => readWith.map((name) => join(at, name)))
  const beside = directories.includes(root) ? smallFiles(root) : []
  for (const path of [...folders, ...files, ...beside, ...scripts])
    if (existsSync(path)) copyFiles(path, join(template, relative(root, path)))
  return [root, ...folders].filter((path) => existsSync(path))
}

const parentsOf = (directory: string, root: string): readonly string[] =>
  directory !== root && isInside(directory, root) ? [directory, ...parentsOf(dirname(directory), root)] : []

/** A script in the root itself does not bring the whole workspace along. */
const smallFiles = (root: string): readonly string[] =>
  readdirSync(root)
    .map((name) => join(root, name))
    .filter((path) => isFile(path) && statSync(path).size <= SMALL)
    .slice(0, MOST_BESIDE)
