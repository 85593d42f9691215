/**
 * Finds cycles of imports. Imports of types are ignored: they do not exist when the program runs.
 *
 * A cycle between files: each of them imports the next one, and the last one imports the first.
 *
 * A cycle between folders: two folders in the same parent that import each other, directly or through other folders and files of
 * that parent. A folder stands for everything below it. A folder that imports a file of its parent is not a cycle, even if that
 * file imports the folder: `config.ts` and `config/` belong together. An `index.ts` that the package offers stands for itself and
 * not for its folder, because it collects what other packages import.
 */
import { groupsInCycles } from './groups.mjs'

const valueImports = (edges) => edges.filter(({ isType }) => !isType)

/** Groups of files, each reachable from every other one of its group. */
export const fileCycles = (edges) => groupsInCycles(valueImports(edges).map(({ from, to }) => [from, to]))

/** Groups of sibling folders, each reachable from every other one of its group, with the imports between them. */
export function folderCycles(edges, entries = new Set()) {
  const isFace = (path) => path.endsWith('/index.ts') && entries.has(path)
  const cycles = []
  for (const [parent, inside] of byCommonParent(valueImports(edges))) {
    const nodeOf = (path) => (isFace(path) ? path : childOf(parent, path))
    const steps = inside.map(({ from, to }) => [nodeOf(from), nodeOf(to)])
    for (const group of groupsInCycles(steps)) {
      const folders = group.filter((child) => child.endsWith('/'))
      if (folders.length < 2) continue
      const imports = inside.filter((_, index) => steps[index].every((step) => group.includes(step)))
      cycles.push({ parent, folders, imports })
    }
  }
  return cycles
}

/** Each import belongs to the deepest folder that holds both of its files. */
function byCommonParent(edges) {
  const parents = new Map()
  for (const edge of edges) {
    const from = edge.from.split('/')
    const to = edge.to.split('/')
    let depth = 0
    while (depth < from.length - 1 && from[depth] === to[depth]) depth++
    const parent = from
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join('')
    parents.set(parent, [...(parents.get(parent) ?? []), edge])
  }
  return parents
}

/** The folder (with a slash at its end) or the file in `parent` that holds the path. A parent is empty or ends with a slash. */
export function childOf(parent, path) {
  const end = path.indexOf('/', parent.length)
  return end < 0 ? path.slice(parent.length) : path.slice(parent.length, end + 1)
}
