import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runStory } from '../stories/run-story.ts'

const page = readFileSync(fileURLToPath(new URL('../../../../docs/agent.md', import.meta.url)), 'utf8')

test('the conversation of docs/agent.md goes as the page says', async () => {
  const blocks = [...page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)]
  const steps = blocks.filter(([, kind]) => kind === 'console').map(([, , , text]) => text)
  const files = blocks
    .filter(([, , path]) => path !== '')
    .map(([, , path, text = '']) => `-- ${path}${text.startsWith('#!') ? ' (755)' : ''} --\n${text}`)
  const directory = mkdtempSync(join(tmpdir(), 'hookline-docs-'))
  try {
    const file = join(directory, 'agent.txt')
    writeFileSync(file, [...steps, ...files].join(''))
    expect([steps.length, files.length]).toEqual([1, 4])
    expect(await runStory(file)).toBe('')
  } finally {
    rmSync(directory, { recursive: true })
  }
}, 60_000)
