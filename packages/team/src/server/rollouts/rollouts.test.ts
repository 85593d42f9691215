import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, readBundle, startSignedTeam, type TestMachine } from '../../testing/index.ts'
import { hashDevice } from '../../wire/rollout.ts'
import { sweepReports } from '../reports/retention.ts'
import { createSupervisor, superviseRollouts } from './supervise.ts'

const minuteMs = 60_000
const draft = (scriptName: string, more: object = {}) => ({
  ...{ hookStep: 'beforeShellExecution', scriptName, scriptContent: '#!/bin/sh\necho "{}"\n' },
  ...more,
})

eachStore('rollouts', (bench) => {
  const team = async () => {
    const started = await startSignedTeam(bench)
    const { owner, teamId, url, admin } = started
    const code = await newCode(owner, teamId, { uses: 5 })
    const [canary, other] = [await enrolMachine(url, code, 'canary'), await enrolMachine(url, code, 'other')]
    await admin('SaveHook', { draft: draft('guard.sh') })
    await admin('Publish')
    const bundle = () => readBundle(canary)
    return { ...started, canary, other, bundle }
  }
  type Team = Awaited<ReturnType<typeof team>>
  /** Revision 2 is stable, and 3 goes to the canary. */
  const rollingOut = async (publish: object = { ring: 'canary', note: 'new guard' }, minutes = 60) => {
    const all = await team()
    await all.admin('SetRolloutSettings', { percentages: [10, 50], minutes, automatic: true })
    await all.admin('SetCanary', { deviceId: all.canary.id, isCanary: true })
    await all.admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft('guard.sh', { matcher: 'curl' }) })
    await all.admin('SaveHook', { draft: draft('second.sh') })
    expect(await all.admin('Publish', publish)).toMatchObject({ revision: '3', hooks: 2 })
    return all
  }
  const staged = async ({ admin }: Pick<Team, 'admin'>) => (await admin('GetRollout')).staged
  const sequences = new WeakMap<TestMachine, number>()
  /** Reports decisions of one hook. */
  const report = async (
    machine: TestMachine,
    candidate: number,
    runs: readonly object[],
    hookId = '1',
    more: object = {},
  ) => {
    const first = (sequences.get(machine) ?? 0) + 1
    sequences.set(machine, first + runs.length - 1)
    const decisions = runs.map((run, at) => ({
      ...{ sequence: `${first + at}`, at: new Date().toISOString(), event: 'beforeShellExecution', verdict: 'allow' },
      ...{ rule: 'reply', agent: 'cursor', durationMs: 1, revision: '3', candidate: `${candidate}` },
      ...('outcome' in run && run.outcome === 'deny' ? { verdict: 'deny' } : {}),
      ...more,
      runs: [{ hookId, source: 'team', fingerprint: 'f', outcome: 'silent', failure: '', durationMs: 1, ...run }],
    }))
    expect((await machine.call('DeviceService/Report', { decisions })).status).toBe(200)
  }
  const times = (n: number, run: object = {}) => Array.from({ length: n }, () => run)
  const failed = { outcome: 'failed', failure: 'exit-1' }

  test('a rollout signs the stable hooks and the candidate; the canaries are hashes', async () => {
    const all = await rollingOut()
    const { hooks, rollout, schema } = await all.bundle()
    expect([schema, hooks.length, hooks[0].matcher]).toEqual([1, 1, undefined])
    expect(rollout).toMatchObject({ candidate: 3, stage: 'canary', percent: 0 })
    expect(rollout.hooks).toMatchObject([{ matcher: 'curl', version: 2 }, { script_name: 'second.sh' }])
    expect(rollout.canaries).toEqual([hashDevice(rollout.salt, all.canary.id)])
    expect(JSON.stringify(rollout)).not.toContain(all.canary.id)
    expect(await staged(all)).toMatchObject({ candidate: '3', state: 'running', stage: 'canary', devices: 1 })
    await all.canary.call('DeviceService/Heartbeat', { revision: '3', candidate: '3', activeHooks: 2 })
    expect(await staged(all)).toMatchObject({ updated: 1, author: 'owner@example.com', note: 'new guard' })
    const { devices } = await all.admin('ListDevices', { sort: 'name' })
    expect(devices).toMatchObject([{ isCanary: true, candidate: '3' }, { name: 'other' }])
    expect(devices[1].isCanary).toBeUndefined()
  })

  test('stages only grow, and the last one makes the candidate stable', async () => {
    const all = await rollingOut()
    const { admin, bundle } = all
    const before = (await bundle()).rollout
    expect(await admin('AdvanceRollout')).toMatchObject({ revision: '4', rollout: { stage: 'percent', percent: 10 } })
    expect((await bundle()).rollout).toEqual({ ...before, stage: 'percent', percent: 10 })
    // Two people who see the same stage advance it once.
    const { stageSince } = (await admin('GetRollout')).staged
    all.advanceClock(1)
    const both = await Promise.all([1, 2].map(() => admin('AdvanceRollout', { stageSince })))
    expect(both.map(({ refused, rollout }) => refused ?? rollout.percent).sort()).toEqual([50, 'aborted'])
    expect(await admin('AdvanceRollout', { percent: 60 })).toMatchObject({ rollout: { percent: 60 } })
    expect(await admin('AdvanceRollout', { percent: 20 })).toMatchObject({ refused: 'failed_precondition' })
    expect(await admin('AdvanceRollout', { candidate: '2' })).toMatchObject({ refused: 'aborted' })
    // A draft that is saved meanwhile does not become part of the candidate.
    await admin('SaveHook', { hookId: '1', basedOn: '2', draft: draft('guard.sh', { matcher: 'later' }) })
    expect(await admin('AdvanceRollout', { all: true })).toMatchObject({ rollout: { state: 'finished' } })
    const { hooks, rollout } = await bundle()
    expect(rollout).toBeUndefined()
    expect(hooks).toMatchObject([{ matcher: 'curl' }, { script_name: 'second.sh' }])
    expect((await admin('GetHook', { hookId: '1' })).hasChanges).toBe(true)
    expect((await admin('GetHook', { hookId: '2' })).hasChanges).toBeUndefined()
    expect(await admin('AdvanceRollout')).toMatchObject({ refused: 'failed_precondition' })
    const { entries } = await admin('ListJournal')
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['rollout.started', 'rollout.advanced', 'rollout.finished']))
  })

  test('a stop signs the stable hooks alone, and the drafts stay', async () => {
    const { admin, bundle } = await rollingOut()
    expect(await admin('StopRollout', { reason: ' ' })).toMatchObject({ refused: 'invalid_argument' })
    expect(await admin('StopRollout', { reason: 'a\nb' })).toMatchObject({ refused: 'invalid_argument' })
    expect(await admin('StopRollout', { reason: 'too strict' })).toMatchObject({
      rollout: { state: 'stopped', reason: 'too strict', endedBy: 'owner@example.com' },
    })
    const { hooks, rollout } = await bundle()
    expect([hooks.length, hooks[0].matcher, rollout]).toEqual([1, undefined, undefined])
    expect((await admin('GetHook', { hookId: '1' })).hasChanges).toBe(true)
    expect(await admin('Publish')).toMatchObject({ hooks: 2 })
    expect((await bundle()).hooks).toHaveLength(2)
  })

  test('a pause keeps the rollout, also of a hook that only the candidate has; publishing and rolling back wait', async () => {
    const { admin, bundle } = await rollingOut()
    await admin('PauseHooks', { hookId: '2', minutes: 5, reason: 'noise' })
    const { rollout, pauses } = await bundle()
    expect([rollout.candidate, pauses[0].hook_id]).toEqual([3, 2])
    expect(await admin('Publish')).toMatchObject({ refused: 'failed_precondition' })
    expect(await admin('Rollback')).toMatchObject({ refused: 'failed_precondition' })
    expect((await bundle()).rollout.candidate).toBe(3)
  })

  test.each([
    [{ ring: 'percent', percent: 0 }],
    [{ ring: 'percent', percent: 101 }],
    [{ ring: 'percent', percent: -1 }],
    [{ ring: 'canary', percent: 10 }],
    [{ ring: 'everyone' }],
  ])('publishing with %j is refused', async (body) => {
    const { admin, bundle } = await team()
    await admin('SaveHook', { draft: draft('second.sh') })
    expect(await admin('Publish', body)).toMatchObject({ refused: 'invalid_argument' })
    expect((await bundle()).revision).toBe(2)
  })

  test('without a canary machine there is no canary stage; settings out of range are refused', async () => {
    const { admin, other } = await team()
    await admin('SaveHook', { draft: draft('second.sh') })
    expect(await admin('Publish', { ring: 'canary' })).toMatchObject({ refused: 'failed_precondition' })
    expect(await admin('SetCanary', { deviceId: 'nothing', isCanary: true })).toMatchObject({ refused: 'not_found' })
    for (const bad of [
      { percentages: [50, 10], minutes: 5 },
      { percentages: [0], minutes: 5 },
      { percentages: [101], minutes: 5 },
      { percentages: [10, 10], minutes: 5 },
      { percentages: [10], minutes: 0 },
      { percentages: [10], minutes: 20_000 },
    ])
      expect(await admin('SetRolloutSettings', bad)).toMatchObject({ refused: 'invalid_argument' })
    await admin('SetCanary', { deviceId: other.id, isCanary: true })
    const settings = { percentages: [5, 25], minutes: 3, automatic: true }
    expect(await admin('SetRolloutSettings', settings)).toEqual({ ...settings, canaries: 1 })
    expect(await admin('GetRolloutSettings')).toEqual({ ...settings, canaries: 1 })
    await admin('Publish', { ring: 'canary' })
    expect(await admin('GetRollout')).toMatchObject({ staged: { percentages: [5, 25], minutes: 3, nextPercent: 5 } })
  })

  test('reads the database only while a rollout is under way, or after something was signed', async () => {
    const { server, admin } = await rollingOut()
    let reads = 0
    const acrossTeams: typeof server.context.store.acrossTeams = (work) => {
      reads += 1
      return server.context.store.acrossTeams(work)
    }
    const supervise = createSupervisor({ ...server.context, store: { ...server.context.store, acrossTeams } })
    const readsOf = async (rounds: number) => {
      const before = reads
      for (let round = 0; round < rounds; round += 1) await supervise()
      return reads - before
    }
    expect(await readsOf(3)).toBe(3)
    const { candidate } = (await admin('GetRollout')).staged
    await admin('StopRollout', { candidate, reason: 'test' })
    expect(await readsOf(5)).toBe(1)
    await admin('Publish', { ring: 'canary' })
    expect(await readsOf(3)).toBe(3)
  })

  test('one canary with one hook that fails stops the rollout by itself, with an alarm', async () => {
    const all = await rollingOut()
    await report(all.other, 0, times(30))
    await report(all.canary, 3, times(2, failed), '2')
    await report(all.canary, 3, times(10))
    await superviseRollouts(all.server.context)
    expect(await staged(all)).toMatchObject({ state: 'running', candidateCounts: { decisions: '12', failures: '2' } })
    await report(all.canary, 3, times(2, failed), '2')
    await expect.poll(async () => (await staged(all)).state, { timeout: 20_000 }).toBe('stopped')
    expect(await staged(all)).toMatchObject({
      endedBy: 'the server',
      reason: expect.stringContaining('100 % of the runs of second.sh failed with it (4 of 4)'),
      stableCounts: { decisions: '30' },
    })
    expect((await all.bundle()).rollout).toBeUndefined()
    const { alarms, openAlarms } = await all.admin('ListAlarms', { open: true })
    expect([openAlarms, alarms]).toEqual([1, [expect.objectContaining({ kind: 'rollout-stopped' })]])
    expect(alarms[0].detail).toContain('revision 3: 100 % of the runs of second.sh failed')
    await all.admin('Publish', { ring: 'canary' })
    expect((await all.admin('ListAlarms', { open: true })).openAlarms).toBeUndefined()
  })

  test('a candidate that denies everything stops; the same rate as before does not', async () => {
    const all = await rollingOut()
    const mixed = [...times(16), ...times(4, { outcome: 'deny' })]
    await report(all.other, 0, [...mixed, ...mixed, ...mixed, ...mixed, ...mixed])
    await report(all.canary, 3, mixed)
    await superviseRollouts(all.server.context)
    expect((await staged(all)).state).toBe('running')
    await report(all.canary, 3, times(60, { outcome: 'deny' }))
    await expect
      .poll(async () => (await staged(all)).reason ?? '', { timeout: 20_000 })
      .toMatch(/^80 % of the decisions were denied with it \(64 of 80\), and 20 % with the stable hooks \(20 of 100\)$/)
  })

  test('a machine that was not chosen neither stops nor advances a rollout, whatever it says', async () => {
    const all = await rollingOut({ ring: 'canary' }, 1)
    all.advanceClock(minuteMs)
    await all.other.call('DeviceService/Heartbeat', { revision: '3', candidate: '3', activeHooks: 2 })
    await report(all.other, 3, times(20, failed))
    await report(all.other, 3, times(20, { outcome: 'deny' }))
    await report(all.other, 77, times(20, failed))
    await superviseRollouts(all.server.context)
    expect(await staged(all)).toMatchObject({
      state: 'running',
      stage: 'canary',
      waitsFor: expect.stringContaining('no machine has'),
    })
    expect((await staged(all)).updated ?? 0).toBe(0)
    expect((await staged(all)).candidateCounts?.decisions ?? '0').toBe('0')
    // What it says of itself is stored, and counts for nothing else.
    expect((await staged(all)).stableCounts?.decisions ?? '0').toBe('0')
  })

  /** Revision 3 goes to all of five machines. */
  const fiveMachines = async () => {
    const all = await rollingOut({ ring: 'percent', percent: 100 })
    const code = await newCode(all.owner, all.teamId, { uses: 5 })
    const more = ['three', 'four', 'five'].map((name) => enrolMachine(all.url, code, name))
    return { ...all, honest: [all.other, ...(await Promise.all(more))] }
  }

  test('one machine cannot stop a rollout to many, and two can', async () => {
    const all = await fiveMachines()
    for (const machine of all.honest) await report(machine, 3, times(10))
    await report(all.canary, 3, times(60, failed))
    await superviseRollouts(all.server.context)
    expect(await staged(all)).toMatchObject({ state: 'running', candidateCounts: { failures: '60' } })
    await report(all.other, 3, times(20, failed))
    await superviseRollouts(all.server.context)
    expect(await staged(all)).toMatchObject({ state: 'stopped', reason: expect.stringContaining('(80 of 120)') })
    // The counts of single machines are kept as long as they are needed.
    const { context } = all.server
    const rows = () => context.store.inTeam(all.teamId, (q) => q.selectFrom('ring_machines').selectAll().execute())
    expect((await rows()).length).toBeGreaterThan(0)
    await sweepReports(context)
    expect(await rows()).toEqual([])
  })

  test('one machine cannot hide a regression of the others', async () => {
    const all = await fiveMachines()
    await report(all.canary, 3, times(300))
    for (const machine of all.honest) await report(machine, 3, times(2, failed))
    await superviseRollouts(all.server.context)
    expect(await staged(all)).toMatchObject({
      state: 'stopped',
      reason: expect.stringContaining('(8 of 8, without the machine that has the most runs)'),
    })
  })

  test('in a stage of fewer than three machines, one is enough', async () => {
    const all = await rollingOut({ ring: 'percent', percent: 100 })
    await report(all.other, 3, times(4, failed))
    await superviseRollouts(all.server.context)
    expect((await staged(all)).state).toBe('stopped')
  })

  test('what one machine adds to the counts in an hour is bounded, whatever times it names', async () => {
    const all = await rollingOut()
    // All reports of this test arrive in the same hour.
    const leftMs = 60 * minuteMs - (Date.now() % (60 * minuteMs))
    if (leftMs < 10_000) await wait(leftMs)
    await report(all.other, 0, times(150, failed))
    await report(all.other, 0, times(150))
    expect((await staged(all)).stableCounts).toEqual({ decisions: '200', failures: '100' })
    const earlier = { at: new Date(Date.now() - 5 * 3_600_000).toISOString() }
    await report(all.other, 0, times(50), '1', earlier)
    expect((await staged(all)).stableCounts).toEqual({ decisions: '200', failures: '100' })
  })

  test('what a chosen machine reports as stable does not count', async () => {
    const all = await rollingOut()
    await report(all.canary, 0, times(90, failed))
    await report(all.other, 0, times(10))
    expect((await staged(all)).stableCounts).toEqual({ decisions: '10' })
    await report(all.canary, 3, times(4, failed))
    await superviseRollouts(all.server.context)
    expect((await staged(all)).state).toBe('stopped')
  })

  test('a rollout that cannot be looked at does not keep those of other teams from being stopped', async () => {
    const first = await rollingOut()
    const { store } = first.server.context
    const [row] = await store.inTeam(first.teamId, (q) => q.selectFrom('rollouts').selectAll().execute())
    if (row === undefined) throw new Error('no rollout')
    const lines: string[] = []
    const context = { ...first.server.context, log: (line: string) => void lines.push(line) }
    // It comes first in the table, by its id and by its age.
    const broken = { ...row, team_id: `hl_${'2'.repeat(16)}`, canaries: 'no list' }
    await store.inTeam(broken.team_id, (q) => q.insertInto('rollouts').values(broken).execute())
    await store.inTeam(first.teamId, async (q) => {
      await q.deleteFrom('rollouts').execute()
      await q.insertInto('rollouts').values(row).execute()
    })
    await first.canary.call('DeviceService/Heartbeat', {
      revision: '2',
      refused: 'the signed list of hooks is invalid',
    })
    await superviseRollouts(context)
    expect((await staged(first)).state).toBe('stopped')
    expect(lines.join()).toContain(`team ${broken.team_id}: `)
  })

  test('a canary that refuses the candidate stops it', async () => {
    const all = await rollingOut()
    await all.canary.call('DeviceService/Heartbeat', { revision: '2', refused: 'the signed list of hooks is invalid' })
    await expect.poll(async () => (await staged(all)).state, { timeout: 20_000 }).toBe('stopped')
    expect((await staged(all)).reason).toBe('1 of 1 machines refused it')
  })

  test('a stage advances by itself when its time has come and machines have reported', async () => {
    // Proofs of machines are valid for a few minutes, so the stages are short.
    const all = await rollingOut({ ring: 'canary' }, 1)
    all.advanceClock(minuteMs)
    await expect.poll(async () => (await staged(all)).waitsFor, { timeout: 20_000 }).toContain('no machine has')
    await all.canary.call('DeviceService/Heartbeat', { revision: '3', candidate: '3', activeHooks: 2 })
    expect((await staged(all)).waitsFor).toContain('reported 0 of 10 decisions')
    await report(all.canary, 3, times(10))
    await expect.poll(async () => (await staged(all)).percent, { timeout: 20_000 }).toBe(10)
    all.advanceClock(minuteMs)
    await expect.poll(async () => (await staged(all)).percent, { timeout: 20_000 }).toBe(50)
    all.advanceClock(minuteMs)
    await expect.poll(async () => (await staged(all)).state, { timeout: 20_000 }).toBe('finished')
    expect((await all.bundle()).hooks).toHaveLength(2)
  })

  test('viewers only look; reports with impossible numbers are refused', async () => {
    const all = await rollingOut({ ring: 'percent', percent: 100 })
    const viewer = await all.join('v@example.com', 'viewer')
    for (const method of ['AdvanceRollout', 'StopRollout', 'SetRolloutSettings', 'SetCanary'])
      expect((await viewer.call(`AdminService/${method}`, { teamId: all.teamId })).body.code).toBe('permission_denied')
    expect((await viewer.call('AdminService/GetRollout', { teamId: all.teamId })).body.staged).toMatchObject({
      ...{ percent: 100, devices: 2 },
    })
    const bad = { sequence: '1', at: new Date().toISOString(), event: 'e', verdict: 'allow', candidate: '-1' }
    expect((await all.other.call('DeviceService/Report', { decisions: [bad] })).body.code).toBe('invalid_argument')
    const beat = { revision: '3', candidate: '-3' }
    expect((await all.other.call('DeviceService/Heartbeat', beat)).body.code).toBe('invalid_argument')
  })
})
