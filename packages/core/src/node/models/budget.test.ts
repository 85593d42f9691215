import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBudgetLedger } from './budget.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookline-budget-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('concurrent processes together make exactly as many calls as the budget allows', async () => {
  const built = fileURLToPath(new URL('../../../dist/node/models/budget.js', import.meta.url))
  const program = `
    const { createBudgetLedger } = await import(${JSON.stringify(built)})
    const ledger = createBudgetLedger(${JSON.stringify(directory)})
    let granted = 0
    for (let at = 0; at < 20; at++) if ('id' in ledger.begin({ callsPerDay: 30 })) granted++
    console.log(granted)`
  const countGranted = (): Promise<number> =>
    new Promise((done) => {
      let out = ''
      const child = spawn(process.execPath, ['--input-type=module', '-e', program])
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.once('close', () => done(Number(out)))
    })
  const all = await Promise.all([countGranted(), countGranted(), countGranted(), countGranted()])
  expect(all.reduce((sum, one) => sum + one)).toBe(30)
})
test('the budget starts again each day, and files older than a month are deleted', () => {
  let now = new Date('2026-03-01T23:59:00Z')
  const ledger = createBudgetLedger(directory, () => now)
  writeFileSync(join(directory, '2026-01-01.log'), 'call x\n')
  expect(ledger.begin({ callsPerDay: 1 })).toHaveProperty('id')
  expect(ledger.begin({ callsPerDay: 1 })).toHaveProperty('refused')
  now = new Date('2026-03-02T00:00:00Z')
  expect(ledger.begin({ callsPerDay: 1 })).toHaveProperty('id')
  expect(readdirSync(directory)).toEqual(['2026-03-01.log', '2026-03-02.log'])
  expect(statSync(join(directory, '2026-03-02.log')).mode & 0o777).toBe(0o600)
})
test('sums the cost of the calls, and ignores unreadable lines', () => {
  const ledger = createBudgetLedger(directory)
  const first = ledger.begin({ usdPerDay: 1 })
  if (!('id' in first)) throw new Error(first.refused)
  ledger.end(first.id, 0.7)
  expect(ledger.begin({ usdPerDay: 1 })).toHaveProperty('id')
  ledger.end(first.id, Number.NaN)
  ledger.end(first.id, 0.3)
  expect(ledger.begin({ usdPerDay: 1 })).toEqual({ refused: expect.stringContaining('$1 of $1') })
})
