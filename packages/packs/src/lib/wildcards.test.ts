import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitGlobs } from './tool-paths.ts'
import { braces, replaceClasses, wildcards } from './wildcards.ts'

test.each([
  ['a{b,c}d', ['abd', 'acd']],
  ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
  ['{a,b{c,d}}', ['a', 'bc', 'bd']],
  ['{a,}.b', ['a.b', '.b']],
  ['{a}', ['a']],
  ['a}b,c', ['a}b,c']],
  ['{a,b{c,d}', ['{a,bc', '{a,bd']],
  [`${'{a,b}'.repeat(7)}.env`, ['*******.env']],
])('the braces of %j are spread', (pattern, ways) => {
  expect([...braces(pattern)].sort()).toEqual([...ways].sort())
})

test('braces with one way each are all read, however many there are', () => {
  expect(braces(`${'{}'.repeat(1_000)}{.}{e}{n}{v}`)).toEqual(['.env'])
})

test.each([
  ['a[bc]d', 'a?d'],
  ['[]e]nv', '?nv'],
  ['[!]]x', '?x'],
  ['[[[', '[[['],
  ['x[', 'x['],
])('the class in %j is one character', (text, plain) => {
  expect(replaceClasses(text, '?')).toBe(plain)
})

test.each(['.[e]nv', '.[ef]nv', '.[]e]nv', '.en[!x]', '.e*', 'a/.en?'])('%j may be .env', (path) => {
  expect(wildcards(['.env'])(path)).toBe('.env')
})

test('a list of wildcards is split as the expression splits it that costs the square', () => {
  const piece = fc.constantFrom(',', '{', '}', ' ', '\n', 'a', '*.b', '\u2028')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const list = pieces.join('')
      expect(splitGlobs(list)).toEqual(list.split(/,(?![^{]*\})|\s+/).filter((part) => part !== ''))
    }),
  )
})
