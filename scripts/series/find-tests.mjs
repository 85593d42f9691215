// Finds a test by its title in the sources.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isTest = (name) => /\.test\.(ts|mjs)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name)

/** Of all test files: their path and text. */
function readTests() {
  return ['packages', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isTest)
      .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
  )
}

/** Returns a function from a title to the files that have a test with it. */
export function createFinder() {
  const tests = readTests()
  return (title) =>
    tests
      .filter(({ text }) => text.includes(title) || text.includes(title.replaceAll("'", "\\'")))
      .map(({ file }) => file)
}
