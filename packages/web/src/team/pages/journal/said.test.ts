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
  expect(wholeSaid({ wholeUpTo: 12n, brokenAt: 0n, checkedAt })).toMatchObject({
    tone: 'allow',
    word: 'Whole up to entry 12',
  })
  expect(wholeSaid({ wholeUpTo: 3n, brokenAt: 4n, checkedAt })).toMatchObject({
    tone: 'deny',
    word: 'Broken at entry 4',
  })
})
