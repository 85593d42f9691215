// Measures the packages: every figure for each of them, and what is behind it.
import { findInRepository } from '../words/findings.mjs'
import { uncommentedCasts } from './casts.mjs'
import { fileCycles, folderCycles } from './cycles.mjs'
import { errorClasses, jsonTypes } from './declarations.mjs'
import { entriesOf } from './entries.mjs'
import { readFiles } from './files.mjs'
import { findLargeFolders } from './folders.mjs'
import { readGraph } from './imports.mjs'
import { findSlivers } from './slivers.mjs'

const sumOfLines = (files) => files.reduce((sum, { lines }) => sum + lines, 0)

/** What is found in the source files of one package. */
function measurePackage(name, source, words) {
  const edges = readGraph(source)
  const entries = new Set(entriesOf(name))
  const slivers = findSlivers(source, edges, entries)
  return {
    package: name,
    files: source.length,
    lines: sumOfLines(source),
    tableLines: sumOfLines(source.filter(({ isTable }) => isTable)),
    slivers: slivers.filter(({ isRow }) => !isRow),
    rowSlivers: slivers.filter(({ isRow }) => isRow),
    largeFolders: findLargeFolders(source),
    casts: source.flatMap((file) => uncommentedCasts(file)),
    fileCycles: fileCycles(edges),
    folderCycles: folderCycles(edges, entries),
    jsonTypes: source.flatMap(jsonTypes),
    errorClasses: source.flatMap(errorClasses),
    words: words.filter(({ file }) => file.startsWith(`packages/${name}/`)),
  }
}

/** The packages in order of their names, and the findings of the word list outside of them. */
export function measure() {
  const source = readFiles().filter(({ kind }) => kind === 'source')
  const words = findInRepository({ all: true }).findings
  const names = [...new Set(source.map((file) => file.package))]
  return {
    packages: names.map((name) =>
      measurePackage(
        name,
        source.filter((file) => file.package === name),
        words,
      ),
    ),
    otherWords: words.filter(({ file }) => !file.startsWith('packages/')),
  }
}

/** A figure is a number, or the number of what was found. */
const countOf = (value) => (Array.isArray(value) ? value.length : value)

/** The figures alone: a row for each package, and the total. */
export function summarize({ packages, otherWords }) {
  const rows = packages.map((found) =>
    Object.fromEntries(Object.entries(found).map(([figure, value]) => [figure, countOf(value)])),
  )
  const total = { package: 'total' }
  for (const figure of Object.keys(rows[0]).filter((key) => key !== 'package'))
    total[figure] = rows.reduce((sum, row) => sum + row[figure], 0)
  return { packages: rows, total, otherWords: otherWords.length }
}
