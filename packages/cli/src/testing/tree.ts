/** What is below a directory, to compare before and after. */
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The compiled code that all sandboxes share, and add to while they run. */
const sharedCode = join('cache', 'hookline', 'code')

/** Every path below, relative to the directory. */
export const pathsBelow = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted()

/** The content of every file below, by path. */
export const filesBelow = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pathsBelow(directory)
      .filter((path) => lstatSync(join(directory, path)).isFile())
      .map((path) => [path, readFileSync(join(directory, path), 'latin1')]),
  )

/** Every path below with its kind, mode and bytes. */
export const treeOf = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(pathsBelow(directory).map((path) => [path, describePath(join(directory, path))]))

/** The same with the time of the last change, without the shared code. */
export const snapshotOf = (directory: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pathsBelow(directory)
      .filter((path) => !path.includes(sharedCode))
      .map((path) => [path, `${lstatSync(join(directory, path)).mtimeMs} ${describePath(join(directory, path))}`]),
  )

function describePath(path: string): string {
  const stats = lstatSync(path)
  const kind = stats.isDirectory() ? 'directory' : 'other'
  return `${(stats.mode & 0o777).toString(8)} ${stats.isFile() ? readFileSync(path, 'latin1') : kind}`
}
