/** What an agent must not change about its own guards, as one set: hook files of every agent, Hookline's directories, its program. */
import { realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, parse, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { agentFileRows } from '../../agents/list.ts'
import { cacheDirectory, configDirectory, enterprisePlaces, stateDirectory } from '../../sources/places.ts'
import { thisSystem } from '../system/platform.ts'
import { readRegularText } from '../system/regular-file.ts'

export interface ProtectedPaths {
  /** Patterns of files, in whatever directory they stand. */
  readonly names: readonly string[]
  /** Names of directories that hold such files: they are not deleted, moved or replaced whole. */
  readonly directories: readonly string[]
  /** Relative paths to look for below a directory that a command would take away. */
  readonly anchors: readonly string[]
}

const ownNames = [
  '.hookline/**',
  '{.config,.cache,.local/state,.local/share}/hookline/**',
  'Library/{Application Support,Caches}/hookline/**',
  'AppData/{Roaming,Local}/hookline/**',
]
const programNames = ['node_modules/{hookline,@hookline}/**', 'node_modules/.bin/hookline{,.cmd,.ps1,.exe,.bunx}']
/** What git and editors run by themselves. */
const otherNames = [
  '.git/{hooks/**,config}',
  '.husky/**',
  '.vscode/{settings.json,tasks.json}',
  '.pre-commit-config.yaml',
]

const agentNames = agentFileRows.flatMap(({ hookFiles, settings }) => [...hookFiles, ...settings])

/** `a/{b,c}/**` is `a/b` and `a/c`; a pattern with another wildcard names no path. */
function literalOf(pattern: string): readonly string[] {
  const braced = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern)
  if (braced !== null) {
    const [, head = '', inner = '', rest = ''] = braced
    return inner.split(',').flatMap((one) => literalOf(head + one + rest))
  }
  const path = pattern.replace(/\/\*\*$/, '')
  return path.includes('*') ? [] : [path]
}

/** The part that needs no machine. */
export const protectedNames: ProtectedPaths = {
  names: [...agentNames, ...ownNames, ...programNames, ...otherNames],
  directories: [...agentFileRows.flatMap(({ directories }) => directories), '.hookline', '.git', '.husky'],
  anchors: [...agentNames, ...ownNames, ...programNames].flatMap(literalOf),
}

export interface ProtectedFacts {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly roots: readonly string[]
}

/** Absolute files and directories of this machine; all that lies in them is protected. */
export function protectedPlaces({ home, env, roots }: ProtectedFacts): readonly string[] {
  const platform = { system: thisSystem, home, env }
  const { usual, own } = enterprisePlaces(platform)
  const further = env.HOOKLINE_ENTERPRISE_DIR
  const runtime = env.XDG_RUNTIME_DIR
  return [
    ...[configDirectory(platform), stateDirectory(platform), cacheDirectory(platform), usual, own],
    ...(further !== undefined && isAbsolute(further) ? [further] : []),
    ...(runtime !== undefined && isAbsolute(runtime) ? [join(runtime, 'hookline')] : []),
    ...agentFileRows.flatMap(({ managed }) => managed?.[thisSystem] ?? []),
    ...programPlaces(env, roots),
  ]
}

/**
 * Where the program stands: the package of this file, and every `hookline` on the PATH with the package it leads to. A name
 * that is free is protected too, because a program put there would be started in its place.
 */
function programPlaces(env: ProtectedFacts['env'], roots: readonly string[]): readonly string[] {
  const onPath = [...new Set((env.PATH ?? '').split(delimiter))]
    .filter(isAbsolute)
    .flatMap((directory) => ['hookline', 'hookline.cmd'].map((name) => join(directory, name)))
  const packages = [ownPackage(), ...onPath.filter(exists).map((file) => packageAt(realOf(file)))]
  return [
    ...new Set([...onPath, ...packages.flatMap((one) => (one === undefined || isSource(one, roots) ? [] : [one]))]),
  ]
}

/** Hookline's own repository as a workspace: its sources are worked on, and what is installed is in a node_modules. */
const isSource = (path: string, roots: readonly string[]): boolean =>
  !/[\\/]node_modules[\\/]/.test(path) && roots.some((root) => !relative(root, path).startsWith('..'))

let found: { readonly path: string | undefined } | undefined
function ownPackage(): string | undefined {
  found ??= { path: packageAt(fileURLToPath(import.meta.url)) }
  return found.path
}

const exists = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

/** The directory of the package of ours that holds a file; undefined where another package holds it. */
export function packageAt(file: string): string | undefined {
  for (let at = deepestDirectory(dirname(file)); dirname(at) !== at; at = dirname(at)) {
    const manifest = join(at, 'package.json')
    if (!exists(manifest)) continue
    return isOurs(manifest) ? at : undefined
  }
  return undefined
}

/** Searched from the root down: the names behind the first one that is missing cost nothing, however many they are. */
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
    const { name } = JSON.parse(readRegularText(manifest) ?? '{}') as { name?: unknown }
    return typeof name === 'string' && /^(hookline|@hookline\/.+)$/.test(name)
  } catch {
    return false
  }
}
