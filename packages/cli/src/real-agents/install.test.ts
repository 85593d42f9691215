import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusedUrl } from '@hookline/models/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { realAgents } from './agents.ts'
import { cacheDirectory, install } from './install.ts'

let cache: string
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'hookline-install-'))
  vi.stubEnv('HOOKLINE_AGENTS_CACHE', cache)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cache, { recursive: true, force: true })
})

const [known] = realAgents
if (known === undefined) throw new Error('no agent is listed')

test('the cache is in HOOKLINE_AGENTS_CACHE, else below the cache directory of the system', () => {
  expect(cacheDirectory()).toBe(cache)
  expect(cacheDirectory({ XDG_CACHE_HOME: '/c' })).toBe('/c/hookline/agents')
})

test('an agent without a program for this system is missing with the reason, and nothing is downloaded', async () => {
  const notes: string[] = []
  const result = await install({ ...known, systems: ['plan9-mips'] }, '1.0.0', (text) => notes.push(text))
  expect(result).toEqual({
    missing: `it runs only on plan9-mips, and this system is ${process.platform}-${process.arch}`,
  })
  expect(notes).toEqual([])
})

test('without a registry the agent is missing with the reason, and no partial installation is left', async () => {
  vi.stubEnv('npm_config_registry', await refusedUrl())
  vi.stubEnv('npm_config_fetch_retries', '0')
  const notes: string[] = []
  const here = `${process.platform}-${process.arch}`
  const result = await install({ ...known, systems: [here] }, '1.0.0', (text) => notes.push(text))
  expect(result).toEqual({ missing: expect.stringContaining('npm install failed') })
  expect(notes).toEqual([expect.stringContaining(cache)])
  expect(readdirSync(cache)).toEqual([])
})
