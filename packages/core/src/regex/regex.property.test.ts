import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileBounded, findRequiredLiterals, parseRegex, type RegexFlags } from './index.ts'

const letters = [
  'a',
  'b',
  'B',
  'k',
  's',
  'i',
  '1',
  '_',
  ' ',
  '\n',
  '-',
  'é',
  'É',
  'ß',
  'ſ',
  'K',
  'İ',
  'ı',
  'Σ',
  'ς',
  '漢',
  '😀',
  '\ud83d',
  '\ude00',
]
const escapes = ['\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '.', '\\n', '\\x61', '\\u0062', '\\.', '\\-', '\\cA', '\\0']
const plainOnly = [
  '\\12',
  '\\a',
  '\\c',
  '\\ud83d',
  '{',
  '}',
  ']',
  '{,2}',
  '\\8',
  '[\\b]',
  '[\\c]',
  '[]',
  '[^]',
  '[\\w-a]',
]
const unicodeOnly = [
  '\\u{1f600}',
  '\\p{L}',
  '\\P{L}',
  '\\ud83d\\ude00',
  '[[ab]--[b]]',
  '[\\p{L}&&[a-z]]',
  '[^[a]b]',
  '\\p{Lu}',
]
const classes = ['[ab]', '[^a]', '[a-k]', '[^\\s]', '[\\d_]', '[é-ÿ]', '[^\\W]', '[Σ]', '[ſ]', '[K]', '[\\]x]']

/** V8 of Node 20 negates a class again each time it compiles it with the flag `v`: /(?:[^x]|a){1,2}/v does not match "é". */
const isRight = (flags: RegexFlags) => (source: string) => flags !== 'iv' || !source.startsWith('[^')

const patternOf = (flags: RegexFlags) => {
  const escaped = (char: string) =>
    /[-\n]/.test(char) && flags === 'iv' ? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}` : char
  const atom = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...letters.map(escaped)) },
    { weight: 2, arbitrary: fc.constantFrom(...escapes, ...classes.filter(isRight(flags))) },
    { weight: 1, arbitrary: fc.constantFrom(...(flags === 'iv' ? unicodeOnly.filter(isRight(flags)) : plainOnly)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '^',
        '$',
        '\\b',
        '\\B',
        '',
        ...(flags === 'iv' ? ['(a|k)\\1'] : ['\\1', '\\2', '\\k<n>']),
      ),
    },
  )
  return fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      atom,
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?<n>', '(?=', '(?!', '(?<=', '(?<!'), tie('node'))
        .map(([open, a]) => `${open}${a})`),
      fc
        .tuple(
          fc.constantFrom('(', '(?:', ''),
          tie('node'),
          fc.constantFrom('*', '+', '?', '*?', '+?', '??', '{2}', '{1,2}', '{0,3}?', '{2,}'),
        )
        .map(([open, a, times]) => (open === '' ? a + times : `${open}${a})${times}`)),
    ),
  })).node
}
const subject = fc.array(fc.constantFrom(...letters), { maxLength: 8 }).map((all) => all.join(''))

function isValid(pattern: string, flags: RegexFlags): boolean {
  try {
    new RegExp(pattern, flags)
    return true
  } catch {
    return false
  }
}

/** With the flag `v` V8 also begins between the halves of a character, where the standard does not. */
function occursInV8(pattern: string, flags: RegexFlags, text: string): boolean {
  if (flags !== 'iv') return new RegExp(pattern, flags).test(text)
  const expression = new RegExp(pattern, `${flags}y`)
  let start = 0
  for (const char of [...text, '']) {
    expression.lastIndex = start
    if (expression.test(text)) return true
    start += char.length
  }
  return false
}

test.each<RegexFlags>(['', 'i', 'iv'])('with the flags "%s" any expression answers as in V8', (flags) => {
  fc.assert(
    fc.property(patternOf(flags), fc.array(subject, { minLength: 3, maxLength: 6 }), (pattern, subjects) => {
      fc.pre(isValid(pattern, flags))
      const bounded = compileBounded(pattern, flags)
      for (const text of subjects)
        expect(`${bounded(text)} ${JSON.stringify(text)}`).toBe(
          `${occursInV8(pattern, flags, text) ? 'match' : 'none'} ${JSON.stringify(text)}`,
        )
    }),
    { numRuns: Number(process.env.REGEX_RUNS ?? 4000) },
  )
})

test.each<RegexFlags>(['', 'i', 'iv'])('with the flags "%s" any class answers as in V8, alone', (flags) => {
  const all = [...escapes, ...classes, ...(flags === 'iv' ? unicodeOnly : plainOnly)]
  for (const source of all.filter((one) => isValid(one, flags)))
    for (const letter of letters)
      expect(`${source} ${letter} ${compileBounded(source, flags)(letter) === 'match'}`).toBe(
        `${source} ${letter} ${new RegExp(source, flags).test(letter)}`,
      )
})

test.each(['(?=(a+)+$)b', '(a+)+$', '(?:a|a)*$', '(?<=(?:a+)+)b', '(.*)*x', '(?!(?:a*)*b)c', '^(?:(?:a?){30}){30}$'])(
  '%s takes linear time on a long text',
  (pattern) => {
    const test = compileBounded(pattern, '')
    expect(test('a'.repeat(20_000))).not.toBe('limit')
  },
)

test('a back-reference is limited by its steps: the answer is the same each time', () => {
  const hard = compileBounded('^(a+)+\\1$', '')
  const text = `${'a'.repeat(40)}b`
  expect(Array.from({ length: 5 }, () => hard(text))).toEqual(Array(5).fill('limit'))
  expect(hard('aaaa')).toBe('match')
  expect(hard('ab')).toBe('none')
})

test('an expression whose program would be too large has reached its limit before it begins', () => {
  expect(compileBounded('(?:(?:a{1000}){1000}){1000}', '')('a')).toBe('limit')
})

test.each(['(?i:rm)\\s+x', 'a(?-i:rm)', '(?ms-i:rm)+', '(?<a>x)|(?<a>y)', '(?:(?<a>x)|(?<a>y+))\\k<a>'])(
  'the parser refuses %s, which only the V8 of a newer Node knows, instead of reading something else',
  (pattern) => {
    expect(() => parseRegex(pattern, '')).toThrow(/Hookline does not know/)
    expect(findRequiredLiterals(pattern, '')).toBeUndefined()
  },
)
