import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { join } from './paths.ts'

const part = fc.array(fc.constantFrom('', '/', '.', '..', 'a', 'b.c', '...', '.a', 'a.', '\n', '\\'), { maxLength: 4 })

test('absolute paths are joined as Node joins them', () => {
  fc.assert(
    fc.property(
      fc.array(
        part.map((some) => some.join('')),
        { maxLength: 4 },
      ),
      (rest) => {
        const expected = posix.join('/', ...rest)
        expect(join('linux', '/', ...rest)).toBe(expected.length > 1 ? expected.replace(/\/$/, '') : expected)
      },
    ),
  )
})

test.each([
  ['a//b', 'a/b'],
  ['a/./b', 'a/b'],
  ['./a', 'a'],
  ['a/..b/c', 'a/..b/c'],
  ['a/b/..', 'a'],
  ['a/', 'a'],
])('%s becomes %s', (path, expected) => expect(join('linux', path)).toBe(expected))
