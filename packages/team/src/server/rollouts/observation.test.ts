import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, readBundle, startSignedTeam } from '../../testing/index.ts'
import { isAutomatic } from './progress.ts'

const draft = (scriptName: string, more: object = {}) => ({
  ...{ hookStep: 'beforeShellExecution', scriptName, scriptContent: '#!/bin/sh\necho "{}"\n' },
  ...more,
})
const pack = { kind: 'pack', scriptName: 'shell-guard', hookStep: '', config: '{}' }

eachStore('observe-only publication', (bench) => {
  const observing = async () => {
    const started = await startSignedTeam(bench)
    const { owner, teamId, url, admin } = started
    const machine = await enrolMachine(url, await newCode(owner, teamId), 'one')
    await admin('SaveHook', { draft: draft('guard.sh') })
    await admin('SaveHook', { draft: draft('gone.sh') })
    await admin('Publish')
    await admin('SetRolloutSettings', { percentages: [10, 50], minutes: 1, automatic: true })
    await admin('SaveHook', { hookId: '1', basedOn: '1', draft: draft('guard.sh', { matcher: 'curl' }) })
    await admin('SaveHook', { draft: pack })
    await admin('DeleteHook', { hookId: '2' })
    const bundle = () => readBundle(machine)
    const staged = async () => (await admin('GetRollout')).staged
    return { ...started, machine, bundle, staged }
  }
  const run = (hookId: string, more: object = {}) => ({
    ...{ hookId, source: 'team', fingerprint: 'f', outcome: 'silent', failure: '', durationMs: 1, ...more },
  })
  const decision = (sequence: number, more: object) => ({
    ...{ sequence: `${sequence}`, at: new Date().toISOString(), event: 'beforeShellExecution', verdict: 'allow' },
    ...{ rule: 'reply', agent: 'cursor', durationMs: 1, revision: '3', observation: '3', ...more },
  })

  test('signs the enforced hooks as they are, and the new and changed ones beside them', async () => {
    const { admin, bundle, machine, staged } = await observing()
    expect(await admin('Publish', { ring: 'observe', note: 'try it' })).toMatchObject({ revision: '3' })
    const { hooks, rollout, observation, schema } = await bundle()
    expect(hooks).toMatchObject([{ script_name: 'guard.sh', version: 1 }, { script_name: 'gone.sh' }])
    expect([rollout, schema, hooks[0].matcher]).toEqual([undefined, 1, undefined])
    expect(observation).toMatchObject({
      ...{
        candidate: 3,
        hooks: [
          { id: 1, matcher: 'curl', version: 2 },
          { kind: 'pack', script_name: 'shell-guard' },
        ],
      },
    })
    await machine.call('DeviceService/Heartbeat', { revision: '3', candidate: '3', activeHooks: 2 })
    expect(await staged()).toMatchObject({ stage: 'observe', state: 'running', devices: 1, updated: 1 })
    expect((await staged()).nextAt).toBeUndefined()
    expect(await admin('Publish')).toMatchObject({ refused: 'failed_precondition', message: /being observed/ })
    // A pause signs the list again, and the observation stays in it.
    await admin('PauseHooks', { hookId: '3', minutes: 5, reason: 'noise' })
    expect((await bundle()).observation.hooks).toHaveLength(2)
  })

  test('never advances by itself, and then goes through the rings', async () => {
    const { admin, bundle, machine, staged } = await observing()
    await admin('Publish', { ring: 'observe' })
    await machine.call('DeviceService/Heartbeat', { revision: '3', candidate: '3', activeHooks: 2 })
    const decisions = Array.from({ length: 20 }, (_, at) => decision(at + 1, { runs: [run('1')] }))
    await machine.call('DeviceService/Report', { decisions })
    expect(await staged()).toMatchObject({ stage: 'observe', state: 'running', automatic: true })
    expect(isAutomatic({ automatic: 1, stage: 'observe' })).toBe(false)
    expect(isAutomatic({ automatic: 1, stage: 'canary' })).toBe(true)
    expect(await admin('AdvanceRollout')).toMatchObject({ rollout: { stage: 'percent', percent: 10 } })
    const { observation, rollout } = await bundle()
    expect([observation, rollout.hooks.length]).toEqual([undefined, 2])
    expect(await admin('AdvanceRollout', { all: true })).toMatchObject({ rollout: { state: 'finished' } })
    expect((await bundle()).hooks).toMatchObject([{ matcher: 'curl' }, { kind: 'pack' }])
  })

  test('the canary machines come next if there are some', async () => {
    const { admin, machine, bundle } = await observing()
    await admin('SetCanary', { deviceId: machine.id, isCanary: true })
    await admin('Publish', { ring: 'observe' })
    expect((await admin('GetRollout')).staged).toMatchObject({ nextStage: 'canary' })
    expect(await admin('AdvanceRollout')).toMatchObject({ rollout: { stage: 'canary', nextStage: 'percent' } })
    expect((await bundle()).rollout).toMatchObject({ stage: 'canary', canaries: [expect.any(String)] })
  })

  test('a stop signs the enforced hooks alone', async () => {
    const { admin, bundle } = await observing()
    await admin('Publish', { ring: 'observe' })
    expect(await admin('StopRollout', { reason: 'too noisy' })).toMatchObject({ rollout: { state: 'stopped' } })
    const { hooks, observation } = await bundle()
    expect([hooks.length, observation]).toEqual([2, undefined])
  })

  test('refuses settings, and changes that leave nothing to observe', async () => {
    const { admin } = await observing()
    const settings = { kind: 'settings', scriptName: 'settings', hookStep: '', config: '{"managedOnly":true}' }
    const { id } = await admin('SaveHook', { draft: settings })
    const refused = { refused: 'failed_precondition' }
    expect(await admin('Publish', { ring: 'observe' })).toMatchObject({ ...refused, message: /settings cannot only/ })
    await admin('DeleteHook', { hookId: id })
    await admin('RestoreVersion', { hookId: '1', version: '1' })
    await admin('SetHookActive', { hookId: '1', isActive: false })
    await admin('DeleteHook', { hookId: '3' })
    expect(await admin('Publish', { ring: 'observe' })).toMatchObject({ ...refused, message: /nothing to observe/ })
    expect(await admin('Publish', { ring: 'observe', percent: 5 })).toMatchObject({ refused: 'invalid_argument' })
  })

  test('counts what they would have denied, never as a denial', async () => {
    const { admin, machine, staged } = await observing()
    await admin('Publish', { ring: 'observe' })
    const would = { verdict: 'allow', observed: 'deny' }
    const decisions = [
      decision(1, { ...would, runs: [run('1'), run('1', { outcome: 'deny', monitor: true })] }),
      decision(2, { ...would, runs: [run('1'), run('3', { outcome: 'blocked', monitor: true })] }),
      decision(3, { observed: 'ask', runs: [run('3', { outcome: 'ask', monitor: true })] }),
      decision(4, {
        verdict: 'deny',
        runs: [run('1', { outcome: 'deny' }), run('3', { outcome: 'deny', monitor: true })],
      }),
    ]
    expect((await machine.call('DeviceService/Report', { decisions })).status).toBe(200)
    expect((await staged()).observed).toEqual([
      { hookId: '1', name: 'guard.sh', runs: '1', denies: '1' },
      { hookId: '3', name: 'shell-guard', runs: '3', denies: '2' },
    ])
    const { buckets, hooks } = await admin('GetActivity', { since: '1h' })
    const sum = (key: string) =>
      buckets.reduce((total: number, bucket: Record<string, string>) => total + Number(bucket[key] ?? 0), 0)
    expect([sum('allow'), sum('deny')]).toEqual([3, 1])
    expect(hooks.find(({ hookId }: { hookId: string }) => hookId === '3').denies).toBeUndefined()
    const find = async (filter: object) =>
      ((await admin('ListDecisions', { filter })).decisions ?? []).map(
        ({ decision: kind }: { decision: string }) => kind,
      )
    expect((await find({ decision: 'would-deny' })).toSorted()).toEqual(['would-deny', 'would-deny'])
    expect((await find({ hookId: '3', result: 'would-deny' })).toSorted()).toEqual(['deny', 'would-deny'])
    expect(await find({ decision: 'deny' })).toEqual(['deny'])
    expect((await find({ decision: 'allow' })).toSorted()).toEqual(['would-ask', 'would-deny', 'would-deny'])
  })

  test('a hook that keeps failing while it is only observed ends the observation', async () => {
    const { admin, machine, staged } = await observing()
    await admin('Publish', { ring: 'observe' })
    const failing = run('3', { outcome: 'failed', failure: 'exit-1', monitor: true })
    const decisions = Array.from({ length: 5 }, (_, at) => decision(at + 1, { runs: [run('1'), failing] }))
    await machine.call('DeviceService/Report', { decisions })
    await expect.poll(async () => (await staged()).state, { timeout: 15_000 }).toBe('stopped')
    expect((await staged()).reason).toContain('shell-guard')
  })

  test('what a machine says of an observation counts only while there is one', async () => {
    const { admin, machine, staged, bundle } = await observing()
    await admin('Publish', { ring: 'observe' })
    expect(await admin('AdvanceRollout')).toMatchObject({ rollout: { stage: 'percent' } })
    const failing = run('3', { outcome: 'failed', failure: 'exit-1', monitor: true })
    const decisions = Array.from({ length: 9 }, (_, at) => decision(at + 1, { runs: [failing] }))
    expect((await machine.call('DeviceService/Report', { decisions })).status).toBe(200)
    expect(await staged()).toMatchObject({ state: 'running', candidateCounts: {}, stableCounts: {} })
    expect((await bundle()).rollout).toMatchObject({ candidate: 3 })
  })

  test('no machine has the candidate of an observation, whatever it says', async () => {
    const { admin, machine, staged } = await observing()
    await admin('Publish', { ring: 'observe' })
    const denied = { verdict: 'deny', candidate: '3', observation: '0', runs: [run('1', { outcome: 'deny' })] }
    const decisions = Array.from({ length: 9 }, (_, at) => decision(at + 1, denied))
    await machine.call('DeviceService/Report', { decisions })
    expect((await staged()).candidateCounts).toEqual({})
  })

  test('refuses hostile reports', async () => {
    const { admin, machine } = await observing()
    await admin('Publish', { ring: 'observe' })
    const send = async (more: object) =>
      (await machine.call('DeviceService/Report', { decisions: [decision(1, { runs: [run('1')], ...more })] })).status
    expect(await send({ observed: 'allow' })).toBe(400)
    expect(await send({ observed: '<script>' })).toBe(400)
    expect(await send({ observation: '-1' })).toBe(400)
  })
})
