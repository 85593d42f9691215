import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newToken, readHandover, saveHandover } from './handover.ts'

function temporaryFile(): string {
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

test('token and port are stored for twelve hours, readable only by the owner', () => {
  const [file, handover] = [temporaryFile(), { token: newToken(), port: 4321 }]
  saveHandover(handover, 0, file)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readHandover(11 * hour, file)).toEqual(handover)
  expect(readHandover(12 * hour, file)).toBeUndefined()
  expect(readHandover(-1, file)).toBeUndefined()
})

test('an invalid file is ignored', () => {
  const file = temporaryFile()
  saveHandover({ token: newToken(), port: 1 }, 0, file)
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
    expect(readHandover(1, file)).toBeUndefined()
  }
})

test('the panel continues if the file cannot be written', () => {
  expect(() => saveHandover({ token: newToken(), port: 1 }, 0, '/dev/null/panel.json')).not.toThrow()
})
