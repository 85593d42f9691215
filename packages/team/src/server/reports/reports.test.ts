import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, type TestMachine, uploadRoot } from '../../testing/index.ts'
import { sweepReports } from './retention.ts'

const decision = (sequence: number, more: object = {}) => ({
  sequence: String(sequence),
  at: new Date(Date.now() - 60_000).toISOString(),
  event: 'beforeShellExecution',
  verdict: 'allow',
  rule: 'reply',
  agent: 'cursor',
  durationMs: 12.5,
  runs: [{ hookId: '1', source: 'team', fingerprint: 'ab', outcome: 'allow', failure: '', durationMs: sequence }],
  ...more,
})
const report = async (machine: TestMachine, decisions: object[]) =>
  (await machine.call('DeviceService/Report', { decisions })).body

eachStore('reports', (bench) => {
  const team = async () => {
    const started = await startTeam(bench)
    await uploadRoot(started.owner, started.teamId)
    const machine = await enrolMachine(started.url, await newCode(started.owner, started.teamId))
    const { store } = started.server.context
    const stored = async () =>
      (
        await store.inTeam(started.teamId, (q) =>
          q.selectFrom('decisions').select('sequence').orderBy('sequence').execute(),
        )
      ).map(({ sequence }) => sequence)
    return { ...started, machine, stored }
  }

  test('a repeated report is stored once, and missing numbers are listed until they arrive', async () => {
    const { machine, stored } = await team()
    expect(await report(machine, [decision(1), decision(2)])).toEqual({ accepted: '2' })
    expect(await report(machine, [decision(2), decision(2), decision(3), decision(6)])).toEqual({
      accepted: '6',
      missing: ['4', '5'],
    })
    expect(await report(machine, [decision(5), decision(1)])).toEqual({ accepted: '6', missing: ['4'] })
    expect(await report(machine, [])).toEqual({ accepted: '6', missing: ['4'] })
    expect(await stored()).toEqual([1, 2, 3, 5, 6])
  })

  test('parallel copies of a batch are stored once', async () => {
    const { machine, stored } = await team()
    const batch = Array.from({ length: 100 }, (_, n) => decision(n + 1))
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(machine, batch)))
    for (const answer of answers) expect(answer).toEqual({ accepted: '100' })
    expect(await stored()).toHaveLength(100)
  })

  test('one invalid decision rejects the whole batch', async () => {
    const { machine, stored } = await team()
    const wrong: object[] = [
      { sequence: '0' },
      { at: 'yesterday' },
      { event: 'x'.repeat(300) },
      { rule: 'a\u0007' },
      { durationMs: -1 },
      { durationMs: 'NaN' },
      { runs: [{ hookId: '-1' }] },
      { runs: Array.from({ length: 101 }, () => ({})) },
    ]
    for (const more of wrong)
      expect((await report(machine, [decision(1), decision(2, more)])).code).toBe('invalid_argument')
    const many = Array.from({ length: 501 }, (_, n) => decision(n + 1))
    expect((await report(machine, many)).code).toBe('invalid_argument')
    expect(await stored()).toEqual([])
    expect(await report(machine, many.slice(0, 500))).toEqual({ accepted: '500' })
  })

  test('activity counts decisions of this team by time and by hook', async () => {
    const { machine, owner, teamId } = await team()
    await owner.call('AdminService/SaveHook', {
      teamId,
      draft: { hookStep: 'stop', scriptName: 'guard.sh', scriptContent: '#!/bin/sh\n' },
    })
    const run = (outcome: string, failure = '', durationMs = 1) => ({
      hookId: '1',
      source: 'team',
      outcome,
      failure,
      durationMs,
    })
    await report(machine, [
      ...Array.from({ length: 20 }, (_, n) => decision(n + 1)),
      decision(21, { verdict: 'deny', runs: [run('deny', '', 1000)] }),
      decision(22, { verdict: 'ask', runs: [] }),
      decision(25, { verdict: 'deny', rule: 'nobody-to-ask', runs: [] }),
      decision(23, { runs: [run('failed', 'timeout', 2000)] }),
      decision(24, { at: '2020-01-01T00:00:00Z' }),
    ])
    for (const [since, seconds, buckets] of [
      ['1h', '60', 60],
      ['1d', '900', 96],
      ['7d', '10800', 56],
      ['30d', '43200', 60],
    ] as const) {
      const { body } = await owner.call('AdminService/GetActivity', { teamId, since })
      expect(body.bucketSeconds).toBe(seconds)
      expect(body.buckets).toHaveLength(buckets)
      const sum = (name: string) =>
        body.buckets.reduce((total: number, one: Record<string, string>) => total + Number(one[name] ?? 0), 0)
      expect([sum('allow'), sum('deny'), sum('ask'), sum('fail')]).toEqual([20, 1, 2, 1])
      expect(body).toMatchObject({ decisions: '24', devices: 1 })
      expect(body.hooks).toEqual([
        { hookId: '1', scriptName: 'guard.sh', runs: '22', denies: '1', failures: '1', p50Ms: 11, p95Ms: 1000 },
      ])
    }
    expect((await owner.call('AdminService/GetActivity', { teamId, since: '5y' })).status).toBe(400)
  })

  test('a decision with a time in the future gets the time of arrival', async () => {
    const { machine, stored, server, advanceClock, owner, teamId } = await team()
    const hour = 3_600_000
    expect(await report(machine, [decision(1, { at: '9999-12-31T00:00:00Z' }), decision(2)])).toEqual({ accepted: '2' })
    const counted = async () => {
      const { body } = await owner.call('AdminService/GetActivity', { teamId, since: '1h' })
      const inBuckets = body.buckets.reduce((sum: number, { allow }: { allow?: string }) => sum + Number(allow ?? 0), 0)
      return [Number(body.decisions ?? 0), inBuckets, body.hooks?.length ?? 0]
    }
    expect(await counted()).toEqual([2, 2, 1])
    advanceClock(3 * hour)
    expect(await counted()).toEqual([0, 0, 0])
    advanceClock(91 * 24 * hour)
    await sweepReports(server.context)
    expect(await stored()).toEqual([])
    const { store } = server.context
    expect(await store.inTeam(teamId, (q) => q.selectFrom('runs').select('at').execute())).toEqual([])
  })

  test('old reports are deleted and not listed as missing', async () => {
    const { machine, stored, server, advanceClock } = await team()
    await report(machine, [decision(1), decision(2)])
    await sweepReports(server.context)
    expect(await stored()).toEqual([1, 2])
    advanceClock(91 * 24 * 3_600_000)
    await sweepReports(server.context)
    expect(await stored()).toEqual([])
    advanceClock(-91 * 24 * 3_600_000)
    expect(await report(machine, [decision(1), decision(3)])).toEqual({ accepted: '3' })
    expect(await stored()).toEqual([3])
  })
})
