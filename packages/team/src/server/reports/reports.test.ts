import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, type TestMachine, uploadRoot } from '../../testing/index.ts'
import { makeTeam } from '../accounts/links.ts'
import { newTeamId } from '../secrets.ts'
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
      ['1d', '3600', 24],
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

  test('a machine that invents hooks hides none of the team', async () => {
    const { machine, owner, teamId } = await team()
    const draft = { hookStep: 'stop', scriptName: 'guard.sh', scriptContent: '#!/bin/sh\n' }
    await owner.call('AdminService/SaveHook', { teamId, draft })
    const invented = (n: number) => Array.from({ length: 100 }, (_, at) => ({ hookId: String(2 + at + 100 * n) }))
    await report(machine, [
      decision(1),
      ...Array.from({ length: 6 }, (_, n) => decision(n + 2, { runs: invented(n % 3) })),
    ])
    for (const since of ['1h', '1d']) {
      const { hooks } = (await owner.call('AdminService/GetActivity', { teamId, since })).body
      expect([since, hooks]).toMatchObject([since, [{ hookId: '1', scriptName: 'guard.sh', runs: '1' }]])
    }
    const { hooks } = (await owner.call('AdminService/ListDecisionValues', { teamId })).body
    expect(hooks).toEqual([{ hookId: '1', name: 'guard.sh' }])
    await owner.call('AdminService/DeleteHook', { teamId, hookId: '1' })
    const after = (await owner.call('AdminService/GetActivity', { teamId, since: '1d' })).body
    expect(after.hooks).toMatchObject([{ hookId: '1', scriptName: 'guard.sh' }])
  })

  test('a decision with a time in the future gets the time of arrival', async () => {
    const { machine, stored, server, advanceClock, owner, teamId } = await team()
    const hour = 3_600_000
    const draft = { hookStep: 'stop', scriptName: 'guard.sh', scriptContent: '#!/bin/sh\n' }
    await owner.call('AdminService/SaveHook', { teamId, draft })
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

  test('the rule of a pack is stored, and counts per hour are those of the reports', async () => {
    const { machine, server, teamId } = await team()
    const hour = 3_600_000
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    const run = (more: object) => ({ hookId: '2', source: 'team', outcome: 'deny', durationMs: 1, ...more })
    const batch = [
      decision(1, { runs: [run({ rule: 'shell-guard/rm-root' }), run({ failure: 'timeout', outcome: 'failed' })] }),
      decision(2, { at: ago(3 * hour), verdict: 'deny' }),
      decision(3, { at: ago(3 * hour), verdict: 'deny' }),
      decision(4, { at: ago(26 * hour), runs: [] }),
    ]
    await Promise.all(Array.from({ length: 4 }, () => report(machine, batch)))
    await report(machine, [...batch, decision(5, { verdict: 'ask' })])
    const { store } = server.context
    const sums = await store.inTeam(teamId, async (q) => ({
      rules: (await q.selectFrom('runs').select('rule').where('rule', '<>', '').execute()).map(({ rule }) => rule),
      decisions: await q
        .selectFrom('decision_hours')
        .select(({ fn }) => ['kind', 'failed', fn.sum<number>('decisions').as('n')])
        .groupBy(['kind', 'failed'])
        .orderBy('kind')
        .orderBy('failed')
        .execute(),
      runs: await q
        .selectFrom('run_hours')
        .select(({ fn }) => ['hook_id', 'rule', fn.sum<number>('runs').as('n')])
        .select(({ fn }) => [fn.sum<number>('denies').as('denies'), fn.sum<number>('failures').as('failures')])
        .groupBy(['hook_id', 'rule'])
        .orderBy('hook_id')
        .orderBy('rule')
        .execute(),
    }))
    expect(sums).toEqual({
      rules: ['shell-guard/rm-root'],
      decisions: [
        { kind: 'allow', failed: 0, n: 1 },
        { kind: 'allow', failed: 1, n: 1 },
        { kind: 'ask', failed: 0, n: 1 },
        { kind: 'deny', failed: 0, n: 2 },
      ],
      runs: [
        { hook_id: 1, rule: '', n: 3, denies: 0, failures: 0 },
        { hook_id: 2, rule: '', n: 1, denies: 0, failures: 1 },
        { hook_id: 2, rule: 'shell-guard/rm-root', n: 1, denies: 1, failures: 0 },
      ],
    })
  })

  test('machines that report at the same time cause no deadlock and no lost count', async () => {
    const { url, owner, teamId, server } = await team()
    const code = await newCode(owner, teamId, { uses: 6 })
    const machines = await Promise.all(Array.from({ length: 6 }, (_, n) => enrolMachine(url, code, `m${n}`)))
    const batch = (first: number) =>
      Array.from({ length: 20 }, (_, n) =>
        decision(first + n, { event: `e${(first * 7 + n * 3) % 11}`, agent: `a${n % 3}` }),
      )
    const statuses = await Promise.all(
      machines.map(async (machine) => {
        const answers = []
        for (const first of [1, 21, 41])
          answers.push(await machine.call('DeviceService/Report', { decisions: batch(first) }))
        return answers.map(({ status }) => status)
      }),
    )
    expect(statuses.flat().filter((status) => status !== 200)).toEqual([])
    const { n } = await server.context.store.inTeam(teamId, (q) =>
      q
        .selectFrom('decision_hours')
        .select(({ fn }) => fn.sum<number>('decisions').as('n'))
        .executeTakeFirstOrThrow(),
    )
    expect(n).toBe(6 * 60)
  })

  test('many machines that report at the same time share transactions, and each gets its own answer', async () => {
    const { machine, url, owner, teamId, server } = await team()
    const code = await newCode(owner, teamId, { uses: 2 })
    const machines = [machine, await enrolMachine(url, code), await enrolMachine(url, code)]
    // The second is deleted meanwhile: its reports fail, and those of the others do not.
    const { store } = server.context
    const [, gone] = await store.inTeam(teamId, (q) =>
      q.selectFrom('devices').select('id').orderBy('enrolled_at').execute(),
    )
    await store.inTeam(teamId, (q) =>
      q
        .deleteFrom('devices')
        .where('id', '=', gone?.id ?? '')
        .execute(),
    )
    const odd = (at: number) => `"quoted" {a,b} \\ ü😀 ${at}`
    const answers = await Promise.all(
      machines.map((each, at) => {
        const repeated = decision(2, { rule: odd(at) })
        return Promise.all([
          report(each, [decision(1), repeated]),
          report(each, [repeated, decision(4)]),
          report(each, []),
        ])
      }),
    )
    expect(answers[1]?.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found'])
    for (const each of [0, 2])
      expect(await report(machines[each] as TestMachine, [])).toEqual({ accepted: '4', missing: ['3'] })
    const rows = await store.inTeam(teamId, (q) =>
      q.selectFrom('decisions').select(['sequence', 'rule']).where('sequence', '=', 2).orderBy('rule').execute(),
    )
    expect(rows.map(({ rule }) => rule)).toEqual([0, 2].map(odd))
    const counted = await store.inTeam(teamId, (q) =>
      q
        .selectFrom('decision_hours')
        .select(({ fn }) => fn.sum<number>('decisions').as('n'))
        .executeTakeFirstOrThrow(),
    )
    expect(counted.n).toBe(6)
  })

  test('each team keeps its reports as long as it wants', async () => {
    const { machine, owner, teamId, stored, server, advanceClock, join } = await team()
    const day = 24 * 3_600_000
    const get = async () => (await owner.call('AdminService/GetRetention', { teamId })).body
    expect(await get()).toEqual({ days: 90 })
    for (const days of [0, -1, 401])
      expect([days, (await owner.call('AdminService/SetRetention', { teamId, days })).status]).toEqual([days, 400])
    const viewer = await join('viewer@example.com', 'viewer')
    expect((await viewer.call('AdminService/SetRetention', { teamId, days: 7 })).status).toBe(403)
    const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
    await report(machine, [decision(1), decision(2, { at: ago(20) }), decision(3, { at: ago(120) })])
    // The oldest is acknowledged and not stored.
    expect(await stored()).toEqual([1, 2])
    expect((await owner.call('AdminService/SetRetention', { teamId, days: 7 })).body).toEqual({ days: 7 })
    await sweepReports(server.context)
    expect(await stored()).toEqual([1])
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ action: 'retention.changed', detail: '{"days":7,"before":90}' })
    expect((await owner.call('AdminService/SetRetention', { teamId, days: 400 })).status).toBe(200)
    expect(await report(machine, [decision(4, { at: ago(300) }), decision(5, { at: ago(20) })])).toEqual({
      accepted: '5',
    })
    expect(await stored()).toEqual([1, 4, 5])
    advanceClock(399 * day)
    await sweepReports(server.context)
    expect(await stored()).toEqual([1])
    const { store } = server.context
    expect(
      await store.inTeam(teamId, (q) => q.selectFrom('decision_hours').select('decisions').execute()),
    ).toHaveLength(1)
  })

  test('the retention of one team does not delete reports of another', async () => {
    const { machine, owner, teamId, stored, server } = await team()
    const { store, now } = server.context
    const other = newTeamId()
    await store.inTeam(other, (q) => makeTeam(q, other, now()))
    const at = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString()
    await report(machine, [decision(1, { at })])
    await store.inTeam(other, (q) => q.updateTable('teams').set({ retention_days: 1 }).execute())
    await sweepReports(server.context)
    expect(await stored()).toEqual([1])
    await owner.call('AdminService/SetRetention', { teamId, days: 10 })
    await sweepReports(server.context)
    expect(await stored()).toEqual([])
  })
})
