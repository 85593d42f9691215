import { expect, test } from 'vitest'
import { readSignInFailure } from './failure.ts'

test('a known code has a text, and anything else has none', () => {
  expect(readSignInFailure('?sign-in=no-role')).toContain('None of your groups')
  for (const search of ['', '?sign-in=', '?sign-in=constructor', '?sign-in=<b>', '?other=no-role'])
    expect(readSignInFailure(search)).toBeUndefined()
})
