import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Entry } from '../../flow.ts'
import { neededBy } from './scope.ts'

const base = mkdtempSync(join(tmpdir(), 'hookline-scope-'))
mkdirSync(join(base, 'tools'))
writeFileSync(join(base, 'tools/guard.sh'), '')
afterAll(() => rmSync(base, { recursive: true, force: true }))

const needed = (command: string) =>
  // Only these fields are read.
  neededBy(
    { command, cwd: '/w', origin: { source: 'user', own: true } } as Entry,
    {},
    {
      system: 'linux',
      home: '/h',
      env: {},
    },
  )

describe.runIf(process.platform === 'linux')('what a command names', () => {
  test('is a program that exists, with the directory from which it may load more', () => {
    expect(needed(`${base}/tools/guard.sh --x`)).toEqual(
      expect.arrayContaining([`${base}/tools/guard.sh`, `${base}/tools`]),
    )
  })
  test('is not text that looks like a path, nor a directory', () => {
    const without = needed('true')
    expect(needed(`echo ${base}/tools/none; test -d ${base}/tools; grep x /run/user/1000/x`)).toEqual(without)
  })
})
