import { expect, test } from 'vitest'
import { deviceSaid } from './said.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const device = { revoked: false, refused: '', revision: 7n, lastSyncAt: '2026-11-16T11:50:00Z' }
const word = (change: Partial<typeof device>) => deviceSaid({ ...device, ...change }, 7n, now).word

test('what matters most of a machine comes first', () => {
  expect(word({})).toBe('Current')
  expect(word({ revision: 5n })).toBe('2 behind')
  expect(word({ lastSyncAt: '' })).toBe('Never synced')
  expect(word({ lastSyncAt: '2026-11-14T11:50:00Z' })).toBe('Silent')
  expect(word({ revision: 5n, refused: 'a signature is wrong' })).toBe('Refused')
  expect(word({ revoked: true, refused: 'a signature is wrong' })).toBe('Revoked')
})

test('why a machine refused is shown as it said it', () => {
  expect(deviceSaid({ ...device, refused: 'snapshot went back' }, 7n, now).more).toBe('snapshot went back')
})
