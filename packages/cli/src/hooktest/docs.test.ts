import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runStory } from '../stories/run-story.ts'
import { caseKeys, fileKeys, wantKeys } from './read/format.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/testing.md', import.meta.url)), 'utf8')
const blocks = [...page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, kind, path, text = '']) => ({
  kind,
  path,
  text,
}))

test('the example of docs/testing.md prints what the page shows', async () => {
  const steps = blocks.filter(({ kind }) => kind === 'console').map(({ text }) => text)
  const files = blocks
    .filter(({ path }) => path !== '')
    .map(({ path, text }) => `-- ${path}${text.startsWith('#!') ? ' (755)' : ''} --\n${text}`)
  const directory = mkdtempSync(join(tmpdir(), 'hookline-docs-'))
  try {
    const file = join(directory, 'testing.txt')
    writeFileSync(file, [...steps, ...files].join(''))
    expect(files.length).toBe(3)
    expect(await runStory(file)).toBe('')
  } finally {
    rmSync(directory, { recursive: true })
  }
})

test.each([
  ['file', fileKeys],
  ['case', caseKeys],
  ['want', wantKeys],
])('docs/testing.md has exactly one row for every key of a %s', (what, rows) => {
  const table =
    new RegExp(`^\\| key of [^\\n]*${what}[^\\n]*\\n\\|---\\|---\\|\\n((?:\\|.*\\n)+)`, 'm').exec(page)?.[1] ?? ''
  const named = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named.toSorted()).toEqual(Object.keys(rows).toSorted())
})
