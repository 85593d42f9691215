import { expect, test } from 'vitest'
import { hookNamedIn } from './said.ts'

test('the hook that stands in the way is found in the words, and nothing else', () => {
  expect(hookNamedIn('Hook 6 ("") cannot be published: the script has no name. Mend it, or switch it off.')).toBe('6')
  expect(hookNamedIn('Something was saved meanwhile: look at hook 6 (a.sh) again.')).toBeUndefined()
  expect(hookNamedIn('The team has no root key.')).toBeUndefined()
})
