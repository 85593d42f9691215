import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasModes, isWindows } from '../../testing/system.ts'
import { makeDirectory } from './make-directory.ts'

test('creates all missing parent directories for the owner only; an existing directory is fine', () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-directory-'))
  makeDirectory(join(root, 'a/b/c'))
  makeDirectory(join(root, 'a/b/c'))
  if (hasModes) expect(statSync(join(root, 'a/b')).mode & 0o777).toBe(0o700)
  rmSync(root, { recursive: true })
})

test('throws if a parent is a file', () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-directory-'))
  writeFileSync(join(root, 'a'), '')
  expect(() => makeDirectory(join(root, 'a/b'))).toThrow(isWindows ? /ENOENT|EEXIST/ : /ENOTDIR/)
  rmSync(root, { recursive: true })
})

test.skipIf(!existsSync('/proc/1'))('throws, rather than loops, where no directory can be created', () => {
  expect(() => makeDirectory('/proc/1/x/y')).toThrow()
})
