import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMatchers, invalidPattern } from './matcher.ts'
import { isPlain, toLinear } from './matcher-syntax.ts'
import { slowTest } from './node/slow-test.ts'

async function matches(pattern: string, subject: string, slow = slowTest): Promise<boolean> {
  const matchers = createMatchers(slow)
  await matchers.prepare([pattern])
  return matchers.matches(pattern, [subject])
}

test('a matcher is unanchored and case-sensitive', async () => {
  expect(await matches('curl|wget|nc ', 'cd x && curl y')).toBe(true)
  expect(await matches('curl', 'CURL')).toBe(false)
})

test('star and the empty matcher match everything', () => {
  fc.assert(
    fc.property(
      fc.string(),
      (subject) => createMatchers().matches('*', [subject]) && createMatchers().matches('', [subject]),
    ),
  )
})

test.each([
  '^(a+)+$',
  '(a|a)*$',
  '(a|aa)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  `${'a?'.repeat(30)}${'a'.repeat(30)}`,
])('%s answers at once where V8 would not', async (pattern) => {
  const started = performance.now()
  await matches(pattern, `${'a'.repeat(5000)}${'x'.repeat(5000)}!`)
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('an expression outside the linear engine is tested under a time limit, and over it counts as a match', async () => {
  expect(await matches('^(?!git )[a-z]+', 'git push')).toBe(false)
  expect(await matches('^(?!git )[a-z]+', 'npm test')).toBe(true)
  expect(await matches('(a)\\1+$', 'aaa')).toBe(true)
  expect(await matches('^(?=(a+)+$)(a+)+$', `${'a'.repeat(40)}!`)).toBe(true)
})

test('without a time limit to run under, such an expression counts as a match', () => {
  expect(createMatchers().matches('(?=x)y+', ['nothing'])).toBe(true)
})

test('a pattern that V8 only rejects when it is used counts as a match, and is an error where it is read', async () => {
  for (const pattern of [`${'('.repeat(4000)}${')'.repeat(4000)}`, '[ab]'.repeat(2000), 'x'.repeat(100_000)]) {
    expect(typeof (await matches(pattern, 'ls'))).toBe('boolean')
  }
  expect(invalidPattern('[ab]'.repeat(40_000))).toContain('longer than')
})

test('many patterns that only V8 can run share a budget', () => {
  const matchers = createMatchers(slowTest)
  const started = performance.now()
  for (let at = 0; at < 100; at++) matchers.matches(`^(?=(a+)+$)(a+)+${at}$`, [`${'a'.repeat(40)}!`])
  // One hundred times 50 ms would be 5 s.
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('characters beyond the first plane count as JavaScript counts them', async () => {
  expect(await matches('^.{2,}$', '😀')).toBe(/^.{2,}$/.test('😀'))
  expect(await matches('^[😀]+$', '😁')).toBe(/^[😀]+$/u.test('😁'))
})

test('an invalid expression says why', () => {
  expect(invalidPattern('[')).toContain('Invalid regular expression')
  expect(invalidPattern('(?i)x')).toBeDefined()
  expect(invalidPattern('*')).toBeUndefined()
})

describe('the linear engine means what JavaScript means', () => {
  // A busy machine may need more than the time limit: here the meaning counts.
  const unhurried = (pattern: string | RegExp, subject: string) => new RegExp(pattern).test(subject)
  const subjects = [
    '',
    'a',
    'rm -rf /',
    'rm\u00a0-rf',
    'a\nb',
    'a\rb',
    'a\u2028b',
    '[:alpha:]',
    'x{y}',
    'x{,5}',
    '\\',
    'a-b',
    'é',
    '\ufeff',
    '\b',
    '\u0000',
    'Aé9_',
    ']',
    '^',
    'a&&b',
    'pL',
    '~',
    'xyz]',
  ]
  const patterns = [
    'rm\\s+-rf',
    'a.+b',
    '^.*$',
    '\\S+',
    '[^a]+',
    '[[:alpha:]]+',
    'x{y}+',
    'x{,5}+',
    '\\\\+',
    '[a\\-b]+',
    '[\\s]+',
    '\\x61+',
    '\\u00e9+',
    '(?<n>a)+',
    '(?:a|b)+$',
    '\\w+\\b',
    '[\\b]+',
    '\\0+',
    '[\\w-]+',
    '[^\\n]*$',
    ']+',
    '[\\]]+',
    'a{1,3}',
    '\\/+',
    '[&&]+',
    '[a^]+',
    '\\d*',
    '\\pL+',
    '[~]+',
    '[\\d\\D]+',
    '^[^]]+',
  ]
  test.each(patterns)('%s', async (pattern) => {
    for (const subject of subjects)
      expect([subject, await matches(pattern, subject, unhurried)]).toEqual([
        subject,
        new RegExp(pattern).test(subject),
      ])
  })
  test('for generated expressions too', async () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '\\s',
      '\\w',
      '\\b',
      '[ab]',
      '[^a]',
      '(?:a|b)',
      '(a)',
      '$',
      '^',
      '\\.',
      ' ',
      '-',
      '/',
      '{',
      '}',
    )
    const piece = fc
      .tuple(atom, fc.constantFrom('', '+', '*', '?', '{1,2}', '+?'))
      .map(([one, many]) => (/^(?:\\b|[$^{}])$/.test(one) ? one : one + many))
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 6 }),
        fc.array(fc.constantFrom('a', 'b', ' ', '.', '-', '\n', '{', '}', '/')),
        async (pieces, chars) => {
          const pattern = pieces.join('')
          fc.pre(invalidPattern(pattern) === undefined && (isPlain(pattern) || toLinear(pattern) !== undefined))
          expect(await matches(pattern, chars.join(''))).toBe(new RegExp(pattern).test(chars.join('')))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
