import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatchers } from '../../matchers/matcher.ts'
import { pattern, plain, subject } from '../../testing/expressions.ts'
import { hasPython, searchInPython } from '../../testing/python.ts'
import { isAscii, readPython } from './index.ts'

const search = (pattern: string, subject: string): boolean | string => {
  const read = readPython(pattern)
  if (read.kind !== 'search') return read.kind
  return new RegExp(isAscii(subject) ? read.ascii : read.unicode, isAscii(subject) ? 'i' : 'iv').test(subject)
}

test.each([
  ['a named group and its name again', '(?P<q>["\']).*(?P=q)', 'x = "a"', 'x = "a\''],
  ['$ before a last newline, and not before two', 'end$', 'the end\n', 'the end\n\n'],
  ['\\Z at the very end only', 'end\\Z', 'the end', 'the end\n'],
  ['\\A at the start', '\\Arm', 'RM x', ' rm x'],
  ['a dot takes \\r and no newline', 'a.b', 'a\rb', 'a\nb'],
  ['(?s) takes both', '(?s)^a.b$', 'a\nb', 'acdb'],
  ['(?m) at lines that \\n ends', '(?m)^b$', 'a\nb\nc', 'a\rb\rc'],
  ['(?x) and comments', '(?x) a  # one\n b (?#two) c', 'abc', 'a b c'],
  ['{,n} counts from nothing', '^a{,2}$', 'aa', 'aaa'],
  ['a brace that counts nothing', '^a{x}$', 'a{x}', 'ax'],
  ['octal and hexadecimal', '\\101\\x42\\u0043', 'abc', '101'],
  ['white space of every script', 'a\\sb', 'a\u3000b', 'a\ufeffb'],
  ['separators below the space', 'a\\sb', 'a\x1cb', 'a\x1bb'],
  ['digits of every script', '^\\d$', '٣', 'x'],
  ['words of every script', '\\bnaïve\\b', 'a NAÏVE one', 'naïveté'],
  ['one character beyond U+FFFF is one', '^.$', '😀', '😀😀'],
  ['case of every script', 'straße', 'STRAẞE', 'strasse'],
  ['the Turkish letters', '^git$', 'GİT', 'g1t'],
  ['a bracket first in a class', '[]a]x', ']x', 'bx'],
])('%s: %s', (_, pattern, yes, no) => {
  expect([search(pattern, yes), search(pattern, no)]).toEqual([true, false])
})

test.each([
  ['a++b', 'possessive'],
  ['(?>a)b', 'atomic'],
  ['(a)?(?(1)b|c)', 'condition'],
  ['(?a)\\w', '(?a)'],
  ['(?-i:a)', 'case-sensitive'],
  ['\\N{DIGIT ONE}', 'name'],
  ['(a)?\\1', 'may have matched nothing'],
  ['(\\w+) \\1', 'may hold letters'],
])('%s is named and not approximated', (pattern, word) => {
  expect(readPython(pattern)).toEqual({ kind: 'different', why: expect.stringContaining(word) })
})

test.each([
  '(',
  'a)',
  '*a',
  'a**',
  '[a',
  '[z-a]',
  '\\q',
  '(?<=a+)b',
  '(?P<a>x)(?P<a>y)',
  'a(?i)b',
  '\\1',
  '^*',
  'a{3,2}',
  '(?Q)',
])('%s is no expression in Python either', (pattern) => {
  expect(readPython(pattern).kind).toBe('invalid')
  if (hasPython) expect(searchInPython([[pattern, ['a']]])).toEqual([null])
})

test.skipIf(!hasPython)('any expression finds what Python finds, whatever the characters and the engine', async () => {
  const pairs = fc.sample(fc.tuple(pattern, fc.array(fc.oneof(subject, plain), { minLength: 12, maxLength: 12 })), {
    numRuns: 1500,
    seed: 11,
  })
  const answers = searchInPython(pairs)
  const matchers = createMatchers()
  await matchers.prepare(['(a+)+'])
  let carried = 0
  for (const [index, [expression, subjects]] of pairs.entries()) {
    const read = readPython(expression)
    if (read.kind === 'different') continue
    if (read.kind === 'search') carried++
    const ours = read.kind === 'search' ? subjects.map((text) => search(expression, text)) : null
    expect({ expression, subjects, found: ours }).toEqual({ expression, subjects, found: answers[index] })
    if (read.kind === 'search')
      for (const text of subjects) {
        const found = isAscii(text)
          ? matchers.matches(read.ascii, [text], true)
          : matchers.matchesUnicode(read.unicode, text)
        expect({ expression, text, found }).toEqual({ expression, text, found: search(expression, text) })
      }
  }
  expect(carried).toBeGreaterThan(900)
})
