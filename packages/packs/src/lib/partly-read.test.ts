import { expect, it } from 'vitest'
import { askIfPartlyRead } from './partly-read.ts'

const long = (rest: string) => `${'{a,b}'.repeat(12_000)}; ${rest}`

it('asks if the unread rest may contain what a pack checks', () => {
  expect(askIfPartlyRead('git-policy', long('git push -f'), ['git'])).toMatchObject({ say: 'ask' })
})

it('has no opinion on a command that was read completely, or whose rest contains nothing of the kind', () => {
  expect(askIfPartlyRead('git-policy', 'git push -f', ['git'])).toBeUndefined()
  expect(askIfPartlyRead('git-policy', long('ls'), ['git'])).toBeUndefined()
})
