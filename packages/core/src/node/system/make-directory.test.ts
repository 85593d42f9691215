import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from './make-directory.ts'

test('all directories on the way are made, for the owner alone, and again is no error', () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-directory-'))
  makeDirectory(join(root, 'a/b/c'))
  makeDirectory(join(root, 'a/b/c'))
  expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700)
  rmSync(root, { recursive: true })
})

test('a file on the way is an error, and nothing is made', () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-directory-'))
  writeFileSync(join(root, 'a'), '')
  expect(() => makeDirectory(join(root, 'a/b'))).toThrow(/ENOTDIR/)
  rmSync(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/1'))('where no directory can be made it ends', () => {
  expect(() => makeDirectory('/proc/1/x/y')).toThrow()
})
