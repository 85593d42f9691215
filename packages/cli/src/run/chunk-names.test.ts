import { expect, it } from 'vitest'
// @ts-expect-error a part of the build without types
import { locateChunks } from '../../chunk-names.mjs'

const chunk = (name: string, code: string) => ({ name, fileName: `${name}-12345678.cjs`, code })

/** `edit` loads one part of the file `core`, and `list` loads `edit`. The other part of `core` has the given text. */
function namesWith(text: string): Record<string, string> {
  const files = new Map([
    ['core', [chunk('core.run', 'run()'), chunk('core.main', text)]],
    ['edit-12345678.cjs', [chunk('edit', 'require("./core.run-12345678.cjs")')]],
    ['list-12345678.cjs', [chunk('list', 'require("./edit-12345678.cjs")')]],
    ['alone-12345678.cjs', [chunk('alone', 'require("./alone-12345678.cjs")')]],
  ])
  return Object.fromEntries(locateChunks(files))
}

it('gives every chunk a file and a name in it', () => {
  expect(namesWith('a()')).toEqual({
    'core.run-12345678.cjs': expect.stringMatching(/^core-[\w-]{8}\.cjs#run$/),
    'core.main-12345678.cjs': expect.stringMatching(/^core-[\w-]{8}\.cjs#main$/),
    'edit-12345678.cjs': expect.stringMatching(/^edit-[\w-]{8}\.cjs#main$/),
    'list-12345678.cjs': expect.stringMatching(/^list-[\w-]{8}\.cjs#main$/),
    'alone-12345678.cjs': expect.stringMatching(/^alone-[\w-]{8}\.cjs#main$/),
  })
})

it('gives a file another name where a file that it leads to has another text, and only there', () => {
  const [before, after] = [namesWith('a()'), namesWith('b()')]
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  expect(changed).toEqual(['core.run-12345678.cjs', 'core.main-12345678.cjs', 'edit-12345678.cjs', 'list-12345678.cjs'])
})
