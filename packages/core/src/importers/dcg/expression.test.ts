import { expect, it } from 'vitest'
import { literalOf, readExpression } from './expression.ts'

it.each([
  ['rm\\s+-rf', 'rm\\s+-rf', false],
  ['(?i)\\bdeploy\\b', '\\bdeploy\\b', true],
  ['(?s)a.b', 'a[^]b', false],
  ['a.b', 'a[^\\n]b', false],
  ['[.]\\.', '[.]\\.', false],
  ['[[:alnum:]_-]+', '[A-Za-z0-9_-]+', false],
  ['[]x]', '[\\]x]', false],
  ['[^]x]', '[^\\]x]', false],
  ['(?P<x>a)(?:b)(?=c)(?<!d)', '(?<x>a)(?:b)(?=c)(?<!d)', false],
  ['\\Agit\\z', '^git$', false],
])('%s', (pattern, regex, ignoreCase) => expect(readExpression(pattern)).toEqual({ regex, ignoreCase }))

it.each(['a++', '(?>a)', '(?x) a', '(?i:a)', '\\p{L}', '[a&&b]', '[[a]b]', '(', '\\Qa', '[[:^alpha:]]'])(
  '%s has no equivalent, and the reason is a text',
  (pattern) => expect(readExpression(pattern)).toEqual(expect.any(String)),
)

it.each([
  ['^git reset --hard$', 'git reset --hard'],
  ['^rm \\./a\\.b$', 'rm ./a.b'],
  ['^git .*$', undefined],
  ['git reset', undefined],
  ['^git\\s$', undefined],
  ['^a|b$', undefined],
  ['^a\\$', undefined],
])('the text that %s finds alone is %s', (pattern, text) => expect(literalOf(pattern)).toBe(text))
