/** Creates the directories of one run: a workspace, a home and a temporary directory, which are deleted afterwards. */
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Job } from '../read/types.ts'
import { copyFiles } from './copy.ts'
import { createScratchDirectory } from './scratch-directory.ts'

export interface Scratch {
  /** Contains all the others. */
  readonly directory: string
  readonly root: string
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  resolvePath(path: string): string
  read(path: string): string | null
  /** Replaces the paths of the scratch directories in all strings of a value by `<root>`, `<home>` and `<tmp>`. */
  mask<T>(value: T): T
  remove(): Promise<void>
}

export function createScratch({
  template,
  files,
  links,
  env,
}: Pick<Job, 'template' | 'files' | 'links' | 'env'>): Scratch {
  const directory = createScratchDirectory()
  const [root, home, tmp] = [
    join(directory, 'work', basename(template)),
    join(directory, 'home'),
    join(directory, 'tmp'),
  ]
  const resolvePath = (path: string) => (path.startsWith('~/') ? join(home, path.slice(2)) : join(root, path))
  for (const folder of [root, home, tmp]) mkdirSync(folder, { recursive: true })
  copyFiles(template, root)
  for (const [path, target] of Object.entries(links)) createLink(resolvePath(path), target)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(resolvePath(path)), { recursive: true })
    writeFileSync(resolvePath(path), content)
  }
  return {
    directory,
    root,
    home,
    env: { ...createEnvironment(home, tmp), ...env },
    resolvePath,
    read: (path) => readContent(resolvePath(path)),
    mask: (value) =>
      replacePaths(value, [
        [root, '<root>'],
        [home, '<home>'],
        [tmp, '<tmp>'],
      ]),
    remove: () => rm(directory, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** The only variables of the user that a hook gets. */
const keptVariables = ['PATH', 'LANG', 'LC_ALL', 'SYSTEMROOT', 'COMSPEC', 'PATHEXT']
function createEnvironment(home: string, tmp: string): Record<string, string> {
  const own = keptVariables.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(own),
    HOME: home,
    USERPROFILE: home,
    TMPDIR: tmp,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_RUNTIME_DIR: tmp,
  }
}

function createLink(path: string, target: string): void {
  if (existsSync(path) || !existsSync(target)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}

/** Null if there is no such file. A directory or link is described in words. */
function readContent(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return null
  return stats.isFile() ? readFileSync(path, 'utf8') : `(a ${stats.isDirectory() ? 'directory' : 'link'})`
}

function replacePaths<T>(value: T, names: readonly (readonly [string, string])[]): T {
  if (typeof value === 'string')
    // True: a string stays a string.
    return names.reduce<string>((text, [from, to]) => text.replaceAll(from, to), value) as T
  // True: a list stays a list of the same length.
  if (Array.isArray(value)) return value.map((one) => replacePaths(one, names)) as T
  if (typeof value !== 'object' || value === null) return value
  // True: an object keeps its keys, except those that contain a path.
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [replacePaths(key, names), replacePaths(one, names)]),
  ) as T
}
