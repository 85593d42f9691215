// Finds slivers: files under 40 lines that only one other file imports. Most of them are easier to read inside that file.
import { isRowFile } from './lists.mjs'

const maxLines = 40

/** Slivers of the given source files, each with its importer. A file that other packages import is not one. */
export function findSlivers(files, edges, entries) {
  const importers = new Map()
  for (const { from, to } of edges) importers.set(to, (importers.get(to) ?? new Set()).add(from))
  return files
    .filter(({ path, lines }) => lines < maxLines && importers.get(path)?.size === 1 && !entries.has(path))
    .map(({ path, lines }) => ({ path, lines, importer: [...importers.get(path)][0], isRow: isRowFile(path) }))
}
