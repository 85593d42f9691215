import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitGlobs } from './tool-paths.ts'
import { braces, createWildcardMatcher, replaceClasses } from './wildcards.ts'

test.each([
  ['a{b,c}d', ['abd', 'acd']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
  ['{a,b{c,d}}', ['a', 'bc', 'bd']],
  ['{a,}.b', ['a.b', '.b']],
  ['{a}', ['a']],
  ['a}b,c', ['a}b,c']],
  ['{a,b{c,d}', ['{a,bc', '{a,bd']],
  [`${'{a,b}'.repeat(7)}.env`, ['*******.env']],
])('expands the braces of %j', (pattern, ways) => {
  expect([...braces(pattern)].sort()).toEqual([...ways].sort())
})

test('expands any number of braces with a single alternative', () => {
  expect(braces(`${'{}'.repeat(1_000)}{.}{e}{n}{v}`)).toEqual(['.env'])
})

test.each([
  ['a[bc]d', 'a?d'],
  ['[]e]nv', '?nv'],
  ['[!]]x', '?x'],
  ['[[[', '[[['],
  ['x[', 'x['],
])('treats the class in %j as one character', (text, plain) => {
  expect(replaceClasses(text, '?')).toBe(plain)
})

test.each(['.[e]nv', '.[ef]nv', '.[]e]nv', '.en[!x]', '.e*', 'a/.en?'])('%j may match .env', (path) => {
  expect(createWildcardMatcher(['.env'])(path)).toBe('.env')
})

test('splits a list of wildcards like the regular expression, which takes quadratic time', () => {
  const piece = fc.constantFrom(',', '{', '}', ' ', '\n', 'a', '*.b', '\u2028')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const list = pieces.join('')
      expect(splitGlobs(list)).toEqual(list.split(/,(?![^{]*\})|\s+/).filter((part) => part !== ''))
    }),
  )
})
