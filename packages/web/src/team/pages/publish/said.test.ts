import { expect, test } from 'vitest'
import { hookNamedIn, reachSaid } from './said.ts'

test('the hook that stands in the way is found in the words, and nothing else', () => {
  expect(hookNamedIn('Hook 6 ("") cannot be published: the script has no name. Fix it or switch it off.')).toBe('6')
  expect(hookNamedIn('Something was saved meanwhile: look at hook 6 (a.sh) again.')).toBeUndefined()
  expect(hookNamedIn('The team has no root key.')).toBeUndefined()
})

test('machines that are behind, that refused the revision or never synced do not have it', () => {
  const machine = { revoked: false, refused: '', revision: 7n }
  const behind = { ...machine, revision: 6n }
  expect(reachSaid([], 7n, true)).toBe('No machine is enrolled yet.')
  expect(reachSaid([machine], 7n, true)).toBe('The only machine has revision 7.')
  expect(reachSaid([machine, machine, { ...behind, revoked: true }], 7n, true)).toBe('All 2 machines have revision 7.')
  expect(reachSaid([machine, behind, { ...machine, refused: 'a signature is wrong' }], 7n, true)).toBe(
    '2 of 3 machines do not have revision 7 yet.',
  )
  expect(reachSaid([{ ...machine, revision: 0n }], 7n, true)).toBe('1 of 1 machine does not have revision 7 yet.')
  expect(reachSaid([machine, machine], 7n, false)).toMatch(/read so far have revision 7; there are more/)
})
