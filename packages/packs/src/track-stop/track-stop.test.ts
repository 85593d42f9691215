import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks, type Hooks } from '@hookline/core/node'
import { afterEach, expect, test, vi } from 'vitest'
import { listener } from '../testing/listener.ts'
import { workspace } from '../testing/workspace.ts'

afterEach(() => vi.unstubAllEnvs())
let turns = 0
const stop = (hooks: Hooks, status: string, conversation = 'c1') =>
  hooks.fire('stop', { status, loop_count: 0, conversation_id: conversation, generation_id: `g${turns++}` } as never)

test('asks the agent to try again after two failures in a row in one conversation', async () => {
  const { hooks } = await workspace({ 'track-stop': {} })
  expect((await stop(hooks, 'error')).followUp).toBeUndefined()
  expect((await stop(hooks, 'error', 'c2')).followUp).toBeUndefined()
  expect((await stop(hooks, 'error')).followUp).toMatch(/^track-stop: 2 runs in a row failed\. The last runs/)
  expect((await stop(hooks, 'completed')).followUp).toBeUndefined()
  expect((await stop(hooks, 'error')).followUp).toBeUndefined()
  expect((await stop(hooks, 'aborted')).followUp).toBeUndefined()
  expect((await stop(hooks, 'error')).followUp).toContain('2 runs in a row failed')
})

test('keeps counts across processes and removes them when the session ends', async () => {
  const { root, home, hooks, state } = await workspace({ 'track-stop': { message: 'Once more.' } })
  await stop(hooks, 'error', '../../out')
  const again = await createHooks({ workspaceRoots: [root], home, trust: 'all', watch: false })
  expect((await stop(again, 'error', '../../out')).followUp).toBe('track-stop: 2 runs in a row failed. Once more.')
  const kept = () => readdirSync(join(state, 'packs/track-stop'))
  expect(kept()).toHaveLength(1)
  await again.fire('sessionEnd', {
    reason: 'completed',
    duration_ms: 1,
    is_background_agent: false,
    final_status: 'completed',
    conversation_id: '../../out',
  })
  await again.close()
  expect(kept()).toEqual([])
})

test('sends a summary without prompt, path or name to the URL from the environment', async () => {
  const { url, received } = await listener()
  vi.stubEnv('AGENT_TELEMETRY_URL', `${url}/runs`)
  const { hooks, root } = await workspace({ 'track-stop': {} })
  await stop(hooks, 'error')
  await stop(hooks, 'error')
  expect(received).toHaveLength(2)
  const [, second] = received
  expect(second).toMatchObject({ method: 'POST', path: '/runs', headers: { 'content-type': 'application/json' } })
  expect(JSON.parse(second?.body ?? '')).toMatchObject({
    v: 1,
    event: 'stop',
    status: 'error',
    failuresInARow: 2,
    stops: 2,
  })
  expect(second?.body).not.toContain(root)
})

test.each([
  ['answers with a failure', (url: string) => url, 500, / replied with status 500/],
  ['redirects', (url: string) => url, 302, /request to .* failed/],
  ['is no http address', () => 'file:///etc/passwd', 200, /must begin with https/],
  ['holds a password', (url: string) => url.replace('//', '//me:secret@'), 200, /not contain a user name or password/],
])('logs a failure for an address that %s, and still retries', async (_, address, status, why) => {
  const { url, received } = await listener((response) => response.writeHead(status, { location: '/elsewhere' }).end())
  vi.stubEnv('AGENT_TELEMETRY_URL', address(url))
  const { hooks } = await workspace({ 'track-stop': { retryAfter: 1 } })
  const effect = await stop(hooks, 'error')
  expect(effect.followUp).toContain('1 runs in a row')
  const failed = effect.runs.find(({ outcome }) => outcome.kind === 'failed')
  expect(failed?.entry.name).toBe('track-stop/telemetry')
  expect(failed?.stderr).toMatch(why)
  expect(failed?.stderr).not.toContain('secret')
  expect(received.length).toBeLessThanOrEqual(1)
})

test('waits no longer than the timeout for an address that never replies', async () => {
  const { url } = await listener(() => undefined)
  vi.stubEnv('AGENT_TELEMETRY_URL', url)
  const { hooks } = await workspace({ 'track-stop': { timeout: 0.2 } })
  const { runs } = await stop(hooks, 'completed')
  expect(runs.find(({ outcome }) => outcome.kind === 'failed')?.stderr).toContain('no answer within 0.2 s')
})

test('sends nothing without the variable, or if disabled', async () => {
  const { url, received } = await listener()
  const { hooks } = await workspace({ 'track-stop': {} })
  expect((await stop(hooks, 'error')).runs.every(({ outcome }) => outcome.kind === 'silent')).toBe(true)
  vi.stubEnv('AGENT_TELEMETRY_URL', url)
  const off = await workspace({ 'track-stop': { telemetry: false } })
  await stop(off.hooks, 'error')
  expect(received).toEqual([])
})
