import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Machine } from './machines.ts'
import { enforceRateLimit, rateLimit } from './rate-limit.ts'

const createMachine = (): Machine => ({
  team: 't',
  id: 'm',
  key: generateKeyPairSync('ed25519').publicKey,
  isRevoked: false,
})

test('the rate limit allows a burst, then a steady amount, and reports the wait time', () => {
  const machine = createMachine()
  for (let sent = 0; sent < rateLimit.burst; sent += 1000) enforceRateLimit(machine, 1000, 0)
  expect(() => enforceRateLimit(machine, 1000, 0)).toThrow(
    expect.objectContaining({ code: 'too-many', retryAfter: 50 }),
  )
  // A refused request does not use up the budget.
  expect(() => enforceRateLimit(machine, 1000, 49_000)).toThrow(expect.objectContaining({ retryAfter: 1 }))
  enforceRateLimit(machine, 1000, 50_000)
  expect(() => enforceRateLimit(machine, 1, 50_000)).toThrow('rate limit exceeded')
})

test('the unused budget is limited, and a clock that goes back does not reduce it', () => {
  const machine = createMachine()
  enforceRateLimit(machine, 10, 1_000_000_000)
  enforceRateLimit(machine, rateLimit.burst, 2_000_000_000)
  expect(() => enforceRateLimit(machine, 1, 1_000_000_000)).toThrow('rate limit exceeded')
})

test('each machine has its own budget', () => {
  const [machine, other] = [createMachine(), createMachine()]
  enforceRateLimit(machine, rateLimit.burst, 0)
  enforceRateLimit(other, rateLimit.burst, 0)
})
