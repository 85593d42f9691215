import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Machine } from './machines.ts'
import { keepPace, pace } from './pace.ts'

const machine = (): Machine => ({
  team: 't',
  id: 'm',
  key: generateKeyPairSync('ed25519').publicKey,
  isRevoked: false,
})

test('a whole spool at once is taken, then a steady amount, and the time to wait is said', () => {
  const one = machine()
  for (let sent = 0; sent < pace.atOnce; sent += 1000) keepPace(one, 1000, 0)
  expect(() => keepPace(one, 1000, 0)).toThrow(expect.objectContaining({ code: 'too-many', retryAfter: 50 }))
  // Asking in vain costs nothing.
  expect(() => keepPace(one, 1000, 49_000)).toThrow(expect.objectContaining({ retryAfter: 1 }))
  keepPace(one, 1000, 50_000)
  expect(() => keepPace(one, 1, 50_000)).toThrow('has to wait')
})

test('what was not used is not saved up without end, and a clock that goes back takes nothing', () => {
  const one = machine()
  keepPace(one, 10, 1_000_000_000)
  keepPace(one, pace.atOnce, 2_000_000_000)
  expect(() => keepPace(one, 1, 1_000_000_000)).toThrow('has to wait')
})

test('another machine has its own', () => {
  const [one, other] = [machine(), machine()]
  keepPace(one, pace.atOnce, 0)
  keepPace(other, pace.atOnce, 0)
})
