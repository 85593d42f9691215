import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runStory } from '../stories/run-story.ts'
import { filterHelp, filterOptions } from './filters.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/log.md', import.meta.url)), 'utf8')

test('the example of docs/log.md prints what the page says', async () => {
  const blocks = [...page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)]
  const steps = blocks.filter(([, kind]) => kind === 'console').map(([, , , text]) => text)
  const files = blocks
    .filter(([, , path]) => path !== '')
    .map(([, , path, text = '']) => `-- ${path}${text.startsWith('#!') ? ' (755)' : ''} --\n${text}`)
  const directory = mkdtempSync(join(tmpdir(), 'hookline-docs-'))
  try {
    const file = join(directory, 'log.txt')
    writeFileSync(file, [...steps, ...files].join(''))
    expect([steps.length, files.length]).toEqual([1, 3])
    expect(await runStory(file)).toBe('')
  } finally {
    rmSync(directory, { recursive: true })
  }
}, 60_000)

test('every filter is in the help', () => {
  const named = [...filterHelp.matchAll(/^ {2}--(\w+)/gm)].map(([, name]) => name)
  expect([...named, 'limit'].toSorted()).toEqual(Object.keys(filterOptions).toSorted())
})
