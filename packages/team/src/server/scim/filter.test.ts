import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFilter } from './filter.ts'

const attributes = ['userName', 'id'] as const

test('SCIM filter injection: every string survives as one value', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (value) => {
      expect(readFilter(`userName eq ${JSON.stringify(value)}`, attributes)).toEqual({ attribute: 'userName', value })
    }),
  )
})

test('attribute names and operators ignore case', () => {
  expect(readFilter(' USERNAME Eq "a" ', attributes)).toEqual({ attribute: 'userName', value: 'a' })
})

test.each([
  '',
  'userName',
  'userName eq',
  'userName eq a',
  'userName eq "a',
  'userName eq "a" or userName pr',
  'userName eq "a" and active eq true',
  'not (userName eq "a")',
  'userName co "a"',
  'userName ne "a"',
  'password eq "a"',
  'constructor eq "a"',
  'user_name eq "a"',
  `userName eq "a" -- "`,
  `userName eq 'a'`,
  'userName eq "\\x"',
  `userName eq "${'a'.repeat(1000)}"`,
])('%s is refused', (filter) => {
  expect(() => readFilter(filter, attributes)).toThrow(/filter/)
})
