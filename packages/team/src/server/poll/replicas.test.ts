/** Two servers on one PostgreSQL, and one server while the database is unavailable. */
import { expect, test } from 'vitest'
import {
  accept,
  enrolMachine,
  newCode,
  onStore,
  personAt,
  startTeam,
  type TestMachine,
  uploadRoot,
} from '../../testing/index.ts'
import { startServer } from '../index.ts'

const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' }

onStore('postgres', 'two replicas', (bench) => {
  const pair = async () => {
    const storeOptions = await bench.preparedOptions()
    const env = { HOOKLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
    const first = await startTeam(bench, { ...storeOptions, env })
    await uploadRoot(first.owner, first.teamId)
    const other = await startServer({
      dataDir: (await bench.preparedOptions()).dataDir,
      database: storeOptions.database,
      env,
    })
    bench.undo(() => other.close())
    return { ...first, other }
  }
  const elsewhere = (machine: TestMachine, url: string) => ({
    sync: (revision: string) => machine.at(url).call('DeviceService/Sync', { revision }),
  })

  test('a replica serves publications and revocations of the other', async () => {
    const { url, owner, teamId, other } = await pair()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const there = elsewhere(machine, other.url)
    expect((await there.sync('1')).body).toMatchObject({ revision: '1' })
    await owner.call('AdminService/SaveHook', { teamId, draft })
    await owner.call('AdminService/Publish', { teamId })
    await expect.poll(async () => (await there.sync('1')).body.revision).toBe('2')
    await owner.call('AdminService/RevokeDevice', { teamId, deviceId: machine.id })
    await expect.poll(async () => (await there.sync('2')).status).toBe(403)
  })

  test('reports of one machine to both replicas are stored and counted once, and both list them', async () => {
    const { url, owner, teamId, other } = await pair()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const { token } = (await owner.call('AccountService/CreateToken', { teamId, name: 't' })).body
    const at = new Date(Date.now() - 60_000).toISOString()
    const decision = (sequence: number) => ({
      sequence: String(sequence),
      at,
      event: 'stop',
      verdict: 'deny',
      rule: 'reply',
    })
    for (let first = 1; first <= 100; first += 10) {
      const decisions = Array.from({ length: 15 }, (_, n) => decision(first + n))
      const answers = await Promise.all(
        [url, other.url, url].map((base) => machine.at(base).call('DeviceService/Report', { decisions })),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    }
    for (const base of [url, other.url]) {
      const ask = (method: string, body: object) =>
        personAt(base).call(`AdminService/${method}`, { teamId, ...body }, { authorization: `Bearer ${token}` })
      expect((await ask('GetActivity', { since: '1d' })).body).toMatchObject({ decisions: '105', devices: 1 })
      expect((await ask('ListDecisions', { filter: { decision: 'deny' }, limit: 500 })).body.decisions).toHaveLength(
        105,
      )
    }
  })

  test('both replicas answer a poll with the same tag, and both see a new one', async () => {
    const { url, owner, teamId, other } = await pair()
    const tagAt = async (base: string) =>
      (await fetch(`${base}/repo/${teamId}/metadata/timestamp.json`)).headers.get('etag')
    const before = await tagAt(url)
    expect(await tagAt(other.url)).toBe(before)
    await owner.call('AdminService/SaveHook', { teamId, draft })
    await owner.call('AdminService/Publish', { teamId })
    const after = await tagAt(url)
    expect(after).not.toBe(before)
    await expect.poll(() => tagAt(other.url)).toBe(after)
  })

  test('parallel enrolments, revocations and invitations cause no deadlock', async () => {
    const { url, owner, teamId } = await pair()
    const odd: string[] = []
    // Each round can cause a collision. A busy machine runs fewer rounds instead of exceeding the time limit.
    const enough = Date.now() + 8_000
    for (let round = 0; round < 25 && (round < 3 || Date.now() < enough); round += 1) {
      const code = await newCode(owner, teamId)
      const email = `m${round}@example.com`
      const invite = () => owner.call('AdminService/InviteMember', { teamId, email, role: 'viewer' })
      const { link } = (await invite()).body
      const answers = await Promise.all([
        enrolMachine(url, code).catch((thrown: Error) => thrown.message),
        owner.call('AdminService/RevokeEnrollmentCode', { teamId, codeId: code.split('.')[0] }),
        accept(personAt(url), link, email),
        invite(),
      ])
      odd.push(
        ...answers
          .map((answer) => JSON.stringify(answer))
          .filter((text) => /"status":5\d\d|internal|unavailable/.test(text)),
      )
    }
    expect(odd).toEqual([])
  })

  test('publishing on both replicas at once creates two different revisions', async () => {
    const { url, owner, teamId, other } = await pair()
    const { token } = (await owner.call('AccountService/CreateToken', { teamId, name: 't' })).body
    const publish = async (base: string) => {
      const call = (method: string, body: object) =>
        fetch(`${base}/hookline.team.v1.AdminService/${method}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ teamId, ...body }),
        })
      await call('SaveHook', { draft })
      return Number(((await (await call('Publish', {})).json()) as { revision: string }).revision)
    }
    const revisions = await Promise.all([1, 2, 3, 4].flatMap(() => [publish(url), publish(other.url)]))
    const { body } = await owner.call('AdminService/ListRevisions', { teamId })
    const numbers = body.revisions.map(({ revision }: { revision: string }) => Number(revision))
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(Math.max(...revisions)).toBe(numbers[0])
  })

  test('while the database is unavailable the last set is served, and reports get a retry time', async () => {
    const { url, owner, teamId } = await pair()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    await owner.call('AdminService/SaveHook', { teamId, draft })
    await owner.call('AdminService/Publish', { teamId })
    const path = (file: string) => `/repo/${teamId}/metadata/${file}`
    const postgres = bench.postgres()
    await postgres?.kill()
    try {
      expect((await machine.call('DeviceService/Sync', { revision: '2' })).body).toMatchObject({ revision: '2' })
      for (const file of ['1.root.json', 'timestamp.json', '2.snapshot.json', '2.targets.json'])
        expect([file, (await machine.get(path(file))).status]).toEqual([file, 200])
      const { signed } = (await (await machine.get(path('2.targets.json'))).json()) as {
        signed: { targets: Record<string, { hashes: { sha256: string } }> }
      }
      for (const [name, { hashes }] of Object.entries(signed.targets)) {
        const file = name.replace(/[^/]*$/, (base) => `${hashes.sha256}.${base}`)
        expect((await machine.get(`/repo/${teamId}/targets/${file}`)).status).toBe(200)
      }
      expect((await machine.get(path('2.root.json'))).status).toBe(404)
      const decisions = [{ sequence: '1', at: '2026-01-01T00:00:00Z', event: 'stop', verdict: 'allow' }]
      const refused = await machine.call('DeviceService/Report', { decisions })
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    } finally {
      await postgres?.start()
    }
    const decisions = [{ sequence: '1', at: '2026-01-01T00:00:00Z', event: 'stop', verdict: 'allow' }]
    await expect.poll(async () => (await machine.call('DeviceService/Report', { decisions })).status).toBe(200)
  })
})
