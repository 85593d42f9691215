import { expect, test } from 'vitest'
import { faultsOf } from './wish.ts'

const wish = { note: '', uses: '1', hours: '24' }

test('machines and hours have bounds, which are said', () => {
  expect(faultsOf(wish)).toEqual({})
  expect(faultsOf({ ...wish, uses: ' 10000 ', hours: '2160' })).toEqual({})
  expect(faultsOf({ ...wish, uses: '0', hours: '99999999' })).toEqual({
    uses: 'From 1 to 10000.',
    hours: 'From 1 to 2160.',
  })
  for (const text of ['', 'two', '1.5', '-1', '1e2'])
    expect(Object.keys(faultsOf({ ...wish, uses: text }))).toEqual(['uses'])
})
