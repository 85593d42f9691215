import { expect, test } from 'vitest'
import { describeRollout, findHookId } from './messages.ts'

test('the hook that an error message begins with is found, and no other', () => {
  expect(findHookId('Hook 6 ("") cannot be published: the script has no name. Fix it or switch it off.')).toBe('6')
  expect(findHookId('Something was saved meanwhile: look at hook 6 (a.sh) again.')).toBeUndefined()
  expect(findHookId('The team has no root key.')).toBeUndefined()
})

test('devices that are behind, refused the revision or never synced do not count as having it', () => {
  const device = { revoked: false, refused: '', revision: 7n }
  const behind = { ...device, revision: 6n }
  expect(describeRollout([], 7n, true)).toBe('No devices are enrolled yet.')
  expect(describeRollout([device], 7n, true)).toBe('The only device has revision 7.')
  expect(describeRollout([device, device, { ...behind, revoked: true }], 7n, true)).toBe(
    'All 2 devices have revision 7.',
  )
  expect(describeRollout([device, behind, { ...device, refused: 'a signature is wrong' }], 7n, true)).toBe(
    '2 of 3 devices do not have revision 7 yet.',
  )
  expect(describeRollout([{ ...device, revision: 0n }], 7n, true)).toBe('1 of 1 device does not have revision 7 yet.')
  expect(describeRollout([device, device], 7n, false)).toMatch(/first 2 devices have revision 7\. There are more/)
})
