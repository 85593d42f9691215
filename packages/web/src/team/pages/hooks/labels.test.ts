import { expect, test } from 'vitest'
import { nameOf } from './labels.ts'

test('a hook without a name is shown by its number', () => {
  expect(nameOf({ id: 6n, current: { scriptName: 'guard.sh' } })).toBe('guard.sh')
  expect(nameOf({ id: 6n, current: { scriptName: ' ' } })).toBe('hook 6')
  expect(nameOf({ id: 6n })).toBe('hook 6')
})
