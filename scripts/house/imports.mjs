// Which file imports which: the graph that the other figures read.
import { posix } from 'node:path'
import { parse } from './parse.mjs'

/** What one file imports: `{ specifier, isType }`. An import is a type only if each of its names is. */
export function readImports(file) {
  const { module } = parse(file)
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    isType: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  for (const { entries } of module.staticExports) {
    const specifier = entries[0]?.moduleRequest?.value
    if (specifier) imports.push({ specifier, isType: entries.every((entry) => entry.isType) })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^$]*)\1$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end))
    if (literal) imports.push({ specifier: literal[2], isType: false })
  }
  return imports
}

/** Imports between the given files: `{ from, to, isType }`, with paths. Imports of packages are left out. */
export function readGraph(files) {
  const paths = new Set(files.map((file) => file.path))
  const edges = []
  for (const file of files) {
    for (const { specifier, isType } of readImports(file)) {
      if (!specifier.startsWith('.')) continue
      const to = posix.join(posix.dirname(file.path), specifier)
      if (paths.has(to)) edges.push({ from: file.path, to, isType })
    }
  }
  return edges
}
