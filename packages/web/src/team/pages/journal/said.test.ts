import { expect, test } from 'vitest'
import { deedSaid, detailSaid, wholeSaid } from './said.ts'

test('a deed nobody named here is shown by its own name', () => {
  expect(deedSaid('hook.saved')).toBe('saved hook')
  expect(deedSaid('moon.landed')).toBe('moon.landed')
})

test('what changed is read part by part, and what is no JSON is shown as it is', () => {
  expect(detailSaid('{"script_name":"a.sh","note":"","uses":2}')).toEqual(['script name: a.sh', 'uses: 2'])
  expect(detailSaid('{"hooks":[{"id":1}]}')).toEqual(['hooks: [{"id":1}]'])
  expect(detailSaid('{')).toEqual(['{'])
  expect(detailSaid('')).toEqual([])
})

const checkedAt = '2026-11-16T10:00:00.000Z'
const check = { wholeUpTo: 12n, brokenAt: 0n, checkedAt }

test('a journal is whole up to an entry, or broken at one', () => {
  const newest = { sequence: 12n, at: '2026-11-16T09:59:00.000Z' }
  expect(wholeSaid(check, newest)).toMatchObject({ tone: 'allow', word: 'Whole up to entry 12' })
  expect(wholeSaid(check, newest).rest).toMatch(/^All entries were checked /)
  expect(wholeSaid({ ...check, wholeUpTo: 3n, brokenAt: 4n }, newest)).toMatchObject({
    tone: 'deny',
    word: 'Broken at entry 4',
  })
})

test('an entry newer than the last whole check is not claimed to be part of it', () => {
  const { tone, rest } = wholeSaid(check, { sequence: 12n, at: '2026-11-16T10:30:00.000Z' })
  expect(tone).toBe('allow')
  expect(rest).not.toMatch(/All entries/)
  expect(rest).toMatch(/newer ones were checked when this page was read/)
})

test('entries that were not checked are named', () => {
  const later = (sequence: bigint) => wholeSaid(check, { sequence, at: '2026-11-16T10:30:00.000Z' })
  expect(later(14n)).toMatchObject({ tone: 'plain', rest: 'Entries 13 to 14 are not checked yet.' })
  expect(later(13n).rest).toBe('Entry 13 is not checked yet.')
})
