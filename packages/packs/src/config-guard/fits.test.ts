import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsLoosely } from './fits.ts'

test.each([
  ['*.json', 'a/b.json'],
  ['.cursor/*', '.cursor/hooks.json'],
  ['.cursor', '.cursor/hooks.json'],
  ['.CURSOR/h??ks.json', '.cursor/hooks.json'],
  ['.c[uv]rsor', '.cursor'],
  ['*a*a*a*a*a*a*', 'b'],
])('%s matches %s', (pattern, path) => expect(fitsLoosely(pattern, path)).toBe(true))

test.each([
  ['*.json', 'a/b.jsonc'],
  ['.curs', '.cursor/hooks.json'],
  ['a?', 'a'],
])('%s does not match %s', (pattern, path) => expect(fitsLoosely(pattern, path)).toBe(false))

/** The same as a regular expression, for short patterns. */
function fitsByExpression(pattern: string, path: string): boolean {
  const text = pattern.replace(/[.]/g, '\\.').replace(/\*+/g, '.*').replace(/\?/g, '.')
  return new RegExp(`^${text}(/|$)`, 'i').test(path)
}

test('matches the same as the regular expression', () => {
  const text = (chars: readonly string[]) =>
    fc.array(fc.constantFrom(...chars), { maxLength: 9 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text(['a', 'B', '.', '/', '?', '*']), text(['a', 'b', '.', '/']), (pattern, path) => {
      fc.pre(pattern.split(/\*+/).length <= 6)
      expect(fitsLoosely(pattern, path)).toBe(fitsByExpression(pattern, path))
    }),
    { numRuns: 2_000 },
  )
})

test('finishes with five stars on a long name', () => {
  expect(fitsLoosely('*a*a*a*a*ab', 'a'.repeat(4_000))).toBe(false)
})
