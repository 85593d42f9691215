import { expect, test } from 'vitest'
import { formatCounted, parseCounted, takeCounted } from './machine-bound.ts'

const hourMs = 3_600_000
const row = (more: object = {}) => ({
  ...{ hour: 0, revision: 3, candidate: 3, hook_id: 1, runs: 1, denies: 0, failures: 0 },
  ...more,
})
const rows = (n: number, more: object = {}) => Array.from({ length: n }, (_, at) => row({ hour: at * hourMs, ...more }))

test('counts at most 100 runs of a hook and a kind in the hour of arrival, whatever hour they name', () => {
  const counted = parseCounted('')
  expect(takeCounted(counted, rows(150), hourMs)).toHaveLength(100)
  expect(takeCounted(counted, rows(150), hourMs + 1)).toHaveLength(0)
  expect(takeCounted(counted, rows(150, { failures: 1 }), hourMs)).toHaveLength(100)
  expect(takeCounted(counted, rows(150, { denies: 1 }), hourMs)).toHaveLength(100)
  expect(takeCounted(counted, rows(30, { hook_id: 2 }), hourMs)).toHaveLength(30)
  expect(takeCounted(counted, rows(30, { candidate: 0 }), hourMs)).toHaveLength(30)
  // It is the same after it was stored, and begins again with the next hour.
  expect(takeCounted(parseCounted(formatCounted(counted)), rows(1), hourMs)).toHaveLength(0)
  expect(takeCounted(counted, rows(1), 2 * hourMs)).toHaveLength(1)
})

test('a machine that invents hooks and candidates fills neither its row nor the counts', () => {
  const counted = parseCounted('')
  const invented = Array.from({ length: 5000 }, (_, at) => row({ hook_id: at + 1, candidate: at % 7 }))
  expect(takeCounted(counted, invented, hourMs).length).toBeLessThanOrEqual(1000)
  expect(formatCounted(counted).length).toBeLessThan(50_000)
  // What it counted before the bound still counts.
  expect(takeCounted(counted, [row({ hook_id: 1, candidate: 0 })], hourMs)).toHaveLength(1)
})
