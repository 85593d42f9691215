import { expect, it } from 'vitest'
import { fakeEntry } from '../../testing/fakes.ts'
import { failureSentence } from './sentences.ts'

it('goes on after a message that is a whole sentence', () => {
  const failure = { code: 'spawn', message: 'the program is missing.' } as const
  expect(failureSentence(fakeEntry(), failure, 'user_message')).toMatch(
    /failed: the program is missing; this event fails closed$/,
  )
})
