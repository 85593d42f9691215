/** Finds the test files: those named, or all below a directory. */
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from '../../flags.ts'
import { isInside } from '../../paths.ts'
import { oneLine } from '../../plain.ts'
import { statOf } from '../scratch/stat.ts'

export type Found =
  | { readonly kind: 'hooktest'; readonly file: string }
  /** The engine's own cases: an array of them in JSON. */
  | { readonly kind: 'cases'; readonly file: string }

const isTest = (name: string): boolean => /\.hooktest\.(ya?ml|json)$/.test(name)
const skipped = new Set(['node_modules', '.git', 'dist'])

export function findTests(paths: readonly string[], root: string, cwd: string): readonly Found[] {
  if (paths.length === 0) return below(narrow(root), isTest).map((file) => ({ kind: 'hooktest', file }))
  const found = paths.flatMap((path) => named(resolve(cwd, path), path))
  return [...new Map(found.map((one) => [one.file, one])).values()]
}

/** Everything below a home, or below what holds homes, is no workspace: much of it is not even the person's. */
export function narrow(root: string, home = homedir()): string {
  if (root !== home && !isInside(home, root)) return root
  const what = root === home ? 'your home directory' : `${oneLine(root)}, which holds your home directory`
  throw new UsageError(
    `this would take all of ${what} for one workspace. Go to a workspace, or name it: hookline test <dir>`,
  )
}

/** A file that is named is a test file whatever it is called; in a directory that is named the engine's cases count too. */
function named(path: string, asWritten: string): readonly Found[] {
  const stats = statOf(path)
  if (stats === undefined) throw new UsageError(`there is no ${oneLine(asWritten)}`)
  if (!stats.isDirectory()) return [kindOf(path)]
  const files = below(narrow(path), (name) => isTest(name) || name.endsWith('.json'))
  return files.map(kindOf).filter(({ kind, file }) => kind === 'cases' || isTest(file))
}

const kindOf = (file: string): Found =>
  !isTest(file) && file.endsWith('.json') && holdsCases(file) ? { kind: 'cases', file } : { kind: 'hooktest', file }

function holdsCases(file: string): boolean {
  if ((statOf(file)?.size ?? 0) > 2 ** 22) return false
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(value) && value.length > 0 && value.every(isCase)
  } catch {
    return false
  }
}

const isCase = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'note' in one && 'hooks' in one && 'want' in one

function below(directory: string, wanted: (name: string) => boolean): readonly string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : below(path, wanted)
    return entry.isFile() && wanted(entry.name) ? [path] : []
  })
}

/** A directory that may not be read holds no tests of ours. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
