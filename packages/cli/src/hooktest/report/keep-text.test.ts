import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { keepText } from './keep-text.ts'

function changed(text: string, path: readonly (string | number)[], value: unknown): string {
  const document = parseDocument(text)
  document.setIn(path, value)
  return keepText(document, text)
}

test('comments, blank lines, quotes and brackets stay unchanged', () => {
  const text =
    '# top\ncases:\n\n  - input: {command: "ls"}   # why\n    want: { verdict: allow } # here\n    ran: [a, b]\n'
  expect(changed(text, ['cases', 0, 'want', 'verdict'], 'deny')).toBe(text.replace('allow', 'deny'))
})

test.each([
  ['lists that are not indented', 'cases:\n- a: 1\n  b: [x]\n- a: 2\n'],
  ['four spaces', 'cases:\n    - a: 1\n      b: [x]\n    - a: 2\n'],
])('%s stay unchanged', (_, text) => expect(changed(text, ['cases', 0, 'a'], 3)).toBe(text.replace('a: 1', 'a: 3')))

test('if keeping the old lines would change the content, the whole file is printed again', () => {
  const text = 'a:\n      b: 1\n      c:\n            d: [x]\n'
  const after = changed(text, ['a', 'c', 'e'], { f: 1 })
  expect(parseDocument(after).toJS()).toEqual({ a: { b: 1, c: { d: ['x'], e: { f: 1 } } } })
})
