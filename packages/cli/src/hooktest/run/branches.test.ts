import { expect, test } from 'vitest'
import { branchesMet, branchesOf } from './branches.ts'
import { fakeEntries } from './fake-entries.ts'

test.each([
  ['git', ['git']],
  ['a|b|c', ['a', 'b', 'c']],
  ['git (push|pull)|rm', ['git (push|pull)', 'rm']],
  ['a\\|b|c', ['a\\|b', 'c']],
  ['[|(]|x', ['[|(]', 'x']],
  ['(?:a|(b|c))', ['(?:a|(b|c))']],
  ['', ['']],
])('the branches of %j', (matcher, branches) => expect(branchesOf(matcher)).toEqual(branches))

test('an event meets the branches that match what the matcher is tested against', async () => {
  const entries = await fakeEntries({
    beforeShellExecution: [{ command: 'a', matcher: '^git|push|rm' }],
    stop: [{ command: 'b', matcher: 'x' }],
  })
  expect(branchesMet(entries, 'beforeShellExecution', { command: 'git push' })).toEqual({
    [entries[0]?.id ?? '']: ['^git', 'push'],
  })
})

test('a branch that could backtrack for ever is given up on and counts as met', async () => {
  const entries = await fakeEntries({ beforeShellExecution: [{ command: 'a', matcher: '(a+)+\\1b|x' }] })
  const met = branchesMet(entries, 'beforeShellExecution', { command: `${'a'.repeat(40)}!` })
  expect(Object.values(met)).toEqual([['(a+)+\\1b']])
}, 20_000)
