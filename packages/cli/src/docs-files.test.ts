/** Every hook file that a page prints is read without an error: names of events, keys, packs, parameters and rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sandbox } from './testing/cli.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url))
const pages = ['README.md', ...readdirSync(join(repository, 'docs')).map((name) => `docs/${name}`)]

/** Blocks that are a whole hook file. */
const found = pages
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) => {
    const text = readFileSync(join(repository, page), 'utf8')
    const blocks = [...text.matchAll(/^```jsonc? ?(\S*)\n([\s\S]*?)^```$/gm)].map(([, path = '', block = '']) => ({
      path,
      block,
    }))
    return blocks
      .filter(({ block }) => /^\{\s*(?:"\w+": [^{[]*)*"(?:hooks|packs)": \{/.test(block))
      .map(({ path, block }, at) => [`${page} (${at + 1})`, path, block] as const)
  })

/** The page's scripts are not written here, and a page may describe the file of a team or an organisation. */
const expected = new Set(['missing-script', 'wrong-directory', 'missing-module', 'no-endpoint', 'forbidden-setting'])

/** Keys that a team server takes out of a pack before it signs the file. */
const ofTeams = /no parameter `(?:operating_systems|is_active)`/

it('finds the files of the pages', () => {
  expect(found.length).toBeGreaterThan(15)
})

it.each(found)('%s', (_, path, block) => {
  const scratch = sandbox()
  scratch.write(path.endsWith('hooks.json') ? '.cursor/hooks.json' : '.hookline/hookline.json', block)
  const { stdout } = scratch.hookline(['check', '--json'])
  const problems: readonly { code: string; severity: string; message: string }[] = JSON.parse(stdout).problems
  const errors = problems.filter(
    ({ code, severity, message }) => severity === 'error' && !expected.has(code) && !ofTeams.test(message),
  )
  expect(errors.map(({ code, message }) => `${code}: ${message}`)).toEqual([])
})
