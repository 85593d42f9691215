import { expect, test } from 'vitest'
import { finish, refuse } from './reasons.ts'

const hint = 'to allow it: hookline add block-git --set allow+=push'
const shownFor = (source: string | undefined, userHint = hint) =>
  JSON.stringify(finish(refuse({ rule: 'block-git/git', reason: 'No.', instead: 'Explain.', userHint }), source, true))

test.each([
  [
    'project',
    '(to allow it: hookline add block-git --set allow+=push; to change this rule: hookline add block-git --set',
  ],
  [
    'user',
    '(to allow it: hookline add block-git --user --set allow+=push; to change this rule: hookline add block-git --user',
  ],
])('a hint of a pack of the %s changes the pack where it is configured', (source, expected) => {
  expect(shownFor(source)).toContain(expected)
})

test.each(['team', 'enterprise'])('a managed pack (%s) has no command that would change nothing', (source) => {
  expect(shownFor(source)).not.toContain('hookline add')
  expect(shownFor(source, 'make the change yourself')).toContain('(make the change yourself)')
})
