import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepHandover, lastHandover, newToken } from './handover.ts'

function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-handover-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return join(directory, 'state/panel.json')
}
const hour = 3_600_000

test('a token has 256 random bits', () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken))
  expect(tokens.size).toBe(100)
  expect([...tokens].every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
})

test('token and port are kept for twelve hours, for the owner alone', () => {
  const [file, handover] = [place(), { token: newToken(), port: 4321 }]
  keepHandover(handover, 0, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lastHandover(11 * hour, file)).toEqual(handover)
  expect(lastHandover(12 * hour, file)).toBeUndefined()
  expect(lastHandover(-1, file)).toBeUndefined()
})

test('a file that is not whole counts as none', () => {
  const file = place()
  keepHandover({ token: newToken(), port: 1 }, 0, file)
  const token = newToken()
  for (const text of [
    '',
    '{',
    '[]',
    '{}',
    JSON.stringify({ token, port: 70_000, at: 0 }),
    JSON.stringify({ token: 'x', port: 1, at: 0 }),
  ]) {
    writeFileSync(file, text)
    expect(lastHandover(1, file)).toBeUndefined()
  }
})

test('where nothing can be written, the panel goes on', () => {
  expect(() => keepHandover({ token: newToken(), port: 1 }, 0, '/dev/null/panel.json')).not.toThrow()
})
