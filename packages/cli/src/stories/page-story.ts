/** Runs a page of the docs as a story: its `console` blocks are the steps, and its blocks with a path are the files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runStory } from './run-story.ts'

/** Returns the difference to the page, empty if there is none, and the number of steps and files. */
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
