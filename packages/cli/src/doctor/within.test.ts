import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { staysWithin } from './within.ts'

test('a path stays in a workspace only without links and without ..', () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-within-')))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const root = join(base, 'ws')
  mkdirSync(join(root, 'hooks'), { recursive: true })
  writeFileSync(join(root, 'hooks/a.sh'), '')
  writeFileSync(join(base, 'outside.sh'), '')
  symlinkSync(base, join(root, 'out'))
  symlinkSync('a.sh', join(root, 'hooks/link.sh'))
  const stays = (path: string) => staysWithin(join(root, path), root)
  expect(['hooks/a.sh', 'hooks/gone.sh', 'gone/a.sh'].map(stays)).toEqual([true, true, true])
  expect(['../outside.sh', 'out/outside.sh', 'hooks/link.sh', '.'].some(stays)).toBe(false)
})
