import { describe, expect, it } from 'vitest'
import type { Row } from '../../../wire/panel.ts'
import { elsewhere, extentSaid, isFiltering, noFilters, queryOf, slowness } from './sift.ts'

const row = (over: Partial<Row>): Row => ({
  id: 'mwioymbb-0109ombz',
  at: '2026-11-16T03:16:02.000Z',
  agent: 'cursor',
  event: 'beforeShellExecution',
  subject: 'git status',
  word: 'ALLOW',
  tone: 'allow',
  who: 'guard',
  hookIds: ['project/beforeShellExecution/5dfe89c3'],
  ms: 12,
  budgetMs: 2_000,
  failures: 0,
  denied: false,
  asked: false,
  slow: false,
  ...over,
})

describe('filters', () => {
  it('are a query of the server, empty where nothing is filtered', () => {
    expect(queryOf(noFilters)).toBe('')
    expect(queryOf({ ...noFilters, text: '  ' })).toBe('')
    expect(queryOf({ kinds: ['denied', 'slow'], hook: 'a & b', text: ' Push main ' })).toBe(
      'kind=denied&kind=slow&hook=a+%26+b&search=Push+main',
    )
    expect([isFiltering(noFilters), isFiltering({ ...noFilters, root: '/w' })]).toEqual([false, true])
  })

  it('name the workspace of a row that is not the one shown', () => {
    const rows = [row({ root: '/work/shop' }), row({ root: '/work/docs' }), row({})]
    expect(rows.map((one) => elsewhere(one, '/work/shop'))).toEqual([undefined, 'docs', undefined])
  })
})

describe('the line under the rows', () => {
  it('tells a part from the whole', () => {
    expect(extentSaid(200, true, false, false)).toBe('The newest 200 events. Scroll down for older ones.')
    expect(extentSaid(12_000, true, true, false)).toBe('The newest 12,000 events. Reading older events …')
    expect(extentSaid(312, false, false, false)).toBe('312 events: the whole log.')
  })

  it('tells what was found so far from all there is', () => {
    expect(extentSaid(1, true, true, true)).toBe('1 matching event so far. Searching older events …')
    expect(extentSaid(0, false, false, true)).toBe('0 matching events in the whole log.')
  })
})

describe('slowness', () => {
  it('names which of the two limits was passed', () => {
    expect(slowness(row({ ms: 201, slow: true }))).toBe('over 200 ms')
    expect(slowness(row({ ms: 60, budgetMs: 100, slow: true }))).toBe('over half of its 100 ms')
    expect(slowness(row({ ms: 50 }))).toBeUndefined()
  })
})
