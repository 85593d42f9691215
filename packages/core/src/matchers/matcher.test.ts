import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { processorMs } from '../testing/wait-until.ts'
import { createMatchers, invalidPattern } from './matcher.ts'
import { isPlain, toLinear } from './matcher-syntax.ts'

async function matches(pattern: string, subject: string): Promise<boolean> {
  const matchers = createMatchers()
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
  const took = await processorMs(() => matches(pattern, `${'a'.repeat(5000)}${'x'.repeat(5000)}!`))
  expect(took).toBeLessThan(5_000)
})

test('an expression outside the linear engine is tested with bounded work, and over the limit counts as a match', async () => {
  expect(await matches('^(?!git )[a-z]+', 'git push')).toBe(false)
  expect(await matches('^(?!git )[a-z]+', 'npm test')).toBe(true)
  expect(await matches('(a)\\1+$', 'aaa')).toBe(true)
  expect(await matches('^(?=(a+)+$)(a+)+$', `${'a'.repeat(40)}!`)).toBe(false)
  expect(await matches('^(a+)+\\1$', `${'a'.repeat(40)}!`)).toBe(true)
})

test('a limit that was reached is reported, and a match within it is not', () => {
  const limits: string[] = []
  const matchers = createMatchers()
  const ask = (pattern: string, subject: string) =>
    matchers.matches(pattern, [subject], false, () => limits.push(pattern))
  expect([ask('^(a+)+\\1$', `${'a'.repeat(40)}!`), ask('^(a+)+\\1$', 'aa')]).toEqual([true, true])
  expect(limits).toEqual(['^(a+)+\\1$'])
})

test('a lower limit of work is reported before the search begins, and not where a literal is absent', async () => {
  const limits: string[] = []
  const matchers = createMatchers(10_000)
  const ask = (pattern: string, subject: string) =>
    matchers.matches(pattern, [subject], false, () => limits.push(pattern))
  const long = 'ab'.repeat(4000)
  await matchers.prepare(['a[ab]{3000}[x-z]'])
  expect([ask('a[ab]{3000}[x-z]', long), ask('curl.*sh', long), ask('(a)\\1', 'b')]).toEqual([true, false, true])
  expect(limits).toEqual(['a[ab]{3000}[x-z]', '(a)\\1'])
  expect(matchers.search('curl.*sh', false).maxLength).toBeLessThan(10_000)
  expect(ask('curl.*sh', 'curl x | sh')).toBe(true)
})

test('on a busy machine every run has the same answer', async () => {
  const busy = Array.from({ length: 4 }, () => new Worker('for (;;) {}', { eval: true }))
  try {
    const text = `écho ${'déjà vu 😀 '.repeat(200)}`
    const matchers = createMatchers()
    const ask = () => {
      return [
        matchers.matchesUnicode('rm\\p{L}*\\s+-rf', text),
        matchers.matchesUnicode('(?:(?<=\\p{L})(?!\\p{L}))\\s*😀', text),
        matchers.matches('^(?=(?:.+)+$)(?:.+)+#', [text]),
        matchers.matches('^(?!.*(?:.+)+#)', [text]),
        matchers.matches('^(a+)+\\1$', [`${'a'.repeat(40)}é`]),
      ].join()
    }
    expect(new Set(Array.from({ length: 40 }, ask))).toEqual(new Set(['false,true,false,true,true']))
  } finally {
    await Promise.all(busy.map((worker) => worker.terminate()))
  }
})

test('a pattern that V8 only rejects when it is used counts as a match, and is an error where it is read', async () => {
  for (const pattern of [`${'('.repeat(4000)}${')'.repeat(4000)}`, '[ab]'.repeat(2000), 'x'.repeat(100_000)]) {
    expect(typeof (await matches(pattern, 'ls'))).toBe('boolean')
  }
  expect(invalidPattern('[ab]'.repeat(40_000))).toContain('longer than')
})

test('characters beyond the first plane count as JavaScript counts them', async () => {
  expect(await matches('^.{2,}$', '😀')).toBe(/^.{2,}$/.test('😀'))
  expect(await matches('^[😀]+$', '😁')).toBe(/^[😀]+$/u.test('😁'))
})

test.each(['ſ', '\u212a', '\\u017f', '\\u212a', '[\\u0100-\\u2fff]', '[ſ]', 'é'])(
  'without regard to case, %s in an expression means what it means in JavaScript',
  async (letter) => {
    const pattern = `(?:${letter}|(?:rm)+)`
    const matchers = createMatchers()
    await matchers.prepare([pattern])
    for (const subject of ['s', 'S', 'PUSH', 'k', 'K', 'é', 'É', 'rm', 'RM', 'ſ', '\u212a'])
      expect([subject, matchers.matches(pattern, [subject], true)]).toEqual([
        subject,
        new RegExp(pattern, 'i').test(subject),
      ])
  },
)

test.each(['s', 'K', 'ß', 'ı', 'Σ'])('without regard to case %s means what it means in JavaScript', async (letter) => {
  const matchers = createMatchers()
  await matchers.prepare([`${letter}+x*`])
  for (const subject of ['s', 'S', 'ſ', 'k', 'K', 'K', 'ß', 'ẞ', 'i', 'I', 'İ', 'ı', 'σ', 'ς', 'Σ'])
    expect([subject, matchers.matches(`${letter}+x*`, [subject], true)]).toEqual([
      subject,
      new RegExp(`${letter}+x*`, 'i').test(subject),
    ])
})

test('an invalid expression says why', () => {
  expect(invalidPattern('[')).toContain('Invalid regular expression')
  expect(invalidPattern('(?i)x')).toBeDefined()
  expect(invalidPattern('*')).toBeUndefined()
})

describe('the linear engine means what JavaScript means', () => {
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
      expect([subject, await matches(pattern, subject)]).toEqual([subject, new RegExp(pattern).test(subject)])
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
