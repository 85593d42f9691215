import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProblemGroup } from '../../../wire/panel.ts'
import { bySeverity, marked, summary } from './said.ts'

const group = (code: string, severity: ProblemGroup['severity'], count: number): ProblemGroup => ({
  code,
  severity,
  title: code,
  why: '',
  problems: Array.from({ length: count }, () => ({ file: 'f', line: 1, column: 1, message: '', hint: '' })),
})

describe('the page', () => {
  const groups = [group('a', 'note', 9), group('b', 'error', 1), group('c', 'error', 2), group('d', 'warning', 1)]

  test('has the worst first, and what there is most of', () => {
    expect(bySeverity(groups).map(({ code }) => code)).toEqual(['c', 'b', 'd', 'a'])
  })

  const missing = { agent: 'Cursor', says: '1 hook of hookline.json does not run for it', next: 'hookline init' }

  test('is summed up in one sentence', () => {
    expect(summary({ groups, failures: [], files: ['f', 'g'], uncalled: [missing] })).toBe(
      '3 errors, 2 warnings, 9 notes in 2 files; no hook failed in the last day.',
    )
  })
})

describe('a line with its place marked', () => {
  test('a word, a quoted text or one character is the place', () => {
    expect(marked('  "timeout": 30000,', 14)).toEqual({ before: '"timeout": ', at: '30000', after: ',' })
    expect(marked('  { "command": "a b" }', 16)).toEqual({ before: '{ "command": ', at: '"a b"', after: ' }' })
    expect(marked('  { }', 3).at).toBe('{')
  })

  test('a long line is cut around it', () => {
    const { before, at, after } = marked(`${'x '.repeat(100)}HERE ${'y '.repeat(100)}`, 201)
    expect(at).toBe('HERE')
    expect(before.length + after.length).toBeLessThan(130)
  })

  test('any column of any line is marked somewhere in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -5, max: 500 }), (text, column) => {
        const { at } = marked(text, column)
        expect(at).not.toBe('')
      }),
    )
  })
})
