import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProblemGroup } from '../../../wire/panel.ts'
import { sortBySeverity, splitAtColumn, summarize } from './labels.ts'

const group = (code: string, severity: ProblemGroup['severity'], count: number): ProblemGroup => ({
  code,
  severity,
  title: code,
  why: '',
  problems: Array.from({ length: count }, () => ({ file: 'f', line: 1, column: 1, message: '', hint: '' })),
})

describe('the list of problems', () => {
  const groups = [group('a', 'note', 9), group('b', 'error', 1), group('c', 'error', 2), group('d', 'warning', 1)]

  test('is sorted by severity, then by number', () => {
    expect(sortBySeverity(groups).map(({ code }) => code)).toEqual(['c', 'b', 'd', 'a'])
  })

  const missing = { agent: 'Cursor', says: '1 hook of hookline.json does not run for it', next: 'hookline init' }

  test('is summarized in one sentence', () => {
    expect(summarize({ groups, failures: [], files: ['f', 'g'], uncalled: [missing] })).toBe(
      '3 errors, 2 warnings, 9 notes in 2 files; no hook failed in the last day.',
    )
  })
})

describe('a line with a marked position', () => {
  test('the mark covers a word, a quoted string or one character', () => {
    expect(splitAtColumn('  "timeout": 30000,', 14)).toEqual({ before: '"timeout": ', at: '30000', after: ',' })
    expect(splitAtColumn('  { "command": "a b" }', 16)).toEqual({ before: '{ "command": ', at: '"a b"', after: ' }' })
    expect(splitAtColumn('  { }', 3).at).toBe('{')
  })

  test('a long line is cut around the mark', () => {
    const { before, at, after } = splitAtColumn(`${'x '.repeat(100)}HERE ${'y '.repeat(100)}`, 201)
    expect(at).toBe('HERE')
    expect(before.length + after.length).toBeLessThan(130)
  })

  test('any column of any line has a mark', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -5, max: 500 }), (text, column) => {
        const { at } = splitAtColumn(text, column)
        expect(at).not.toBe('')
      }),
    )
  })
})
