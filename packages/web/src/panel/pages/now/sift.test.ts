import { describe, expect, it } from 'vitest'
import type { Row } from '../../../wire/panel.ts'
import { elsewhere, isFiltering, noFilters, sift, slowness } from './sift.ts'

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
  ...over,
})

const rows = [
  row({ subject: 'rm -rf /', denied: true, word: 'DENY' }),
  row({ subject: 'git push', asked: true, word: 'ASK', session: 'a' }),
  row({ subject: 'npm test', ms: 900, agent: 'claude', session: 'b' }),
  row({ subject: 'src/Index.ts', failures: 1, who: 'lint', event: 'afterFileEdit' }),
]
const subjects = (filters: Partial<typeof noFilters>) =>
  sift(rows, { ...noFilters, ...filters }).shown.map(({ subject }) => subject)

describe('sift', () => {
  it('shows all rows in their order while nothing is filtered', () => {
    expect(sift(rows, noFilters).shown).toEqual(rows)
    expect(isFiltering(noFilters)).toBe(false)
  })

  it('shows rows of any of the kinds chosen', () => {
    expect(subjects({ kinds: ['denied'] })).toEqual(['rm -rf /'])
    expect(subjects({ kinds: ['failed', 'asked'] })).toEqual(['git push', 'src/Index.ts'])
    expect(subjects({ kinds: ['slow'] })).toEqual(['npm test'])
  })

  it('shows one agent, one conversation, one hook by its name or id', () => {
    expect(subjects({ agent: 'claude' })).toEqual(['npm test'])
    expect(subjects({ session: 'a' })).toEqual(['git push'])
    expect(subjects({ hook: 'lint' })).toEqual(['src/Index.ts'])
    expect(subjects({ hook: 'project/beforeShellExecution/5dfe89c3' })).toHaveLength(4)
  })

  it('shows one workspace, and names the others', () => {
    const [here, there] = [row({ root: '/work/shop' }), row({ root: '/work/docs' })]
    expect(sift([here, there, row({})], { ...noFilters, root: '/work/shop' }).shown).toEqual([here])
    expect(isFiltering({ ...noFilters, root: '/work/shop' })).toBe(true)
    expect([here, there, row({})].map((one) => elsewhere(one, '/work/shop'))).toEqual([undefined, 'docs', undefined])
    expect(sift([here, there], { ...noFilters, text: 'docs' }).shown).toEqual([there])
  })

  it('finds every word, in any case and any field, in any order', () => {
    expect(subjects({ text: 'INDEX lint' })).toEqual(['src/Index.ts'])
    expect(subjects({ text: ' deny ' })).toEqual(['rm -rf /'])
    expect(subjects({ text: 'push lint' })).toEqual([])
    expect(isFiltering({ ...noFilters, text: '  ' })).toBe(false)
  })

  it('does not find the time that ids begin with', () => {
    expect(subjects({ text: 'mwioymbb' })).toEqual([])
    expect(subjects({ text: 'ombz' })).toHaveLength(4)
  })

  it('counts the kinds among what the other filters let through, whichever kinds are chosen', () => {
    expect(sift(rows, { ...noFilters, kinds: ['asked'] }).counts).toEqual({ denied: 1, asked: 1, failed: 1, slow: 1 })
    expect(sift(rows, { ...noFilters, agent: 'claude' }).counts).toEqual({ denied: 0, asked: 0, failed: 0, slow: 1 })
  })
})

describe('slowness', () => {
  it('says which of the two makes it slow', () => {
    expect(slowness(row({ ms: 201 }))).toBe('over 200 ms')
    expect(slowness(row({ ms: 60, budgetMs: 100 }))).toBe('over half of its 100 ms')
    expect(slowness(row({ ms: 1_500 }))).toBe('over half of its 2 s')
  })

  it('takes the limits themselves as not slow', () => {
    expect(slowness(row({ ms: 200 }))).toBeUndefined()
    expect(slowness(row({ ms: 50, budgetMs: 100 }))).toBeUndefined()
  })
})
