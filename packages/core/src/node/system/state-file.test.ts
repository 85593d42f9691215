import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeState } from './state-file.ts'

test('a write that fails names the file and leaves nothing behind', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-state-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'trust.json')
  mkdirSync(join(file, 'inside'), { recursive: true })
  expect(() => writeState(file, {})).toThrow(expect.objectContaining({ path: file }))
  expect(readdirSync(directory)).toEqual(['trust.json'])
})
