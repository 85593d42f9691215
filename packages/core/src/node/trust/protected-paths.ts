/** The files an agent must not change, because its hooks depend on them: hook files of every agent, Hookline's directories and program. */
import { realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, parse, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentFileRows } from '../../agents/list.ts'
import { windowsEndings } from '../../command-line.ts'
import { isObject } from '../../schema.ts'
import {
  cacheDirectory,
  configDirectory,
  copiesDirectory,
  enterpriseDirectories,
  stateDirectory,
} from '../../sources/locations.ts'
import { thisSystem } from '../system/platform.ts'
import { readRegularText } from '../system/regular-file.ts'

export interface ProtectedNames {
  /** Patterns of files, in any directory. */
  readonly names: readonly string[]
  /** Names of directories that contain such files: they must not be deleted, moved or replaced as a whole. */
  readonly directories: readonly string[]
  /** Relative paths to look for below a directory that a command would delete or move. */
  readonly anchors: readonly string[]
}

const ownNames = [
  '.hookline/**',
  '{.config,.cache,.local/state,.local/share}/hookline/**',
  '.local/state/hookline-checked/**',
  'Library/{Application Support,Caches}/hookline/**',
  'Library/Application Support/hookline-checked/**',
  'AppData/{Roaming,Local}/hookline/**',
]
const programNames = ['node_modules/{hookline,@hookline}/**', 'node_modules/.bin/hookline{,.cmd,.ps1,.exe,.bunx}']
/** Files with commands that git and editors run by themselves. */
const otherNames = [
  '.git/{hooks/**,config}',
  '.husky/**',
  '.vscode/{settings.json,tasks.json}',
  '.pre-commit-config.yaml',
]

const agentNames = agentFileRows.flatMap(({ hookFiles, settings }) => [...hookFiles, ...settings])

/** `a/{b,c}/**` becomes `a/b` and `a/c`; a pattern with another wildcard becomes nothing. */
function expandPattern(pattern: string): readonly string[] {
  const braced = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern)
  if (braced !== null) {
    const [, head = '', inner = '', rest = ''] = braced
    return inner.split(',').flatMap((one) => expandPattern(head + one + rest))
  }
  const path = pattern.replace(/\/\*\*$/, '')
  return path.includes('*') ? [] : [path]
}

/** The part that does not depend on the machine. */
export const protectedNames: ProtectedNames = {
  names: [...agentNames, ...ownNames, ...programNames, ...otherNames],
  directories: [...agentFileRows.flatMap(({ directories }) => directories), '.hookline', '.git', '.husky'],
  anchors: [...agentNames, ...ownNames, ...programNames].flatMap(expandPattern),
}

export interface ProtectedFacts {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly roots: readonly string[]
}

/** Absolute paths of files and directories on this machine. Everything inside them is protected. */
export function findProtectedPaths({ home, env, roots }: ProtectedFacts): readonly string[] {
  const platform = { system: thisSystem, home, env }
  const { usual, own } = enterpriseDirectories(platform)
  const further = env.HOOKLINE_ENTERPRISE_DIR
  const runtime = env.XDG_RUNTIME_DIR
  return [
    ...[configDirectory, stateDirectory, copiesDirectory, cacheDirectory].map((find) => find(platform)),
    ...[usual, own],
    ...(further !== undefined && isAbsolute(further) ? [further] : []),
    ...(runtime !== undefined && isAbsolute(runtime) ? [join(runtime, 'hookline'), join(runtime, 'hookline-d')] : []),
    // The sockets of the daemon, where there is no such directory.
    ...(process.getuid === undefined ? [] : [`/tmp/hookline-${process.getuid()}`]),
    ...agentFileRows.flatMap(({ managed }) => managed?.[thisSystem] ?? []),
    ...findProgramPaths(env, roots),
  ]
}

/**
 * The paths of the program: the package of this file, and every `hookline` on the PATH with the package it links to. A
 * `hookline` path that does not exist is protected too, because a program created there would be started instead.
 */
function findProgramPaths(env: ProtectedFacts['env'], roots: readonly string[]): readonly string[] {
  const onPath = [...new Set((env.PATH ?? '').split(delimiter))]
    .filter(isAbsolute)
    .flatMap((directory) => programEndings.map((ending) => join(directory, `hookline${ending}`)))
  const packages = [ownPackage(), ...onPath.filter(exists).map((file) => findOwnPackage(resolveLinks(file)))]
  return [
    ...new Set([...onPath, ...packages.flatMap((one) => (one === undefined || isSource(one, roots) ? [] : [one]))]),
  ]
}

/** When the workspace is Hookline's own repository, its sources may be edited; an installed copy is in a node_modules. */
const isSource = (path: string, roots: readonly string[]): boolean =>
  !/[\\/]node_modules[\\/]/.test(path) && roots.some((root) => !relative(root, path).startsWith('..'))

/** npm on Windows writes three files for a program, and PowerShell starts the first of these that is there. */
const programEndings: readonly string[] = thisSystem === 'win32' ? ['', ...windowsEndings] : ['', '.cmd']

let ownPackageCache: { readonly path: string | undefined } | undefined
function ownPackage(): string | undefined {
  ownPackageCache ??= { path: findOwnPackage(fileURLToPath(import.meta.url)) }
  return ownPackageCache.path
}

const exists = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** The directory of the Hookline package that contains a file; undefined if the file belongs to another package. */
export function findOwnPackage(file: string): string | undefined {
  for (let at = deepestDirectory(dirname(file)); dirname(at) !== at; at = dirname(at)) {
    const manifest = join(at, 'package.json')
    if (!exists(manifest)) continue
    return isOurs(manifest) ? at : undefined
  }
  return undefined
}

/** Searches from the root down, so that a long path costs nothing after its first missing directory. */
function deepestDirectory(directory: string): string {
  const { root } = parse(directory)
  let deepest = root
  for (const match of directory.slice(root.length).matchAll(/[\\/]+|$/g)) {
    const next = directory.slice(0, root.length + match.index)
    if (!exists(next)) break
    deepest = next
  }
  return deepest
}

function isOurs(manifest: string): boolean {
  try {
    const content: unknown = JSON.parse(readRegularText(manifest) ?? '{}')
    return isObject(content) && typeof content.name === 'string' && /^(hookline|@hookline\/.+)$/.test(content.name)
  } catch {
    return false
  }
}
