import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type CheckedStart, checkStart } from './check-start.ts'

test('what would stop a start is found before it, and nothing is created', async () => {
  const root = mkdtempSync(join(tmpdir(), 'hookline-check-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'file'), '')
  mkdirSync(join(root, 'bad-key'))
  writeFileSync(join(root, 'bad-key', 'master.key'), 'short')
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const check = (name: string, more: Partial<CheckedStart> = {}) =>
    checkStart({ dataDir: join(root, name), host: '127.0.0.1', port: 4680, env: {}, ...more })
  // The port may be that of the server that runs now.
  expect(await check('new/below', { port })).toEqual([])
  const problems = [
    [await check('file'), /^\S+file is a file\. Pass a directory/],
    [await check('file/below'), /^a part of \S+ is a file/],
    [await check('bad-key'), /^\S+master\.key does not contain 32 bytes/],
    [await check('new', { env: { HOOKLINE_MASTER_KEY: 'short' } }), /^HOOKLINE_MASTER_KEY does not contain 32 bytes/],
    [await check('new', { host: '203.0.113.9' }), /does not have the address 203\.0\.113\.9/],
    [await check('new', { host: 'no.invalid' }), /the host name "no\.invalid" has no address/],
  ] as const
  for (const [found, message] of problems) expect(found).toEqual([expect.stringMatching(message)])
  expect(readdirSync(root).sort()).toEqual(['bad-key', 'file'])
})
