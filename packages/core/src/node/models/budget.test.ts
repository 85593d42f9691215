import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSpending } from './budget.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookline-budget-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

test('processes that ask at the same moment get exactly as many places as there are', async () => {
  const built = fileURLToPath(new URL('../../../dist/node/models/budget.js', import.meta.url))
  const program = `
    const { createSpending } = await import(${JSON.stringify(built)})
    const spending = createSpending(${JSON.stringify(directory)})
    let granted = 0
    for (let at = 0; at < 20; at++) if ('id' in spending.begin({ callsPerDay: 30 })) granted++
    console.log(granted)`
  const granted = (): Promise<number> =>
    new Promise((done) => {
      let out = ''
      const child = spawn(process.execPath, ['--input-type=module', '-e', program])
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.once('close', () => done(Number(out)))
    })
  const all = await Promise.all([granted(), granted(), granted(), granted()])
  expect(all.reduce((sum, one) => sum + one)).toBe(30)
})
test('a new day begins anew, and what is a month old is gone', () => {
  let now = new Date('2026-03-01T23:59:00Z')
  const spending = createSpending(directory, () => now)
  writeFileSync(join(directory, '2026-01-01.log'), 'call x\n')
  expect(spending.begin({ callsPerDay: 1 })).toHaveProperty('id')
  expect(spending.begin({ callsPerDay: 1 })).toHaveProperty('refused')
  now = new Date('2026-03-02T00:00:00Z')
  expect(spending.begin({ callsPerDay: 1 })).toHaveProperty('id')
  expect(readdirSync(directory)).toEqual(['2026-03-01.log', '2026-03-02.log'])
  expect(statSync(join(directory, '2026-03-02.log')).mode & 0o777).toBe(0o600)
})
test('money is counted by what calls came to; a line that cannot be read counts nothing', () => {
  const spending = createSpending(directory)
  const first = spending.begin({ usdPerDay: 1 })
  if (!('id' in first)) throw new Error(first.refused)
  spending.end(first.id, 0.7)
  expect(spending.begin({ usdPerDay: 1 })).toHaveProperty('id')
  spending.end(first.id, Number.NaN)
  spending.end(first.id, 0.3)
  expect(spending.begin({ usdPerDay: 1 })).toEqual({ refused: expect.stringContaining('$1 of $1') })
})
