/** Hooks that a team publishes to observe decide nothing on a machine, and what is enforced stays enforced (CONTRACT §9). */
import { createHooks } from '@hookline/core/node'
import { expect, test } from 'vitest'
import { deny, enrolledMachine, newSigner, numberedRelease, readInForce } from '../testing/client.ts'
import { hookWith, type Release, releaseFiles, testTeam } from '../testing/signer.ts'
import { readInstalledSet, readTeamStatus } from './status.ts'
import { syncTeam } from './sync.ts'

const allow = '#!/bin/sh\necho \'{"permission":"allow"}\'\n'
/** Enforced: a hook that allows. Observed: the same hook, which now denies, and a new rule. */
const enforced = hookWith(1, allow)
const changed = hookWith(1, deny('changed'))
const rule = {
  ...{ id: 2, kind: 'rule', hook_step: 'beforeShellExecution', script_name: 'no curl', operating_systems: [] },
  ...{
    is_active: true,
    version: 1,
    config: { rule: { when: { field: 'command', contains: 'curl' }, verdict: 'ask' } },
  },
}
const stable = (version: number): Release => ({ version, hooks: [enforced.hook], scripts: enforced.scripts })
const observed = (version: number, change: object = {}): Release => ({
  ...stable(version),
  scripts: { ...enforced.scripts, ...changed.scripts },
  observation: { candidate: 2, hooks: [{ ...changed.hook, version: 2 }, rule], ...change },
})

async function fire(home: string, command = 'ls') {
  const hooks = await createHooks({ workspaceRoots: [home], home, watch: false, log: {} })
  try {
    return await hooks.fire('beforeShellExecution', { command, cwd: home, sandbox: false })
  } finally {
    await hooks.close()
  }
}
const reports = (server: { readonly reports: ReadonlyMap<unknown, string> }) =>
  [...server.reports.values()].map((text) => JSON.parse(text))

test('a machine judges and reports with them, enforces none, and drops them after a stop', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  server.release(observed(2))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 2 })
  expect(await fire(home)).toMatchObject({ kind: 'proceed', verdict: 'deny', notes: ['monitor'] })
  expect(await fire(home, 'curl x')).toMatchObject({ kind: 'proceed' })
  expect(readTeamStatus(machine, testTeam)).toMatchObject({ revision: 2, candidate: 2, stage: 'observe', hooks: 1 })
  expect(readInstalledSet(machine, testTeam)).toMatchObject({
    hooks: [{ hookId: 1, entry: { command: './guard-1.sh' } }],
    observed: [
      { hookId: 1, entry: { command: './observed-guard-1.sh' } },
      { hookId: 2, entry: { type: 'rule' } },
    ],
  })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ reported: 2 })
  expect(server.heartbeats.at(-1)).toMatchObject({ revision: 2, candidate: 2 })
  expect(reports(server)[0]).toMatchObject({
    ...{ verdict: 'allow', observed: 'deny', observation: 2, candidate: 0, revision: 2 },
    runs: [
      { hookId: 1, outcome: 'allow' },
      { hookId: 1, outcome: 'deny', monitor: true },
      { hookId: 2, monitor: true },
    ],
  })
  server.release(stable(3))
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'updated', revision: 3 })
  expect(await fire(home)).toMatchObject({ kind: 'proceed', verdict: 'allow', notes: [] })
  expect(Object.keys(readInForce(home) ?? {})).not.toContain('.observed.json')
  expect(readTeamStatus(machine, testTeam).candidate).toBeUndefined()
})

test('what was enforced stays enforced while its replacement is observed', async () => {
  const { server, home, machine } = await enrolledMachine()
  const { hook, scripts } = hookWith(1, allow)
  const release = numberedRelease(1)
  server.release({
    ...{ ...release, version: 2, scripts: { ...release.scripts, ...scripts } },
    observation: { candidate: 2, hooks: [{ ...hook, version: 2 }] },
  })
  await syncTeam(machine, testTeam)
  expect(await fire(home)).toMatchObject({ kind: 'refuse', userMessage: expect.stringContaining('v1') })
})

test('a pause of the hook is for both', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  const from = new Date(Date.now() - 1000).toISOString()
  const until = new Date(Date.now() + 600_000).toISOString()
  server.release({ ...observed(2), pauses: [{ hook_id: 1, from, until, by: 'a@b.c', reason: 'noise' }] })
  await syncTeam(machine, testTeam)
  expect(await fire(home)).toMatchObject({ kind: 'proceed', verdict: 'allow', because: { rule: 'paused' } })
  expect(await fire(home, 'curl x')).toMatchObject({ kind: 'proceed', verdict: 'ask' })
})

test.each<readonly [string, object | string]>([
  ['settings', { hooks: [{ ...rule, kind: 'settings', script_name: 'settings', hook_step: '', config: {} }] }],
  ['a candidate that is not signed yet', { candidate: 3 }],
  ['a candidate that is text', { candidate: '2' }],
  ['hooks that are not a list', { hooks: {} }],
  ['an invalid hook', { hooks: [{ ...rule, id: 0 }] }],
  ['a script outside of the set', { hooks: [{ ...changed.hook, script_name: '../evil.sh' }] }],
  ['a rule that cannot be read', { hooks: [{ ...rule, config: { rule: 7 } }] }],
  [
    'a pack twice',
    { hooks: [1, 2].map((id) => ({ ...rule, id, kind: 'pack', script_name: 'shell-guard', config: {} })) },
  ],
])('a signed observation with %s is refused as a whole', async (_, change) => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  server.release(observed(2, change as object))
  const done = await syncTeam(machine, testTeam)
  expect(done).toMatchObject({ state: 'kept', revision: 1, failure: { kind: 'refused' } })
  expect(Object.keys(readInForce(home) ?? {})).not.toContain('.observed.json')
})

test('a list with a rollout and an observation is refused', async () => {
  const { server, machine } = await enrolledMachine({}, stable(1))
  const rollout = { candidate: 2, stage: 'percent', percent: 100, salt: 'ab'.repeat(16), canaries: [], hooks: [] }
  server.release({ ...observed(2), rollout })
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', failure: { kind: 'refused' } })
})

test('an observation that someone turned into enforced hooks, or signed with another key, is refused', async () => {
  const { server, home, machine } = await enrolledMachine({}, stable(1))
  server.release(observed(2))
  server.alter = (path, body) =>
    path.endsWith('bundle.json') ? Buffer.from(String(body).replace('"observation"', '"rollout"    ')) : body
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1 })
  server.alter = undefined
  const stranger = await newSigner()
  for (const [path, body] of releaseFiles(observed(3), stranger.online)) server.files.set(path, body)
  expect(await syncTeam(machine, testTeam)).toMatchObject({ state: 'kept', revision: 1 })
  expect(await fire(home)).toMatchObject({ kind: 'proceed', verdict: 'allow' })
})
