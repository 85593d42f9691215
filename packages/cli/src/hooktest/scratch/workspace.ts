/** Opens a workspace for tests: reads its entries, and copies its hook files to a template that every run starts from. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { agentDirectories } from '@hookline/core/agents'
import type { Entry } from '@hookline/core/node'
import { isFile } from '../../machine/file-stat.ts'
import { isInside } from '../../paths.ts'
import { chooseHooks, chooseTitle, findScript } from '../read/choose.ts'
import { readOwnEntries } from '../read/own-entries.ts'
import type { HookChoice, TestFile } from '../read/types.ts'
import { copyFiles } from './copy.ts'
import { createScratchDirectory } from './scratch-directory.ts'

export interface Workspace {
  readonly root: string
  readonly entries: readonly Entry[]
  /** Directories in which a change may change a result. */
  readonly watched: readonly string[]
  /** The copy that a run starts from. */
  readonly template: string
  chooseHooks(test: TestFile): HookChoice | undefined
  titleOf(test: TestFile): string
  /** The scripts of the workspace that an entry names. */
  scriptsOf(entry: Entry): readonly string[]
  close(): void
}

export async function openWorkspace(root: string, tests: readonly TestFile[]): Promise<Workspace> {
  const scratch = createScratchDirectory()
  const home = join(scratch, 'home')
  const { entries, scriptsOf } = await readOwnEntries(root, home)
  const scripts = [...entries.flatMap(scriptsOf), ...tests.flatMap((test) => findScript(test) ?? [])]
  const template = join(scratch, 'template', basename(root) || 'root')
  return {
    root,
    entries,
    watched: makeTemplate(root, scripts, template),
    template,
    chooseHooks: (test) => chooseHooks(test, entries, scriptsOf),
    titleOf: (test) => chooseTitle(test, entries),
    scriptsOf,
    close: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

const hookFolders = [...agentDirectories, '.hookline']
/** Files that change how scripts in their directory are interpreted. */
const configFiles = ['package.json', 'tsconfig.json']
const MAX_SMALL_FILES = 200
const MAX_SMALL_BYTES = 2 ** 20

/** Copies the hook folders, the named scripts, and the files beside them. Returns the folders that it copied from. */
function makeTemplate(root: string, scripts: readonly string[], template: string): readonly string[] {
  mkdirSync(template, { recursive: true })
  const directories = [...new Set(scripts.map((file) => dirname(file)))]
  const folders = [...hookFolders.map((name) => join(root, name)), ...directories.filter((at) => at !== root)]
  const parents = [...new Set(directories.flatMap((at) => parentsOf(at, root)))]
  const files = [root, ...parents].flatMap((at) => configFiles.map((name) => join(at, name)))
  const siblings = directories.includes(root) ? smallFiles(root) : []
  for (const path of [...folders, ...files, ...siblings, ...scripts])
    if (existsSync(path)) copyFiles(path, join(template, relative(root, path)))
  return [root, ...folders].filter((path) => existsSync(path))
}

const parentsOf = (directory: string, root: string): readonly string[] =>
  directory !== root && isInside(directory, root) ? [directory, ...parentsOf(dirname(directory), root)] : []

/** For a script in the root itself, copies only small files of the root, not the whole workspace. */
const smallFiles = (root: string): readonly string[] =>
  readdirSync(root)
    .map((name) => join(root, name))
    .filter((path) => isFile(path) && statSync(path).size <= MAX_SMALL_BYTES)
    .slice(0, MAX_SMALL_FILES)
