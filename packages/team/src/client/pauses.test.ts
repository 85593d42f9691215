/** A machine obeys a pause only if its team signed it, and only while it lasts (SAFETY C1, C2). */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHooks, openLog } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { deny, enrolledMachine, newSigner, numberedRelease, readInForce } from '../testing/client.ts'
import { hookWith, type Release, releaseFiles, testTeam } from '../testing/signer.ts'
import { readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

const minute = 60_000
const at = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()
const pauseWith = (more: object = {}) => ({
  ...{ hook_id: 0, from: at(-1), until: at(30), by: 'ana@example.com', reason: 'it denies everything' },
  ...more,
})
const paused = (version: number, pauses: unknown = [pauseWith()]): Release => ({ ...numberedRelease(version), pauses })

async function fire(home: string, command = 'ls') {
  const hooks = await createHooks({ workspaceRoots: [home], home, watch: false, log: {} })
  try {
    return await hooks.fire('beforeShellExecution', { command, cwd: home, sandbox: false })
  } finally {
    await hooks.close()
  }
}

test('a signed pause is obeyed, shown and recorded, and its end brings the hooks back', async () => {
  const { server, home, machine } = await enrolledMachine()
  expect((await fire(home)).verdict).toBe('deny')
  const until = new Date(Date.now() + 3000).toISOString()
  server.release(paused(2, [pauseWith({ until })]))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
  const text = `paused until ${until} by ana@example.com: it denies everything`
  const effect = await fire(home)
  expect(effect).toMatchObject({ kind: 'proceed', because: { rule: 'paused', message: expect.stringContaining(text) } })
  expect(readTeamStatus(machine, testTeam).pauses).toMatchObject([{ hookId: 0, by: 'ana@example.com', until }])
  const { records } = await openLog(join(home, '.local/state/hookline/log')).query({ limit: 1 })
  expect(records[0]).toMatchObject({ because: { rule: 'paused' }, skipped: [{ why: 'paused', detail: text }] })
  // The server is not asked again.
  await server.close()
  await expect.poll(async () => (await fire(home)).verdict, { timeout: 15_000 }).toBe('deny')
  expect(readTeamStatus(machine, testTeam).pauses).toEqual([])
})

test('a pause of one hook leaves the others', async () => {
  const { server, home, machine } = await enrolledMachine()
  const hooks = [hookWith(1, deny('one')), hookWith(2, deny('two'))]
  server.release({
    version: 2,
    hooks: hooks.map(({ hook }) => hook),
    scripts: Object.assign({}, ...hooks.map(({ scripts }) => scripts)),
    pauses: [pauseWith({ hook_id: 1 })],
  })
  await syncTeam(machine, testTeam)
  const { verdict, userMessage = '', plan } = await fire(home)
  expect([verdict, plan.skipped.map(({ why }) => why)]).toEqual(['deny', ['paused']])
  expect(userMessage).toContain('two')
  expect(readTeamStatus(machine, testTeam).pauses).toMatchObject([{ hookId: 1, hook: './guard-1.sh' }])
})

test('an older pause does not come back after the hooks were resumed', async () => {
  const { server, home, machine } = await enrolledMachine()
  server.release(paused(2))
  await syncTeam(machine, testTeam)
  const old = new Map(server.files)
  server.release(numberedRelease(3))
  await syncTeam(machine, testTeam)
  expect((await fire(home)).verdict).toBe('deny')
  for (const [path, body] of old) server.files.set(path, body)
  const replayed = await syncTeam(machine, testTeam, { full: true })
  expect(replayed).toMatchObject({ state: 'kept', revision: 3, failure: { kind: 'refused' } })
  expect((await fire(home)).verdict).toBe('deny')
})

test.each<readonly [string, (setup: Awaited<ReturnType<typeof enrolledMachine>>) => Promise<void> | void]>([
  [
    'signed with a key that the root does not name',
    async ({ server }) => {
      const stranger = await newSigner()
      for (const [path, body] of releaseFiles(paused(2), stranger.online)) server.files.set(path, body)
      server.revision = 2
    },
  ],
  [
    'without a signature',
    ({ server }) => {
      server.release(paused(2))
      const name = 'metadata/2.targets.json'
      const metadata = JSON.parse(String(server.files.get(name)))
      server.files.set(name, Buffer.from(JSON.stringify({ ...metadata, signatures: [] })))
    },
  ],
  [
    'that was added to a signed list',
    ({ server }) => {
      server.release(numberedRelease(2))
      const [name = '', body] = [...server.files].findLast(([path]) => path.endsWith('.bundle.json')) ?? []
      const bundle = { ...JSON.parse(String(body)), pauses: [pauseWith()] }
      server.files.set(name, Buffer.from(JSON.stringify(bundle)))
    },
  ],
  ['of another team', ({ server }) => server.release({ ...paused(2), team: 'hl_zzzzzzzzzzzzzzzz' })],
  ['in a list that has expired', ({ server }) => server.release({ ...paused(2), expires: { timestamp: at(-10) } })],
  ['of more than a week', ({ server }) => server.release(paused(2, [pauseWith({ until: at(8 * 24 * 60) })]))],
  ['without a reason', ({ server }) => server.release(paused(2, [pauseWith({ reason: '' })]))],
  ['without an end', ({ server }) => server.release(paused(2, [pauseWith({ until: undefined })]))],
  ['that is not an object', ({ server }) => server.release(paused(2, ['all']))],
  [
    'in a flood of others',
    ({ server }) =>
      server.release(
        paused(
          2,
          Array.from({ length: 101 }, () => pauseWith()),
        ),
      ),
  ],
])('a pause %s is refused, and the hooks go on', async (_, attack) => {
  const setup = await enrolledMachine()
  await attack(setup)
  const { home, machine } = setup
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1, failure: { kind: 'refused' } })
  expect((await fire(home)).verdict).toBe('deny')
  expect(readInForce(home)?.['.pauses.json']).toBeUndefined()
})

test.each([
  ['that is over', { from: at(-60), until: at(-1) }],
  ['that begins later than a clock can be wrong', { from: at(6), until: at(30) }],
])('a signed pause %s is installed and not obeyed', async (_, times) => {
  const { server, home, machine } = await enrolledMachine()
  server.release(paused(2, [pauseWith(times)]))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
  expect((await fire(home)).verdict).toBe('deny')
  expect(readTeamStatus(machine, testTeam).pauses).toEqual([])
})

test('a pause that is written into the installed set closes the gates', async () => {
  const { home, machine, paths } = await enrolledMachine()
  const [set = ''] = readdirSync(paths.sets)
  const directory = join(paths.sets, set)
  chmodSync(directory, 0o700)
  const forged = [{ hookId: 0, from: at(-1), until: at(30), by: 'ana', reason: 'forged' }]
  writeFileSync(join(directory, '.pauses.json'), JSON.stringify(forged))
  chmodSync(directory, 0o500)
  expect(await fire(home)).toMatchObject({ verdict: 'deny', because: { failure: 'integrity' } })
  await syncTeam(machine, testTeam, { full: true })
  expect((await fire(home)).verdict).toBe('deny')
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ set: 'good', pauses: [] })
})

test('a pause that is prolonged in the installed set closes the gates', async () => {
  const { server, home, machine, paths } = await enrolledMachine()
  server.release(paused(2))
  await syncTeam(machine, testTeam)
  expect((await fire(home)).because.rule).toBe('paused')
  const set = readdirSync(paths.sets).find((name) => name.startsWith('2-')) ?? ''
  const file = join(paths.sets, set, '.pauses.json')
  const longer = readFileSync(file, 'utf8').replace(/"until": "[^"]+"/, `"until": "${at(3 * 24 * 60)}"`)
  chmodSync(file, 0o600)
  writeFileSync(file, longer)
  expect(await fire(home)).toMatchObject({ verdict: 'deny', because: { failure: 'integrity' } })
})
