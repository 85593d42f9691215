import { expect, test } from 'vitest'
import { describeDevice, describeEnrolment } from './labels.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const device = { revoked: false, refused: '', revision: 7n, lastSyncAt: '2026-11-16T11:50:00Z' }
const label = (change: Partial<typeof device>) => describeDevice({ ...device, ...change }, 7n, now).label

test('the label shows the most important state of a device', () => {
  expect(label({})).toBe('Current')
  expect(label({ revision: 5n })).toBe('2 behind')
  expect(label({ lastSyncAt: '' })).toBe('Never synced')
  expect(label({ lastSyncAt: '2026-11-14T11:50:00Z' })).toBe('Inactive')
  expect(label({ revision: 5n, refused: 'a signature is wrong' })).toBe('Refused')
  expect(label({ revoked: true, refused: 'a signature is wrong' })).toBe('Revoked')
})

test('the reason for a refused revision is shown unchanged', () => {
  expect(describeDevice({ ...device, refused: 'snapshot went back' }, 7n, now).detail).toBe('snapshot went back')
})

test('the code says whose device it is', () => {
  expect(describeEnrolment({ codeNote: "Ada's laptop", codeAuthor: 'g@example.com' })).toBe(
    "Ada's laptop (by g@example.com)",
  )
  expect(describeEnrolment({ codeNote: '', codeAuthor: 'g@example.com' })).toBe('by g@example.com')
  expect(describeEnrolment({ codeNote: '', codeAuthor: '' })).toBe('')
})
