/** Finds the files that JavaScript loads by a name which a package.json of the workspace gives them. */
import type { Files, Platform } from '../../ports.ts'
import { isWithin, join, parent } from '../paths.ts'

type PackageFiles = Pick<Files, 'read' | 'realPath'>
interface Package {
  readonly directory: string
  readonly content: Readonly<Record<string, unknown>>
}

const specifier = /\b(?:from|import|require|resolve)\s{0,9}\(?\s{0,9}(["'])([#@\w][^"'\n$]{0,200})\1/g
const MAX_NAMES = 200
const MAX_LEVELS = 30

/** The names in the text that are no paths. */
export const packageNames = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(specifier)].map((match) => match[2] ?? ''))]
    .filter((name) => !name.includes(':'))
    .slice(0, MAX_NAMES)

/**
 * The files that a script of this directory loads by these names: `imports` of its own package, `exports` of its own and of packages
 * that are linked to a directory of the root. Other packages are not followed.
 */
export function filesOfPackages(
  names: readonly string[],
  { directory, root }: { readonly directory: string; readonly root: string },
  files: PackageFiles,
  system: Platform['system'],
): readonly string[] {
  if (names.length === 0) return []
  const own = readOwn(directory, files, system)
  return names.flatMap((name) => {
    if (name.startsWith('#')) return own === undefined ? [] : targetsOf(own, own.content.imports, name, system)
    const [, packageName = '', inside = ''] = /^((?:@[^/]+\/)?[^/]+)(\/.*)?$/.exec(name) ?? []
    const from = own?.content.name === packageName ? own : findLinked(packageName, { directory, root }, files, system)
    return from === undefined ? [] : filesOf(from, inside, system)
  })
}

/** The main file of a directory, which `require` and `node` take. */
export function mainOf(directory: string, files: PackageFiles, system: Platform['system']): readonly string[] {
  const found = readPackage(directory, files, system)
  return found === undefined ? [] : filesOf({ ...found, content: { main: found.content.main } }, '', system)
}

function filesOf(from: Package, inside: string, system: Platform['system']): readonly string[] {
  const { exports: exported, main } = from.content
  if (exported !== undefined && exported !== null) {
    const byPath = Object.keys(Object(exported)).some((key) => key.startsWith('.'))
    const map = byPath && typeof exported === 'object' ? exported : { '.': exported }
    return targetsOf(from, map, `.${inside}`, system)
  }
  const name = inside === '' ? (typeof main === 'string' ? main : 'index') : inside
  return ['', '.js', '.mjs', '.cjs', '/index.js'].map((end) => join(system, from.directory, name + end))
}

/** Of all conditions: which one holds depends on how the script is started. */
function targetsOf({ directory }: Package, map: unknown, name: string, system: Platform['system']): readonly string[] {
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).flatMap(([key, target]) => {
    const [before = '', after] = key.split('*')
    const fits = after === undefined ? key === name : name.startsWith(before) && name.endsWith(after)
    if (!fits) return []
    const matched = after === undefined ? '' : name.slice(before.length, name.length - after.length)
    return stringsIn(target)
      .filter((text) => text.startsWith('./'))
      .map((text) =>
        join(
          system,
          directory,
          text.replaceAll('*', () => matched),
        ),
      )
  })
}

const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** The package that the directory is in. */
function readOwn(directory: string, files: PackageFiles, system: Platform['system']): Package | undefined {
  return upwards(directory, system, (path) => readPackage(path, files, system))
}

/** A package beside the others whose directory is a link to one of the root. */
function findLinked(
  name: string,
  { directory, root }: { readonly directory: string; readonly root: string },
  files: PackageFiles,
  system: Platform['system'],
): Package | undefined {
  const found = upwards(directory, system, (path) =>
    readPackage(join(system, path, 'node_modules', name), files, system),
  )
  if (found === undefined) return undefined
  const real = files.realPath(found.directory)
  const isOwn = isWithin(system, files.realPath(root), real) && !/[\\/]node_modules[\\/]/.test(real)
  return isOwn ? { ...found, directory: real } : undefined
}

function upwards<T>(from: string, system: Platform['system'], read: (path: string) => T | undefined): T | undefined {
  let path = from
  for (let level = 0; level < MAX_LEVELS; level++) {
    const found = read(path)
    if (found !== undefined) return found
    const above = parent(system, path)
    if (above === path) return undefined
    path = above
  }
  return undefined
}

function readPackage(directory: string, files: PackageFiles, system: Platform['system']): Package | undefined {
  const found = files.read(join(system, directory, 'package.json'))
  if (found.kind !== 'text') return undefined
  try {
    const content: unknown = JSON.parse(found.text)
    return typeof content === 'object' && content !== null ? { directory, content: { ...content } } : undefined
  } catch {
    return undefined
  }
}
