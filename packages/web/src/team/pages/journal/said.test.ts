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

test('a journal is whole up to an entry, or broken at one', () => {
  const checkedAt = new Date().toISOString()
  expect(wholeSaid({ wholeUpTo: 12n, brokenAt: 0n, checkedAt }, 12n)).toMatchObject({
    tone: 'allow',
    word: 'Whole up to entry 12',
    rest: expect.stringMatching(/^All entries, checked /),
  })
  expect(wholeSaid({ wholeUpTo: 3n, brokenAt: 4n, checkedAt }, 9n)).toMatchObject({
    tone: 'deny',
    word: 'Broken at entry 4',
  })
})

test('entries newer than the last check are named, and nothing claims that all were checked', () => {
  const checkedAt = new Date().toISOString()
  const later = wholeSaid({ wholeUpTo: 12n, brokenAt: 0n, checkedAt }, 14n)
  expect(later).toMatchObject({ tone: 'plain', word: 'Whole up to entry 12' })
  expect(later.rest).toMatch(/^Checked .*\. Entries 13 to 14 are newer and not checked yet\.$/)
  expect(wholeSaid({ wholeUpTo: 13n, brokenAt: 0n, checkedAt }, 14n).rest).toMatch(/Entry 14 is newer/)
  expect(wholeSaid({ wholeUpTo: 0n, brokenAt: 0n, checkedAt: '' }, 2n)).toEqual({
    tone: 'plain',
    word: 'Not checked yet',
    rest: 'Entries 1 to 2 are newer and not checked yet.',
  })
})
