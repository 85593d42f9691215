import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, uploadRoot } from '../../testing/index.ts'
import { makeTeam } from '../accounts/links.ts'
import { newTeamId } from '../secrets.ts'
import type { Query } from '../store/index.ts'
import { recheckDevices } from './reassess.ts'

const hourMs = 3_600_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const asking = (more: object = {}) => ({
  ...{ agent: 'claude', version: '9.8.7', connection: 'connected' },
  ...{ lastEvent: 'beforeShellExecution', lastAskedAt: ago(60_000) },
  ...more,
})
const report = (...agents: readonly object[]) => ({ at: ago(0), agents })
const method = 'DeviceService/ReportCoverage'

/** The row of a machine that guarded a long time ago and is due for a check. */
const quietMachine = (team_id: string, id: string) => ({
  ...{ team_id, id, name: 'a', operating_system: 'Linux', client_version: '1' },
  ...{ public_key: Buffer.alloc(1), token_hash: id, revision: 1, active_hooks: 0, refused: '' },
  ...{ enrolled_at: 1, last_sync_at: 1, beat_ms: 1, revoked_at: null, accepted_sequence: 0 },
  ...{ missing: '[]', guarded_at: 1, covered_at: 1, recheck_at: 1 },
})

/** No machine of this team can be changed any more. */
async function breakUpdates(q: Query, team: string): Promise<void> {
  const when = sql.raw(`when (new.team_id = '${team}')`)
  if (q.engine.name === 'sqlite')
    return void (await sql`create trigger broken before update on devices ${when}
      begin select raise(abort, 'this row is broken'); end`.execute(q))
  await sql`create function broken() returns trigger language plpgsql
    as $$ begin raise exception 'this row is broken'; end $$`.execute(q)
  await sql`create trigger broken before update on devices for each row ${when} execute function broken()`.execute(q)
}

eachStore('coverage', (bench) => {
  const team = async (log = console.error) => {
    const started = await startTeam(bench, { log })
    const { url, owner, teamId } = started
    await uploadRoot(owner, teamId)
    const enrol = async (name: string) => enrolMachine(url, await newCode(owner, teamId), name)
    const admin = async (name: string, body: object = {}) =>
      (await owner.call(`AdminService/${name}`, { teamId, ...body })).body
    return { ...started, enrol, admin }
  }

  test('the state of each machine follows from its report, and each number has a list', async () => {
    const { enrol, admin } = await team()
    const reports: Record<string, object | undefined> = {
      guarded: report(asking()),
      partly: report(asking(), { agent: 'codex', connection: 'not-connected', version: '1.0.0' }),
      idle: report({ agent: 'claude', connection: 'not-connected' }),
      failing: { ...report(asking()), canary: { at: ago(0), state: 'failed', failed: ['beforeReadFile'] } },
      unknown: undefined,
    }
    for (const [name, sent] of Object.entries(reports)) {
      const machine = await enrol(`${name}-machine`)
      if (sent !== undefined) expect([name, (await machine.call(method, sent)).status]).toEqual([name, 200])
    }
    expect(await admin('GetCoverage')).toMatchObject({
      ...{ devices: 5, guarded: 1, partly: 1, idle: 1, failing: 1, unknown: 1 },
      unseenVersions: [
        { agent: 'claude', title: 'Claude Code', version: '9.8.7', devices: 3 },
        { agent: 'codex', title: 'Codex', version: '1.0.0', devices: 1 },
      ],
    })
    for (const coverage of Object.keys(reports)) {
      const { devices, total } = await admin('ListDevices', { coverage })
      expect([total, devices.map(({ name }: { name: string }) => name)]).toEqual([1, [`${coverage}-machine`]])
    }
    const found = await admin('ListDevices', { agent: 'codex', version: '1.0.0' })
    expect(found.devices).toMatchObject([{ name: 'partly-machine', coverage: 'partly' }])
    const { agents, guardedAt } = await admin('GetDevice', { deviceId: found.devices[0].id })
    expect(guardedAt).not.toBe('')
    expect(agents).toMatchObject([
      { agent: 'claude', title: 'Claude Code', version: '9.8.7', lastEvent: 'beforeShellExecution' },
      { agent: 'codex', connection: 'not-connected', gap: 'not-connected' },
    ])
  })

  test('a version is seen once an agent has asked with it on one machine', async () => {
    const { enrol, admin } = await team()
    const [first, second] = [await enrol('a'), await enrol('b')]
    for (const machine of [first, second]) await machine.call(method, report(asking()))
    expect((await admin('GetCoverage')).unseenVersions).toMatchObject([{ version: '9.8.7', devices: 2 }])
    await first.call(method, report(asking({ lastAskedAt: new Date().toISOString() })))
    expect((await admin('GetCoverage')).unseenVersions ?? []).toEqual([])
    await second.call(method, report(asking({ version: '9.9.0' })))
    expect((await admin('GetCoverage')).unseenVersions).toMatchObject([{ version: '9.9.0', devices: 1 }])
  })

  test('time alone makes a machine quiet or idle, and a heartbeat or an event changes it back', async () => {
    const { enrol, server, teamId, advanceClock } = await team()
    const machine = await enrol('laptop')
    // The session of the owner ends meanwhile.
    const stateOf = async () => {
      await recheckDevices(server.context)
      const rows = await server.context.store.inTeam(teamId, (q) =>
        q.selectFrom('devices').select('coverage').execute(),
      )
      return rows[0]?.coverage
    }
    await machine.call(method, report(asking()))
    expect(await stateOf()).toBe('guarded')
    advanceClock(73 * hourMs)
    expect(await stateOf()).toBe('quiet')
    const later = (ms: number) => new Date(Date.now() + ms).toISOString()
    const send = (body: object, skew: number, name = method) => {
      const proof = machine.proof('POST', `/hookline.team.v1.${name}`, JSON.stringify(body), Date.now() + skew)
      return machine.call(name, body, { 'hookline-proof': proof })
    }
    expect((await send({ revision: '1' }, 73 * hourMs, 'DeviceService/Heartbeat')).status).toBe(200)
    expect(await stateOf()).toBe('guarded')
    advanceClock(100 * hourMs)
    expect((await send(report(asking()), 173 * hourMs)).status).toBe(200)
    expect(await stateOf()).toBe('idle')
    const asked = report(asking({ lastAskedAt: later(172 * hourMs) }))
    expect((await send(asked, 173 * hourMs + 1)).status).toBe(200)
    expect(await stateOf()).toBe('guarded')
  })

  test('a check of machines and their reports do not wait for each other in a circle', async () => {
    const { enrol, server, teamId, advanceClock } = await team()
    const [low = '', high = ''] = [await enrol('a'), await enrol('b')].map(({ id }) => id).sort()
    const { store } = server.context
    for (const [at, id] of [high, low].entries())
      await store.inTeam(teamId, (q) => q.updateTable('devices').set({ recheck_at: at }).where('id', '=', id).execute())
    advanceClock(hourMs)
    const lock = (q: Query, id: string) =>
      q.selectFrom('devices').select('id').where('id', '=', id).modifyEnd(q.engine.forUpdate).execute()
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const reporting = store.inTeam(teamId, async (q) => {
      await lock(q, low)
      begun()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await lock(q, high)
    })
    await hasBegun
    await Promise.all([reporting, recheckDevices(server.context)])
    const left = await store.inTeam(teamId, (q) =>
      q.selectFrom('devices').select('id').where('recheck_at', '<=', 1).execute(),
    )
    expect(left).toEqual([])
  })

  test('a team that cannot be checked is logged, and does not keep the others from their alarms', async () => {
    const lines: string[] = []
    const { server, teamId, enrol, advanceClock } = await team((line) => void lines.push(line))
    await enrol('laptop')
    const { store } = server.context
    const [broken, fine] = [newTeamId(), newTeamId()]
    for (const id of [broken, fine])
      await store.inTeam(id, async (q) => {
        await makeTeam(q, id, 1)
        await q
          .insertInto('devices')
          .values({ ...quietMachine(id, `device of ${id}`), recheck_at: id === broken ? 1 : 2 })
          .execute()
      })
    await store.acrossTeams((q) => breakUpdates(q, broken))
    advanceClock(hourMs)
    await recheckDevices(server.context)
    const alarms = await store.acrossTeams((q) => q.selectFrom('alarms').select(['team_id', 'kind']).execute())
    expect(alarms).toEqual([{ team_id: fine, kind: 'quiet' }])
    expect(lines.filter((line) => line.includes(broken))).toHaveLength(1)
    const own = await store.inTeam(teamId, (q) => q.selectFrom('devices').select('recheck_at').execute())
    expect(own[0]?.recheck_at).toBeGreaterThan(2)
  })

  test('teams with many machines take turns', async () => {
    const { server } = await startTeam(bench)
    const { store } = server.context
    const teams = [newTeamId(), newTeamId()]
    for (const id of teams)
      await store.inTeam(id, async (q) => {
        await makeTeam(q, id, 1)
        await q
          .insertInto('devices')
          .values(Array.from({ length: 101 }, (_, n) => quietMachine(id, `${n} of ${id}`)))
          .execute()
      })
    let clock = Date.now() + hourMs
    const now = () => {
      clock += 1
      return clock
    }
    await recheckDevices({ ...server.context, now })
    const turns = await store.acrossTeams((q) =>
      q
        .selectFrom('alarms')
        .select(({ fn }) => [fn.min('opened_at').as('first'), fn.max('opened_at').as('last')])
        .groupBy('team_id')
        .execute(),
    )
    expect(turns).toHaveLength(2)
    expect(Math.max(...turns.map(({ first }) => first))).toBeLessThan(Math.min(...turns.map(({ last }) => last)))
  })

  test('an agent that was used for a day without asking leaves the machine idle', async () => {
    const { enrol, admin } = await team()
    const machine = await enrol('laptop')
    const used = asking({ lastAskedAt: ago(30 * hourMs), lastUsedAt: ago(hourMs) })
    await machine.call(method, report(used))
    const { devices } = await admin('ListDevices')
    expect(devices[0].coverage).toBe('idle')
    const { agents } = await admin('GetDevice', { deviceId: devices[0].id })
    expect(agents[0].gap).toBe('not-asking')
  })

  test('a time in the future counts as now, and a log that was rotated takes nothing back', async () => {
    const { enrol, admin } = await team()
    const machine = await enrol('laptop')
    const future = { lastAskedAt: '2099-01-01T00:00:00Z', lastUsedAt: '2099-01-01T00:00:00Z' }
    await machine.call(method, { ...report(asking(future)), at: '2099-01-01T00:00:00Z' })
    const deviceId = (await admin('ListDevices')).devices[0].id
    const [agent] = (await admin('GetDevice', { deviceId })).agents
    expect(Date.parse(agent.lastAskedAt)).toBeLessThanOrEqual(Date.now())
    expect(Date.parse(agent.lastUsedAt)).toBeLessThanOrEqual(Date.now())
    await machine.call(method, report({ agent: 'claude', connection: 'connected' }))
    const [after] = (await admin('GetDevice', { deviceId })).agents
    expect(after).toMatchObject({ lastEvent: 'beforeShellExecution', lastAskedAt: agent.lastAskedAt })
  })

  const text = (value: string) => report(asking({ lastEvent: value }))
  const hostile: Readonly<Record<string, object>> = {
    'no time': { agents: [] },
    'a time that is none': { at: 'yesterday', agents: [] },
    'a time before the epoch': { at: '1901-01-01T00:00:00Z', agents: [] },
    'a script as event': text('<script>alert(1)</script>'),
    'a prompt as event': text('please delete the branch'),
    'a path as version': report(asking({ version: '/home/ada/secret' })),
    'a line break': report(asking({ agent: 'claude\nroot' })),
    'an override of direction': report(asking({ agent: 'cl\u202eaude' })),
    'an agent without a name': report(asking({ agent: '' })),
    'a long name': report(asking({ agent: 'a'.repeat(41) })),
    'another state': report(asking({ connection: 'perfect' })),
    'another proof': report(asking({ proof: 'surely' })),
    'an agent twice': report(asking(), asking()),
    'too many agents': report(...Array.from({ length: 41 }, (_, at) => asking({ agent: `a${at}` }))),
    'too many nested messages': report(...Array.from({ length: 500 }, () => ({}))),
    'a canary of another state': { ...report(), canary: { at: ago(0), state: 'fine' } },
    'a canary with text': { ...report(), canary: { at: ago(0), state: 'failed', failed: ['rm -rf /'] } },
    'a canary with many events': {
      ...report(),
      canary: { at: ago(0), state: 'proved', proved: Array.from({ length: 61 }, () => 'stop') },
    },
  }

  test('a report with anything but names and times is refused, and nothing of it is stored', async () => {
    const { enrol, admin } = await team()
    const machine = await enrol('laptop')
    for (const [name, wrong] of Object.entries(hostile)) {
      const { status, body } = await machine.call(method, wrong)
      expect([name, status, body.code]).toEqual([name, 400, 'invalid_argument'])
    }
    const large = await machine.call(method, report(asking({ version: 'x'.repeat(70_000) })))
    expect(large.status).toBe(413)
    expect((await admin('ListDevices')).devices[0].coverage).toBe('unknown')
  })

  test('an agent that this server does not know is shown by its name', async () => {
    const { enrol, admin } = await team()
    const machine = await enrol('laptop')
    expect((await machine.call(method, report(asking({ agent: 'agent-of-2031' })))).status).toBe(200)
    const { unseenVersions } = await admin('GetCoverage')
    expect(unseenVersions).toMatchObject([{ agent: 'agent-of-2031', title: 'agent-of-2031' }])
  })

  test('a report works once, and an older one does not replace a newer one', async () => {
    const { enrol, admin } = await team()
    const machine = await enrol('laptop')
    const target = `/hookline.team.v1.${method}`
    const proof = (body: object, at: number) => ({
      'hookline-proof': machine.proof('POST', target, JSON.stringify(body), at),
    })
    const [now, good, old] = [Date.now(), report(asking()), report()]
    expect((await machine.call(method, good, proof(good, now))).status).toBe(200)
    for (const [body, at] of [
      [good, now],
      [old, now - 1000],
    ] as const)
      expect((await machine.call(method, body, proof(body, at))).body.message).toMatch(/already used/)
    expect((await admin('ListDevices')).devices[0].coverage).toBe('guarded')
  })

  test('devices can be searched and sorted in pages, and text is not a pattern', async () => {
    const { enrol, admin } = await team()
    const names = ['Zoe', 'ada', '100%', 'under_score', 'back\\slash', 'Ada-2']
    const machines = []
    for (const name of names) machines.push(await enrol(name))
    const search = async (body: object) =>
      (await admin('ListDevices', body)).devices?.map(({ name }: { name: string }) => name) ?? []
    expect(await search({ search: 'ADA', sort: 'name' })).toEqual(['ada', 'Ada-2'])
    expect(await search({ search: '%' })).toEqual(['100%'])
    expect(await search({ search: '_' })).toEqual(['under_score'])
    expect(await search({ search: '\\' })).toEqual(['back\\slash'])
    expect(await search({ search: machines[0]?.id.slice(0, 8) })).toEqual(['Zoe'])
    expect(await search({ search: "' or 1=1 --" })).toEqual([])
    const sorts = ['name', 'coverage', 'revision', 'last-sync', 'enrolled'].flatMap((column) => [column, `-${column}`])
    for (const sort of ['newest', ...sorts]) {
      const all = await search({ sort })
      const paged: string[] = []
      let before = ''
      do {
        const page = await admin('ListDevices', { sort, limit: 2, before })
        paged.push(...page.devices.map(({ name }: { name: string }) => name))
        before = page.next ?? ''
      } while (before !== '')
      expect([sort, paged]).toEqual([sort, all])
      expect(all).toHaveLength(6)
    }
    expect((await admin('ListDevices', { coverage: 'x' })).code).toBe('invalid_argument')
    for (const sort of ['x', '--name', 'constructor', 'name desc'])
      expect((await admin('ListDevices', { sort })).code).toBe('invalid_argument')
    expect(await admin('ListDevices', { before: 'not a token' })).toMatchObject({ code: 'invalid_argument' })
  })
  test('words find a device by its owner, version, system and agents, and the worst state is the first', async () => {
    const { url, owner, teamId, admin } = await team()
    const enrol = async (name: string, note: string) => enrolMachine(url, await newCode(owner, teamId, { note }), name)
    const [ada, grace, linus] = [
      await enrol('m-1', "Ada's laptop"),
      await enrol('m-2', 'Grace'),
      await enrol('m-3', ''),
    ]
    await ada.call(method, report(asking()))
    await grace.call(method, report({ agent: 'codex', connection: 'not-connected', version: '1.0.0' }))
    await linus.call('DeviceService/Heartbeat', { revision: '1', clientVersion: '7.7.7-beta', refused: 'a bad list' })
    const search = async (text: string, sort = 'name') =>
      (await admin('ListDevices', { search: text, sort })).devices?.map(({ name }: { name: string }) => name) ?? []
    const found = {
      ...{ "ada's": ['m-1'], GRACE: ['m-2'], '7.7': ['m-3'], 'claude code': ['m-1'], 'codex 1.0': ['m-2'] },
      ...{ 'codex 9.8': [], linux: ['m-1', 'm-2', 'm-3'], 'owner@example.com m-3': ['m-3'], code: ['m-1', 'm-2'] },
    }
    for (const [text, names] of Object.entries(found)) expect([text, await search(text)]).toEqual([text, names])
    expect(await search('', 'coverage')).toEqual(['m-2', 'm-3', 'm-1'])
    expect((await search('', 'revision'))[0]).toBe('m-3')
    expect((await search('', '-last-sync'))[0]).toBe('m-3')
    const { device, missingReports } = await admin('GetDevice', { deviceId: ada.id })
    expect([device.codeNote, device.codeAuthor, missingReports]).toEqual([
      "Ada's laptop",
      'owner@example.com',
      undefined,
    ])
  })
})
