import { expect, test } from 'vitest'
import { findMatchedBranches, splitBranches } from './branches.ts'
import { createEntries } from './create-entries.ts'

test.each([
  ['git', ['git']],
  ['a|b|c', ['a', 'b', 'c']],
  ['git (push|pull)|rm', ['git (push|pull)', 'rm']],
  ['a\\|b|c', ['a\\|b', 'c']],
  ['[|(]|x', ['[|(]', 'x']],
  ['(?:a|(b|c))', ['(?:a|(b|c))']],
  ['', ['']],
])('the branches of %j', (matcher, branches) => expect(splitBranches(matcher)).toEqual(branches))

test('finds the branches that match the tested text of an event', async () => {
  const entries = await createEntries({
    beforeShellExecution: [{ command: 'a', matcher: '^git|push|rm' }],
    stop: [{ command: 'b', matcher: 'x' }],
  })
  expect(findMatchedBranches(entries, 'beforeShellExecution', { command: 'git push' })).toEqual({
    [entries[0]?.id ?? '']: ['^git', 'push'],
  })
})

test('a branch that would backtrack for too long counts as matched', async () => {
  const entries = await createEntries({ beforeShellExecution: [{ command: 'a', matcher: '(a+)+\\1b|x' }] })
  const met = findMatchedBranches(entries, 'beforeShellExecution', { command: `${'a'.repeat(40)}!` })
  expect(Object.values(met)).toEqual([['(a+)+\\1b']])
})
