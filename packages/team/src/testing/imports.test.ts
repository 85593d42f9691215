import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.ts$/.test(name))

/** The folders of this package that each folder may import. The longest matching folder counts. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  'wire/': ['wire/'],
  'client/': ['client/', 'wire/'],
  'server/store/': ['server/store/'],
  'server/': ['server/', 'wire/'],
  'testing/': ['testing/', 'server/', 'client/', 'wire/'],
}

test.each(files)('%s imports only allowed folders', (file) => {
  const folder = Object.keys(allowedImports)
    .filter((name) => file.startsWith(name))
    .toSorted((a, b) => b.length - a.length)[0]
  const allowed = allowedImports[folder ?? '']
  expect(allowed, 'the folder of every file is in the table').toBeDefined()
  const imported = [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, path = '']) => normalize(join(dirname(file), path)))
    .filter((path) => allowed?.some((name) => path.startsWith(name)) !== true)
  expect(imported).toEqual([])
})
