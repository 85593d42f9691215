import { expect, it } from 'vitest'
import { halfRead } from './half-read.ts'

const long = (rest: string) => `${'{a,b}'.repeat(12_000)}; ${rest}`

it('asks where the rest may hold what a pack minds', () => {
  expect(halfRead('git-policy', long('git push -f'), ['git'])).toMatchObject({ say: 'ask' })
})

it('says nothing of what was read whole, and of a rest that holds nothing of the kind', () => {
  expect(halfRead('git-policy', 'git push -f', ['git'])).toBeUndefined()
  expect(halfRead('git-policy', long('ls'), ['git'])).toBeUndefined()
})
