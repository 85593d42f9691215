import { expect, it } from 'vitest'
import { findPartlyRead } from './partly-read.ts'

const long = (rest: string) => `${'{a,b}'.repeat(12_000)}; ${rest}`

it('asks if the unread rest may contain what a pack checks', () => {
  expect(findPartlyRead('git-policy', long('git push -f'), ['git'])).toMatchObject([{ permission: 'ask' }])
})

it('has no opinion on a command that was read completely, or whose rest contains nothing of the kind', () => {
  expect(findPartlyRead('git-policy', 'git push -f', ['git'])).toEqual([])
  expect(findPartlyRead('git-policy', long('ls'), ['git'])).toEqual([])
})
