/** A page of the docs as a story: its `console` blocks are the steps, its blocks with a path the files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runStory } from './run-story.ts'

/** What went otherwise than the page says, empty when nothing did; and how much of it was played. */
export async function playPage(
  name: string,
): Promise<{ readonly steps: number; readonly files: number; readonly difference: string }> {
  const page = readFileSync(fileURLToPath(new URL(`../../../../docs/${name}.md`, import.meta.url)), 'utf8')
  const blocks = [...page.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)]
  const steps = blocks.filter(([, kind]) => kind === 'console').map(([, , , text]) => text)
  const files = blocks
    .filter(([, , path]) => path !== '')
    .map(([, , path, text = '']) => `-- ${path}${text.startsWith('#!') ? ' (755)' : ''} --\n${text}`)
  const directory = mkdtempSync(join(tmpdir(), 'hookline-docs-'))
  try {
    const file = join(directory, `${name}.txt`)
    writeFileSync(file, [...steps, ...files].join(''))
    return { steps: steps.length, files: files.length, difference: await runStory(file) }
  } finally {
    rmSync(directory, { recursive: true })
  }
}
