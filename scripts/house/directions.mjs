/**
 * Checks the directions of a package's imports: the `imports.test.ts` of a package has a table of layers, and these functions
 * compare its files with it. The messages are for the developer whose change has broken the table.
 */
import { fileCycles, folderCycles } from './cycles.mjs'
import { entriesOf } from './entries.mjs'
import { isTestFile, readFiles } from './files.mjs'
import { readGraph, readImports } from './imports.mjs'
import { fileCycleText, folderCycleText } from './print.mjs'

/** The files below `src` of a package, without its tests, and their imports. Paths start below `src`. */
export function readSourceTree(packageName) {
  const src = `packages/${packageName}/src/`
  const files = readFiles(src)
    .filter(({ path }) => !isTestFile(path))
    .map((file) => ({ ...file, path: file.path.slice(src.length) }))
  return {
    files: files.map(({ path }) => path),
    imports: readGraph(files),
    sourceImports: readGraph(files.filter(({ kind }) => kind !== 'test')),
    packageImports: files.flatMap((file) =>
      readImports(file)
        .filter(({ specifier }) => !specifier.startsWith('.'))
        .map(({ specifier }) => ({ from: file.path, specifier })),
    ),
    entries: new Set(entriesOf(packageName).map((path) => path.slice(src.length))),
  }
}

/** Layers from folders: each holds the files below it, and may import itself and what is listed. */
export const layersOfFolders = (folders) =>
  Object.fromEntries(
    Object.entries(folders).map(([folder, may]) => [folder, { is: new RegExp(`^${folder}/`), may: [folder, ...may] }]),
  )

/**
 * Imports that the table does not allow, of types too. The first layer that fits a file is its layer. `may` lists layers, or
 * single files without `.ts`; `*` allows everything.
 */
export function findForbiddenImports({ files, imports }, layers) {
  const layerOf = (file) => Object.keys(layers).find((name) => layers[name].is.test(file))
  const isAllowed = ({ from, to }) => {
    const may = layers[layerOf(from)]?.may ?? ['*']
    return ['*', layerOf(to), to.replace(/\.tsx?$/, '')].some((name) => may.includes(name))
  }
  return [
    ...files.filter((file) => !layerOf(file)).map((file) => `${file} belongs to no layer of the table`),
    ...imports
      .filter((edge) => !isAllowed(edge))
      .map(({ from, to }) => {
        const may = layers[layerOf(from)].may.join(', ') || 'nothing'
        return `${from} imports ${to} of layer ${layerOf(to)}; its layer, ${layerOf(from)}, may import ${may}`
      }),
  ]
}

/** Cycles between files and between folders, as texts. */
export const describeCycles = ({ sourceImports, entries }) => [
  ...fileCycles(sourceImports).map(fileCycleText),
  ...folderCycles(sourceImports, entries).map(folderCycleText),
]
