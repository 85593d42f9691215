// What is quick to check of the recipes in CONTRIBUTING.md: `npm run test:trials` executes them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contentsByHand, readRecipe } from './recipe.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file) => readFileSync(join(root, file), 'utf8')
const page = read('CONTRIBUTING.md')
const headings = [...page.matchAll(/^### (Add .*)$/gm)].map(([, heading]) => heading)
const trials = readdirSync(join(root, 'scripts/trials'))
  .filter((name) => name.endsWith('.trial.mjs'))
  .map((name) => read(`scripts/trials/${name}`))

/** `../x.ts` with the names that a file imports from there. */
const importsOf = (text) =>
  [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']*)'$/gm)].map(([, names, from]) => ({
    from,
    names: names.split(',').map((name) => name.replace(/^\s*(?:type )?|\s+as .*|\s+$/g, '')),
  }))
const isExported = (name, text) => new RegExp(`^export [^=\\n]*\\b${name}\\b`, 'm').test(text)

describe.each(headings)('%s', (heading) => {
  test('has a trial that executes it', () => {
    expect(trials.filter((text) => text.includes(`trialOf('${heading}'`))).toHaveLength(1)
  })

  test('edits lines that are there, and imports names that are there', () => {
    const contents = contentsByHand(readRecipe(page, heading), read)
    const missing = [...contents].flatMap(([file, text]) =>
      importsOf(text).flatMap(({ from, names }) => {
        const target = join(dirname(file), from)
        const found = contents.get(target) ?? (existsSync(join(root, target)) ? read(target) : '')
        return names.filter((name) => !isExported(name, found)).map((name) => `${file}: ${name} of ${target}`)
      }),
    )
    expect(missing).toEqual([])
  })
})
