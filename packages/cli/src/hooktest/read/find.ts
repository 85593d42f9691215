/** Finds test files: the named ones, or all below a directory. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from '../../flags.ts'
import { statOf } from '../../machine/file-stat.ts'
import { isInside } from '../../paths.ts'
import { oneLine } from '../../text/plain.ts'

export type FoundFile =
  | { readonly kind: 'hooktest'; readonly file: string }
  /** Cases of the engine itself: a JSON array. */
  | { readonly kind: 'cases'; readonly file: string }

const isTestFile = (name: string): boolean => /\.hooktest\.(ya?ml|json)$/.test(name)
const skippedFolders = new Set(['node_modules', '.git', 'dist'])

export function findTests(paths: readonly string[], root: string, cwd: string): readonly FoundFile[] {
  if (paths.length === 0)
    return listFiles(checkWorkspaceRoot(root), isTestFile).map((file) => ({ kind: 'hooktest', file }))
  const found = paths.flatMap((path) => findNamed(resolve(cwd, path), path))
  return [...new Map(found.map((one) => [one.file, one])).values()]
}

/** Rejects a home directory and its parents as a workspace, because they contain files of other projects and users. */
export function checkWorkspaceRoot(root: string, home = homedir()): string {
  if (root !== home && !isInside(home, root)) return root
  const what = root === home ? 'your home directory' : `${oneLine(root)}, which contains your home directory,`
  throw new UsageError(`${what} is not a workspace. Change to a workspace, or name one: hookline test <dir>`)
}

/** A named file is a test file whatever its name. In a named directory, cases of the engine count too. */
function findNamed(path: string, asWritten: string): readonly FoundFile[] {
  const stats = statOf(path)
  if (stats === undefined) throw new UsageError(`${oneLine(asWritten)} does not exist`)
  if (!stats.isDirectory()) return [classify(path)]
  const files = listFiles(checkWorkspaceRoot(path), (name) => isTestFile(name) || name.endsWith('.json'))
  return files.map(classify).filter(({ kind, file }) => kind === 'cases' || isTestFile(file))
}

const classify = (file: string): FoundFile =>
  !isTestFile(file) && file.endsWith('.json') && hasEngineCases(file)
    ? { kind: 'cases', file }
    : { kind: 'hooktest', file }

function hasEngineCases(file: string): boolean {
  const stats = statOf(file)
  if (stats?.isFile() !== true || stats.size > 2 ** 22) return false
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(value) && value.length > 0 && value.every(isCase)
  } catch {
    return false
  }
}

const isCase = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'note' in one && 'hooks' in one && 'want' in one

function listFiles(directory: string, wanted: (name: string) => boolean): readonly string[] {
  return readEntries(directory).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(path, wanted)
    return entry.isFile() && wanted(entry.name) ? [path] : []
  })
}

/** A directory that cannot be read counts as empty. */
function readEntries(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
