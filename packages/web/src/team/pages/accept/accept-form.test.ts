import { expect, test } from 'vitest'
import { emptyForm, validateTeamName } from './accept-form.ts'

test('the error for a team name that is too long contains its length', () => {
  expect(validateTeamName({ ...emptyForm, teamName: ` ${'a'.repeat(100)} ` })).toBeUndefined()
  expect(validateTeamName({ ...emptyForm, teamName: 'a'.repeat(101) })).toBe(
    'Use at most 100 characters. This name has 101.',
  )
})
