import { expect, test } from 'vitest'
import { describeAction, describeDetail, describeIntegrity } from './labels.ts'

test('an action without a label is shown by its code', () => {
  expect(describeAction('hook.saved')).toBe('saved hook')
  expect(describeAction('moon.landed')).toBe('moon.landed')
})

test('details are listed by field, and text that is not JSON is shown unchanged', () => {
  expect(describeDetail('{"script_name":"a.sh","note":"","uses":2}')).toEqual(['script name: a.sh', 'uses: 2'])
  expect(describeDetail('{"hooks":[{"id":1}]}')).toEqual(['hooks: [{"id":1}]'])
  expect(describeDetail('{"reasons":["a","b c"]}')).toEqual(['reasons: a, b c'])
  expect(describeDetail('{')).toEqual(['{'])
  expect(describeDetail('')).toEqual([])
})

const checkedAt = '2026-11-16T10:00:00.000Z'
const check = { wholeUpTo: 12n, brokenAt: 0n, checkedAt }

test('an audit log is intact up to an entry, or broken at one', () => {
  const newest = { sequence: 12n, at: '2026-11-16T09:59:00.000Z' }
  expect(describeIntegrity(check, newest)).toMatchObject({ tone: 'allow', label: 'Intact up to entry 12' })
  expect(describeIntegrity(check, newest).explanation).toMatch(/^All entries were checked /)
  expect(describeIntegrity({ ...check, wholeUpTo: 3n, brokenAt: 4n }, newest)).toMatchObject({
    tone: 'deny',
    label: 'Broken at entry 4',
  })
})

test('an entry newer than the last full check is not reported as part of it', () => {
  const { tone, explanation } = describeIntegrity(check, { sequence: 12n, at: '2026-11-16T10:30:00.000Z' })
  expect(tone).toBe('allow')
  expect(explanation).not.toMatch(/All entries/)
  expect(explanation).toMatch(/newer entries were checked when you opened this page/)
})

test('entries that were not checked are listed', () => {
  const later = (sequence: bigint) => describeIntegrity(check, { sequence, at: '2026-11-16T10:30:00.000Z' })
  expect(later(14n)).toMatchObject({ tone: 'plain', explanation: 'Entries 13 to 14 are not checked yet.' })
  expect(later(13n).explanation).toBe('Entry 13 is not checked yet.')
})
