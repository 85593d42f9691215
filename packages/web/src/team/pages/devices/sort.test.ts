import { expect, test } from 'vitest'
import { ariaSort, readSort, sortOptions, toggleSort, usualSort } from './sort.ts'

test('a click sorts by the column, and the next one in the other direction', () => {
  expect(toggleSort(usualSort, 'name')).toBe('name')
  expect(toggleSort('name', 'name')).toBe('-name')
  expect(toggleSort('-name', 'name')).toBe('name')
  expect([ariaSort('-name', 'name'), ariaSort('name', 'name'), ariaSort('name', 'coverage')]).toEqual([
    ...['descending', 'ascending'],
    undefined,
  ])
})

test('an address with another text has the usual order, which is the first of all', () => {
  for (const text of ['', 'newest', '--name', 'constructor']) expect(readSort(text)).toBe(usualSort)
  expect(readSort('-last-sync')).toBe('-last-sync')
  expect(sortOptions[0]).toEqual({ value: usualSort, label: 'Newest first' })
  expect(sortOptions).toHaveLength(10)
})
