import { closeSync, fstatSync, mkdtempSync, readdirSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPayload, openUnlinked } from './payload.ts'

const withDirectory = (use: (directory: string) => void): void => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-payload-test-'))
  use(directory)
  rmSync(directory, { recursive: true })
}

it('opens a payload at its start, without a name on disk', () =>
  withDirectory((directory) => {
    const fd = openPayload('größe\n', ['/no/such/directory', directory]) ?? -1
    const bytes = Buffer.alloc(100)
    expect(bytes.toString('utf8', 0, readSync(fd, bytes))).toBe('größe\n')
    expect(fstatSync(fd).nlink).toBe(0)
    expect(readdirSync(directory)).toEqual([])
    closeSync(fd)
  }))

it('without O_TMPFILE it has no name either, and only the owner can read it', () =>
  withDirectory((directory) => {
    const fd = openUnlinked(directory) ?? -1
    expect(fstatSync(fd).mode & 0o777).toBe(0o600)
    expect(fstatSync(fd).nlink).toBe(0)
    expect(readdirSync(directory)).toEqual([])
    closeSync(fd)
  }))

it('returns undefined if no directory is usable', () => {
  expect(openPayload('x', [])).toBe(undefined)
  expect(openPayload('x', ['/no/such/directory', '/proc'])).toBe(undefined)
})
