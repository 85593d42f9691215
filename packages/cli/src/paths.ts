/** Finds the workspace of a directory, and shortens paths for people. */

import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { agentDirectories, readAgents } from '@hookline/core/agents'
import { approvedRoots, homeDirectory } from '@hookline/core/node'

/** Whether the path is below the directory. Both are absolute. */
export const isInside = (path: string, directory: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : directory + sep)

const [usualDirectory = '', ...otherDirectories] = agentDirectories
/** A directory that contains one of these is a workspace. */
export const rootMarks: readonly string[] = [usualDirectory, '.hookline', ...otherDirectories, '.git']
/** For help texts: `.x, .y or .git`. */
export const rootMarksText = rootMarks.join(', ').replace(/, ([^,]+)$/, ' or $1')
/** In a home directory these belong to the user and do not make it a workspace. */
const ownInHome: ReadonlySet<string> = new Set(agentDirectories)

/** What the search for roots asks the file system. */
export interface DiskView {
  exists(path: string): boolean
  /** Follows links as far as the path exists. */
  realPath(path: string): string
}
const diskView: DiskView = { exists: existsSync, realPath: findRealPath }
/** Asks once about each path. For one event, which is about the same directories several times; later its answers are old. */
export const rememberingView = (): DiskView => ({ exists: remember(existsSync), realPath: remember(findRealPath) })

function remember<T extends string | boolean>(ask: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>()
  return (path) => {
    const found = known.get(path) ?? ask(path)
    known.set(path, found)
    return found
  }
}

/** Where roots are searched. Default: on this machine, for this user. */
interface Machine {
  readonly home?: string
  readonly approved?: () => ReadonlySet<string>
  readonly view?: DiskView
}

/**
 * The nearest directory upward that contains one of the marks, or the directory itself if there is none. A trusted directory
 * stays a workspace after its marks are deleted: its gates are closed then, and the project above it must not replace it.
 */
export const findRoot = (directory: string, machine: Machine = {}): string =>
  findRoots(directory, machine)[0] ?? directory

/**
 * The workspaces of an event. If the path goes through a link, the project above the link can differ from the one above the
 * link's target. Both are returned, in that order, so that a link cannot hide the hooks of either.
 */
export function findRoots(
  directory: string,
  { home = homeDirectory(), approved = () => approvedRoots(), view = diskView }: Machine = {},
): readonly [string, ...string[]] {
  const { realPath } = view
  let trusted: ReadonlySet<string> | undefined
  const isTrusted = (at: string): boolean => {
    trusted ??= approved()
    return trusted.has(at)
  }
  const realHome = realPath(home)
  const real = realPath(directory)
  const above = findMarkedAbove(directory, realHome, isTrusted, view)
  const aboveReal = real === directory ? above : findMarkedAbove(real, realHome, isTrusted, view)
  if (above === undefined || aboveReal === undefined) return [above ?? aboveReal ?? directory]
  // No link leads to the directory, so none leads to a directory above it.
  if (real === directory) return [above]
  return realPath(above) === aboveReal ? [above] : [above, aboveReal]
}

/** The hook files that Hookline reads in a workspace, by their folder: most directories have none of the folders. */
const hookFiles = ['.hookline/hookline.json', ...readAgents.flatMap(({ files }) => files.hookFiles)]
const hookFolders = [...new Set(hookFiles.map((file) => dirname(file)))].map((folder) => ({
  folder,
  files: hookFiles.filter((file) => dirname(file) === folder),
}))

/** Whether the directory holds a hook file. */
export const holdsHookFile = (directory: string, { exists }: DiskView = diskView): boolean =>
  hookFolders.some(
    ({ folder, files }) => exists(join(directory, folder)) && files.some((file) => exists(join(directory, file))),
  )

/**
 * The directories whose hooks count (CONTRACT §4): from the repository around each root down to the root, and further down to each
 * of the paths, as far as they hold hook files or were trusted. Outer directories come first. Nothing above the repository counts.
 */
export function findHookRoots(
  roots: readonly string[],
  paths: readonly string[] = [],
  { home = homeDirectory(), approved = () => approvedRoots(), view = rememberingView() }: Machine = {},
): readonly string[] {
  const { realPath } = view
  let trusted: ReadonlySet<string> | undefined
  const holdsHooks = (at: string): boolean => {
    if (holdsHookFile(at, view)) return true
    trusted ??= approved()
    return trusted.has(at)
  }
  const realHome = realPath(home)
  return [
    ...new Set(
      roots.flatMap((root) => {
        const top = findRepository(root, realHome, view) ?? root
        const below = [root, ...paths, ...paths.map(realPath)].flatMap((path) => directoriesBetween(top, path))
        const holding = [...new Set(below)].filter((at) => at === root || holdsHooks(at))
        return holding.toSorted((a, b) => a.length - b.length)
      }),
    ),
  ]
}

/** How many directories are searched for hook files below a workspace. Those near its root come first. */
const MAX_SEARCHED = 5_000

/**
 * All directories of a workspace whose hooks count for some event in it: those of `findHookRoots`, and those below the root that
 * hold hook files or were trusted. Packages, hidden directories and links are not searched, and a home directory is not a project.
 */
export function findAllHookRoots(root: string, machine: Machine = {}): readonly string[] {
  const { home = homeDirectory(), approved = () => approvedRoots(), view = rememberingView() } = machine
  const outer = findHookRoots([root], [], { ...machine, view })
  const [realRoot, realHome] = [view.realPath(root), view.realPath(home)]
  if (realRoot === realHome || isInside(realHome, realRoot)) return outer
  const trusted = [...approved()].filter((at) => isInside(at, root))
  const holding = searchBelow(root).filter((at) => holdsHookFile(at, view))
  return [...new Set([...outer, ...[...holding, ...trusted].toSorted()])]
}

function searchBelow(root: string): readonly string[] {
  const found = [root]
  // The list grows while it is walked.
  for (const directory of found) {
    if (found.length >= MAX_SEARCHED) break
    const inside = entriesOf(directory).filter((one) => one.isDirectory() && !/^\.|^node_modules$/.test(one.name))
    found.push(...inside.map(({ name }) => join(directory, name)))
  }
  return found.slice(1, MAX_SEARCHED)
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

/** The innermost of the roots that the file is in. */
export const rootOfFile = (file: string, roots: readonly string[]): string | undefined =>
  roots.filter((root) => isInside(file, root)).toSorted((a, b) => b.length - a.length)[0]

/** Limits on the hook files of one event, which are read before anyone has trusted them (CONTRACT §4). */
const MAX_HOOK_ROOTS = 100
const MAX_HOOK_BYTES = 4 * 1024 * 1024

/** Why the hooks of these directories are not read together. Undefined if they are. */
export function whyTooManyHooks(roots: readonly string[]): string | undefined {
  if (roots.length > MAX_HOOK_ROOTS)
    return `${roots.length} directories have hooks for it, but the maximum is ${MAX_HOOK_ROOTS}`
  const bytes = roots.length < 2 ? 0 : roots.reduce((sum, root) => sum + hookBytes(root), 0)
  return bytes > MAX_HOOK_BYTES
    ? `its hook files in ${roots.length} directories have ${bytes} bytes, but the maximum is ${MAX_HOOK_BYTES}`
    : undefined
}

const hookBytes = (root: string): number =>
  hookFiles.reduce((sum, file) => sum + Math.min(sizeOf(join(root, file)), MAX_FILE_BYTES), 0)
/** Nothing of a larger file is read. */
const MAX_FILE_BYTES = 1024 * 1024

function sizeOf(file: string): number {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}

/** The directory with `.git` at or above a root. A repository that is the home directory holds the hooks of the user, not of a project. */
function findRepository(root: string, home: string, { exists, realPath }: DiskView): string | undefined {
  for (let at = root; ; at = dirname(at)) {
    if (exists(join(at, '.git'))) return realPath(at) === home ? undefined : at
    if (at === dirname(at)) return undefined
  }
}

/** From the outer directory down to the path; nothing if the path is not inside. */
function directoriesBetween(outer: string, path: string): readonly string[] {
  const found: string[] = []
  // The root of the file system is its own parent, so the loop ends at the outer directory and not above it.
  for (let at = path; at !== outer && isInside(at, outer); at = dirname(at)) found.push(at)
  return path === outer || found.length > 0 ? [...found, outer] : []
}

function findMarkedAbove(
  directory: string,
  home: string,
  isTrusted: (at: string) => boolean,
  { exists, realPath }: DiskView,
): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    const found = rootMarks.filter((mark) => exists(join(at, mark)))
    if (found.some((mark) => !ownInHome.has(mark)) || (found.length > 0 && realPath(at) !== home)) return at
    if (isTrusted(at)) return at
    if (at === dirname(at)) return undefined
  }
}

/** Follows links as far as the path exists. */
function findRealPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path === dirname(path) ? path : join(findRealPath(dirname(path)), basename(path))
  }
}

/** The shortest form of a path: relative to the current directory, relative to home, or absolute. */
export function shownPath(path: string, cwd: string, home = homeDirectory()): string {
  const short = relative(cwd, path)
  const fromHome = path.startsWith(home.endsWith(sep) ? home : home + sep) ? `~${sep}${relative(home, path)}` : path
  const best = short === '' || short.length >= fromHome.length ? fromHome : short
  return best.length < path.length ? best : path
}
