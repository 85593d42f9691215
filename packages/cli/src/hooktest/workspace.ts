/** A workspace as tests see it: its entries, and a copy of its hook files to start every run from. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { compose, type Entry, type NodeConfigs } from '@hookline/core/node'
import { quoted } from '../entry-text.ts'
import { copyFiles, isExecutable } from './copy.ts'
import { scratchDirectory } from './scratch-directory.ts'
import { contained } from './sources.ts'
import type { HookChoice, TestFile } from './types.ts'

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

const hookFolders = ['.cursor', '.hookline', '.claude']
/** What changes how a script beside it is read. */
const beside = ['package.json', 'tsconfig.json']

export async function openWorkspace(root: string, tests: readonly TestFile[]): Promise<Workspace> {
  const scratch = scratchDirectory()
  const home = join(scratch, 'home')
  const { hooks, configs } = await compose({
    workspaceRoots: [root],
    home,
    sources: { only: contained(root, home) },
    trust: 'all',
    watch: false,
  })
  const { entries } = hooks
  await hooks.close()
  const scripts = [...entries.flatMap((entry) => scriptsOf(entry, root, configs)), ...tests.flatMap(pathOf)]
  const folders = [
    ...new Set([...hookFolders.map((name) => join(root, name)), ...scripts.map((file) => copied(file, root))]),
  ]
  const template = join(scratch, 'template', basename(root) || 'root')
  copyWorkspace(root, folders, scripts, template)
  return {
    root,
    entries,
    watched: [root, ...folders].filter(isDirectory),
    template,
    choose: (test) => choose(test, entries, root, configs),
    titleOf: (test) => titleOf(test, entries),
    close: () => rmSync(scratch, { recursive: true, force: true }),
  }
}

const isInside = (path: string, root: string): boolean => path.startsWith(root.endsWith(sep) ? root : root + sep)
const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const scriptsOf = (entry: Entry, root: string, { store }: NodeConfigs): readonly string[] =>
  store.pathsOf(root, entry).filter((path) => isInside(path, root) && isFile(path))

/** The script that a test names by its path, seen from the test file, else from the workspace. */
function pathOf({ hook, file, root }: TestFile): readonly string[] {
  if (hook === undefined) return []
  const found = [resolve(dirname(file), hook), resolve(root, hook)].find((path) => isInside(path, root) && isFile(path))
  return found === undefined ? [] : [found]
}

/** A script's own directory comes along, so that it finds what stands beside it; the root as a whole does not. */
const copied = (file: string, root: string): string => (dirname(file) === root ? file : dirname(file))

function copyWorkspace(root: string, folders: readonly string[], scripts: readonly string[], template: string): void {
  mkdirSync(template, { recursive: true })
  const parents = new Set(scripts.flatMap((file) => parentsOf(dirname(file), root)))
  const alone = [...new Set([root, ...parents])].flatMap((at) => beside.map((name) => join(at, name)))
  for (const path of [...folders, ...scripts, ...alone])
    if (existsSync(path)) copyFiles(path, join(template, relative(root, path)))
}

const parentsOf = (directory: string, root: string): readonly string[] =>
  isInside(directory, root) ? [directory, ...parentsOf(dirname(directory), root)] : []

/** Configured hooks by name, id or script; a script that is not configured yet counts as an entry of its own. */
function choose(test: TestFile, entries: readonly Entry[], root: string, configs: NodeConfigs): HookChoice | undefined {
  const { hook } = test
  if (hook === undefined) return undefined
  const called = entries.filter((entry) => entry.id === hook || entry.name === hook)
  const [path] = pathOf(test)
  const naming = path === undefined ? [] : entries.filter((entry) => scriptsOf(entry, root, configs).includes(path))
  const chosen = called.length > 0 ? called : naming
  if (chosen.length > 0) return { ids: chosen.map(({ id }) => id) }
  return path === undefined ? { ids: [] } : { command: commandFor(path, root) }
}

const interpreters: Readonly<Record<string, string>> = {
  '.mjs': 'node',
  '.js': 'node',
  '.cjs': 'node',
  '.ts': 'node',
  '.py': 'python3',
}

/** As it would stand in a hooks.json. One that is not executable needs its interpreter; a shell script has no such excuse. */
function commandFor(path: string, root: string): string {
  const spelled = `./${relative(root, path).split(sep).join('/')}`
  const interpreter = isExecutable(path) ? undefined : interpreters[extname(path)]
  return interpreter === undefined ? spelled : `${interpreter} ${quoted(spelled)}`
}

function titleOf({ hook, file }: TestFile, entries: readonly Entry[]): string {
  const called = entries.find((entry) => entry.id === hook)
  const name = called?.name ?? called?.label ?? hook ?? basename(file).replace(/\.hooktest\.\w+$/, '')
  return name.includes('/') || /\.\w{1,4}$/.test(name) ? basename(name).replace(/\.\w{1,4}$/, '') : name
}
