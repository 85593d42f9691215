import { expect, test } from 'vitest'
import { nameFault, noWish } from './wish.ts'

test('a name that is too long is said, with how long it is', () => {
  expect(nameFault({ ...noWish, teamName: ` ${'a'.repeat(100)} ` })).toBeUndefined()
  expect(nameFault({ ...noWish, teamName: 'a'.repeat(101) })).toBe('At most 100 characters; this has 101.')
})
