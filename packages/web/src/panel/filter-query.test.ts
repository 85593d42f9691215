import { describe, expect, it } from 'vitest'
import type { LogRow } from '../wire/panel.ts'
import {
  describeExtent,
  describeSlowness,
  fromQuery,
  isFiltering,
  noFilters,
  otherWorkspace,
  toQuery,
} from './filter-query.ts'

const row = (over: Partial<LogRow>): LogRow => ({
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
  it('become a query that is empty without filters', () => {
    expect(toQuery(noFilters)).toBe('')
    expect(toQuery({ ...noFilters, text: '  ' })).toBe('')
    expect(toQuery({ kinds: ['denied', 'slow'], hook: 'a & b', text: ' Push main ' })).toBe(
      'kind=denied&kind=slow&hook=a+%26+b&search=Push+main',
    )
    expect([isFiltering(noFilters), isFiltering({ ...noFilters, root: '/w' })]).toEqual([false, true])
  })

  it('are read back from the address', () => {
    const filters = { kinds: ['denied', 'slow'], hook: 'a & b', text: 'Push main' } as const
    expect(fromQuery(`?${toQuery(filters)}`)).toEqual({
      ...filters,
      agent: undefined,
      session: undefined,
      root: undefined,
    })
    expect(fromQuery('')).toBeUndefined()
    expect(fromQuery('?kind=nope&x=1')).toBeUndefined()
  })

  it('show the workspace of a row from another workspace', () => {
    const rows = [row({ root: '/work/shop' }), row({ root: '/work/docs' }), row({})]
    expect(rows.map((one) => otherWorkspace(one, '/work/shop'))).toEqual([undefined, 'docs', undefined])
  })
})

describe('the line under the rows', () => {
  it('distinguishes a part of the log from the whole log', () => {
    expect(describeExtent(200, true, false, false)).toBe('The newest 200 events. Scroll down for older ones.')
    expect(describeExtent(12_000, true, true, false)).toBe('The newest 12,000 events. Loading older events…')
    expect(describeExtent(312, false, false, false)).toBe('312 events: the whole log.')
  })

  it('distinguishes matches so far from all matches', () => {
    expect(describeExtent(1, true, true, true)).toBe('1 matching event so far. Searching older events…')
    expect(describeExtent(0, false, false, true)).toBe('0 matching events in the whole log.')
  })
})

describe('describeSlowness', () => {
  it('names the limit that was exceeded', () => {
    expect(describeSlowness(row({ ms: 201, slow: true }))).toBe('over 200 ms')
    expect(describeSlowness(row({ ms: 60, budgetMs: 100, slow: true }))).toBe('over half of its 100 ms')
    expect(describeSlowness(row({ ms: 50 }))).toBeUndefined()
  })
})
