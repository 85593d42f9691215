import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { uncommentedCasts } from './casts.mjs'
import { fileCycles, folderCycles } from './cycles.mjs'
import { errorClasses, jsonTypes } from './declarations.mjs'
import { findForbiddenImports, layersOfFolders } from './directions.mjs'
import { kindOf, readFiles } from './files.mjs'
import { findLargeFolders } from './folders.mjs'
import { readGraph } from './imports.mjs'
import { rowFolders, tables } from './lists.mjs'
import { root } from './root.mjs'
import { findSlivers } from './slivers.mjs'

const fileOf = (text, path = 'packages/a/src/a.ts') => ({ path, text, lines: text.split('\n').length })

/** Files that import each other, from `{ path: text }`. */
const graphOf = (files) => readGraph(Object.entries(files).map(([path, text]) => fileOf(text, path)))

describe('kindOf', () => {
  it('separates tests, generated code and source', () => {
    expect(kindOf('packages/a/src/b.test.ts', '')).toBe('test')
    expect(kindOf('packages/a/src/testing/fakes.ts', '')).toBe('test')
    expect(kindOf('packages/a/gen/b.js', '')).toBe('generated')
    expect(kindOf('packages/a/src/b.ts', '// biome-ignore-all lint: generated\n')).toBe('generated')
    expect(kindOf('packages/a/src/b.ts', '/** What the generated scripts share. */\n')).toBe('source')
  })
})

describe('readGraph', () => {
  it('reads imports, re-exports and dynamic imports, and knows which are types', () => {
    const edges = graphOf({
      'src/a.ts': `import type { B } from './b.ts'\nexport { c } from './c.ts'\nconst d = await import('./d.ts')\nimport { type E } from './e.ts'`,
      'src/b.ts': '',
      'src/c.ts': '',
      'src/d.ts': '',
      'src/e.ts': "import { readFile } from 'node:fs'",
    })
    const types = Object.fromEntries(edges.map(({ to, isType }) => [to, isType]))
    expect(types).toEqual({ 'src/b.ts': true, 'src/c.ts': false, 'src/d.ts': false, 'src/e.ts': true })
  })
})

describe('cycles', () => {
  it('finds files that import each other through others', () => {
    const edges = graphOf({
      'src/a.ts': "import './b.ts'",
      'src/b.ts': "import './c.ts'",
      'src/c.ts': "import './a.ts'",
      'src/d.ts': "import './a.ts'",
    })
    expect(fileCycles(edges)).toEqual([['src/a.ts', 'src/b.ts', 'src/c.ts']])
  })

  it('ignores imports of types', () => {
    expect(fileCycles(graphOf({ 'a.ts': "import './b.ts'", 'b.ts': "import type { A } from './a.ts'" }))).toEqual([])
  })

  it('finds sibling folders that import each other through a file beside them', () => {
    const edges = graphOf({
      'src/a/one.ts': "import '../between.ts'",
      'src/a/two.ts': '',
      'src/b/deep/three.ts': "import '../../a/two.ts'",
      'src/between.ts': "import './b/deep/three.ts'",
    })
    expect(fileCycles(edges)).toEqual([])
    expect(folderCycles(edges).map(({ parent, folders }) => [parent, ...folders])).toEqual([['src/', 'a/', 'b/']])
  })

  it('accepts a folder that imports a file of its parent', () => {
    const edges = graphOf({
      'src/a/one.ts': "import '../a.ts'",
      'src/a/two.ts': '',
      'src/a.ts': "import './a/two.ts'",
    })
    expect(folderCycles(edges)).toEqual([])
  })

  it('takes an offered index.ts for itself', () => {
    const edges = graphOf({
      'src/a/index.ts': "import '../b/two.ts'",
      'src/a/one.ts': '',
      'src/b/two.ts': "import '../a/one.ts'",
    })
    expect(folderCycles(edges)).toHaveLength(1)
    expect(folderCycles(edges, new Set(['src/a/index.ts']))).toEqual([])
  })
})

describe('findForbiddenImports', () => {
  const layers = { base: { is: /^[^/]+\.ts$/, may: [] }, ...layersOfFolders({ a: ['base'], b: ['a', 'c/one'], c: [] }) }
  const check = (from, to) => findForbiddenImports({ files: [from, to], imports: [{ from, to }] }, layers)

  it('allows a layer what its row lists, and a folder its own files', () => {
    expect(check('b/x.ts', 'a/x.ts')).toEqual([])
    expect(check('b/x.ts', 'b/deep/y.ts')).toEqual([])
    expect(check('b/x.ts', 'c/one.ts')).toEqual([])
  })

  it('names the file, what it imports and what it may import', () => {
    expect(check('a/x.ts', 'b/x.ts')).toEqual(['a/x.ts imports b/x.ts of layer b; its layer, a, may import a, base'])
    expect(check('one.ts', 'two.ts')).toEqual([
      'one.ts imports two.ts of layer base; its layer, base, may import nothing',
    ])
    expect(check('b/x.ts', 'c/two.ts')).toHaveLength(1)
  })

  it('finds a file that belongs to no layer', () => {
    expect(check('b/x.ts', 'd/x.ts')[0]).toBe('d/x.ts belongs to no layer of the table')
  })
})

describe('uncommentedCasts', () => {
  const linesOf = (text) => uncommentedCasts(fileOf(text)).map(({ line }) => line)

  it('finds casts and non-null assertions, and a chain of casts once', () => {
    expect(linesOf('const a = b as C\nconst d = e!\nconst f = g as unknown as H')).toEqual([1, 2, 3])
  })

  it('leaves as const, satisfies and renamed imports alone', () => {
    expect(linesOf("import { a as b } from 'c'\nconst d = [b] as const\nconst e = b satisfies F")).toEqual([])
  })

  it('accepts a comment on the line, above it, or above the statement', () => {
    expect(linesOf('const a = b as C // The check above proves it.')).toEqual([])
    expect(linesOf('// The check above proves it.\nconst a = b as C')).toEqual([])
    expect(linesOf('// The check above proves it.\nconst a = f(\n  x,\n  b as C,\n)')).toEqual([])
    expect(linesOf('const a = f(\n  x,\n  // The check above proves it.\n  b as C,\n)')).toEqual([])
  })

  it('does not accept a comment at the end of the line above, or above the function', () => {
    expect(linesOf('const x = 1 // One.\nconst a = b as C')).toEqual([2])
    expect(linesOf('/** Reads. */\nfunction read() {\n  return a as B\n}')).toEqual([3])
  })
})

describe('declarations', () => {
  it('finds Json under any name, and classes of errors', () => {
    const file = fileOf(
      'type Json = unknown\ntype Fields = Readonly<Record<string, unknown>>\nclass A extends Error {}',
    )
    expect(jsonTypes(file).map(({ name }) => name)).toEqual(['Json', 'Fields'])
    expect(errorClasses(file)).toEqual([{ path: file.path, line: 3, name: 'A' }])
  })
})

describe('files and folders', () => {
  it('finds short files with one importer, unless the package offers them', () => {
    const files = [fileOf('', 'src/a.ts'), fileOf('', 'src/b.ts'), fileOf('x\n'.repeat(50), 'src/c.ts')]
    const edges = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((to) => ({ from: 'src/d.ts', to }))
    expect(findSlivers(files, edges, new Set(['src/b.ts'])).map(({ path }) => path)).toEqual(['src/a.ts'])
  })

  it('finds folders with more than 20 files', () => {
    const files = (folder, count) => Array.from({ length: count }, (_, index) => ({ path: `${folder}/${index}.ts` }))
    expect(findLargeFolders([...files('src/a', 20), ...files('src/b', 21)])).toEqual([{ path: 'src/b', count: 21 }])
  })
})

describe('exceptions', () => {
  it('name folders and files that exist', () => {
    const files = readFiles()
    expect(rowFolders.filter(({ path }) => !existsSync(join(root, path)))).toEqual([])
    expect(tables.filter(({ path }) => !files.some((file) => path.test(file.path)))).toEqual([])
  })
})
