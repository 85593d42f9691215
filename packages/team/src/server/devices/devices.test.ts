import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  eachStore,
  enrolMachine,
  keyPair,
  newCode,
  proofWith,
  startTeam,
  type TestMachine,
  uploadRoot,
} from '../../testing/index.ts'
import { startServer } from '../index.ts'

const sync = '/hookline.team.v1.DeviceService/Sync'

eachStore('machines', (bench) => {
  const team = async () => {
    const started = await startTeam(bench)
    await uploadRoot(started.owner, started.teamId)
    return started
  }

  test('a code enrolls a limited number of machines, expires, and contains the fingerprint of the root', async () => {
    const { url, owner, teamId, advanceClock } = await team()
    const code = await newCode(owner, teamId, { uses: 2 })
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => enrolMachine(url, code, name)))
    const joined = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(joined).toHaveLength(2)
    const [machine] = joined
    const fingerprint = createHash('sha256')
      .update(machine?.root ?? '')
      .digest('hex')
      .slice(0, 16)
    expect(code.split('.')[2]).toBe(fingerprint)
    const listed = await owner.call('AdminService/ListDevices', { teamId })
    expect(listed.body.total).toBe(2)

    const late = await newCode(owner, teamId, { validHours: 1 })
    advanceClock(2 * 3_600_000)
    await expect(enrolMachine(url, late)).rejects.toThrow(/not valid/)
    const revoked = await newCode(owner, teamId)
    await owner.call('AdminService/RevokeEnrollmentCode', { teamId, codeId: revoked.split('.')[0] })
    await expect(enrolMachine(url, revoked)).rejects.toThrow(/not valid/)
    await expect(enrolMachine(url, revoked.replace(/\..{8}/, '.AAAAAAAA'))).rejects.toThrow(/not valid/)
    const { codes } = (await owner.call('AdminService/ListEnrollmentCodes', { teamId })).body
    expect(JSON.stringify(codes)).not.toContain(code.split('.')[1])
  })

  test('no machine can enroll before the team has a root', async () => {
    const { owner, teamId } = await startTeam(bench)
    const answer = await owner.call('AdminService/CreateEnrollmentCode', { teamId })
    expect(answer.body.code).toBe('failed_precondition')
  })

  test('a token without the key is refused', async () => {
    const { url, owner, teamId } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    expect((await machine.call('DeviceService/Sync', { revision: '1' })).body).toEqual({
      revision: '1',
      nextSeconds: 1800,
    })
    expect((await machine.call('DeviceService/Sync')).body).toEqual({ revision: '1', changed: true, nextSeconds: 1800 })
    const body = '{"revision":"1"}'
    const { privateKey } = keyPair()
    const wrong: Record<string, string> = {
      'no proof': '',
      'another key': proofWith(privateKey, 'POST', sync, body),
      'another body': machine.proof('POST', sync, '{}'),
      'another path': machine.proof('POST', `${sync}x`, body),
      'another method': machine.proof('GET', sync, body),
      'an old one': machine.proof('POST', sync, body, Date.now() - 301_000),
      'one of the future': machine.proof('POST', sync, body, Date.now() + 301_000),
      garbage: 'x'.repeat(80),
    }
    for (const [name, proof] of Object.entries(wrong))
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const answer = await fetch(`${url}${sync}`, {
          method: 'POST',
          headers: { 'content-type': type, authorization: `Bearer ${machine.token}`, 'hookline-proof': proof },
          body,
        })
        expect([name, type, answer.status]).toEqual([name, type, 401])
      }
  })

  test('a proof for a change works once', async () => {
    const { url, owner, teamId } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const beat = { revision: '1', clientVersion: '1.2.3', activeHooks: 4, refused: 'rollback' }
    const target = '/hookline.team.v1.DeviceService/Heartbeat'
    const proof = { 'hookline-proof': machine.proof('POST', target, JSON.stringify(beat)) }
    expect((await machine.call('DeviceService/Heartbeat', beat, proof)).status).toBe(200)
    expect((await machine.call('DeviceService/Heartbeat', beat, proof)).body.message).toMatch(/already used/)
    const { devices } = (await owner.call('AdminService/ListDevices', { teamId })).body
    expect(devices[0]).toMatchObject({ revision: '1', clientVersion: '1.2.3', activeHooks: 4, refused: 'rollback' })
    expect(devices[0].lastSyncAt).not.toBe('')
  })

  test('another replica refuses a repeated or older heartbeat', async () => {
    const storeOptions = await bench.preparedOptions()
    const first = await startTeam(bench, storeOptions)
    await uploadRoot(first.owner, first.teamId)
    const machine = await enrolMachine(first.url, await newCode(first.owner, first.teamId))
    const target = '/hookline.team.v1.DeviceService/Heartbeat'
    const beat = (revision: string, at: number) =>
      [{ revision }, { 'hookline-proof': machine.proof('POST', target, JSON.stringify({ revision }), at) }] as const
    const now = Date.now()
    const [old, current, next] = [beat('1', now - 1000), beat('2', now), beat('3', now + 1)]
    expect((await machine.call('DeviceService/Heartbeat', ...current)).status).toBe(200)
    await first.server.close()
    const second = await startServer(storeOptions)
    bench.undo(() => second.close())
    const there = machine.at(second.url)
    for (const one of [current, old]) {
      const answer = await there.call('DeviceService/Heartbeat', ...one)
      expect([answer.status, answer.body.message]).toEqual([401, expect.stringMatching(/already used/)])
    }
    expect((await there.call('DeviceService/Heartbeat', ...next)).status).toBe(200)
  })

  test('a machine that was revoked or left is refused at once', async () => {
    const { url, owner, teamId } = await team()
    const code = await newCode(owner, teamId, { uses: 2 })
    const [one, two] = [await enrolMachine(url, code), await enrolMachine(url, code)]
    const revoked = await owner.call('AdminService/RevokeDevice', { teamId, deviceId: one.id })
    expect(revoked.body).toMatchObject({ id: one.id, revoked: true })
    expect((await one.call('DeviceService/Sync')).status).toBe(403)
    // Check both paths: through Connect, and for files.
    for (const { headers } of [
      await one.call('DeviceService/Sync'),
      await one.call('DeviceService/Heartbeat'),
      await one.get(`/repo/${teamId}/metadata/1.root.json`),
    ])
      expect(headers.get('hookline-revoked')).toMatch(/^\d+\.[\w-]{86}$/)
    expect((await two.call('DeviceService/Sync')).status).toBe(200)
    expect((await two.call('DeviceService/Leave')).status).toBe(200)
    expect((await two.call('DeviceService/Sync')).status).toBe(403)
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['device.enrolled', 'device.revoked', 'device.left', 'code.created']),
    )
  })

  test('what a machine refused is remembered, the newest 20 reasons', async () => {
    const { url, owner, teamId, advanceClock } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    let sent = Date.now()
    const beat = async (refused: string, revision = '1') => {
      const [target, body] = ['/hookline.team.v1.DeviceService/Heartbeat', JSON.stringify({ revision, refused })]
      sent += 1
      const headers = { 'hookline-proof': machine.proof('POST', target, body, sent) }
      expect((await machine.call('DeviceService/Heartbeat', JSON.parse(body), headers)).status).toBe(200)
      advanceClock(1000)
    }
    const read = async () =>
      (await owner.call('AdminService/GetDevice', { teamId, deviceId: machine.id })).body.refusedUpdates
    await beat('')
    expect(await read()).toBeUndefined()
    await beat('the signed list is invalid')
    await beat('the signed list is invalid')
    const time = expect.stringMatching(/^20.*Z$/)
    expect(await read()).toEqual([{ beganAt: time, revision: '1', reason: 'the signed list is invalid' }])
    await beat('', '2')
    await beat('<b>unknown pack</b>', '2')
    const reasons = ['<b>unknown pack</b>', 'the signed list is invalid']
    const [open, ended] = await read()
    expect([open, ended]).toEqual([
      { beganAt: time, revision: '2', reason: reasons[0] },
      { beganAt: time, endedAt: time, revision: '1', reason: reasons[1] },
    ])
    expect(ended.beganAt < ended.endedAt && ended.endedAt < open.beganAt).toBe(true)
    for (let at = 0; at < 25; at += 1) await beat(`reason ${at}`)
    const kept = await read()
    expect(kept).toHaveLength(20)
    expect([kept[0].reason, kept[19].reason]).toEqual(['reason 24', 'reason 5'])
    expect(kept.filter(({ endedAt }: { endedAt?: string }) => endedAt === undefined)).toHaveLength(1)
  })

  test('a reason is remembered once, however long it is and however many heartbeats have it at the same time', async () => {
    const { url, owner, teamId, server } = await team()
    const { store } = server.context
    let sent = Date.now()
    const beat = async (machine: TestMachine, refused: string) => {
      const [target, body] = ['/hookline.team.v1.DeviceService/Heartbeat', JSON.stringify({ refused })]
      sent += 1
      const headers = { 'hookline-proof': machine.proof('POST', target, body, sent) }
      expect((await machine.call('DeviceService/Heartbeat', { refused }, headers)).status).toBe(200)
    }
    const read = async ({ id }: TestMachine) =>
      (await owner.call('AdminService/GetDevice', { teamId, deviceId: id })).body.refusedUpdates
    const long = await enrolMachine(url, await newCode(owner, teamId))
    for (let at = 0; at < 3; at += 1) await beat(long, `${'x'.repeat(1999)}😀 and more`)
    expect(await read(long)).toMatchObject([{ reason: 'x'.repeat(1999) }])
    const busy = await enrolMachine(url, await newCode(owner, teamId))
    const beats = await store.inTeam(teamId, async (q) => {
      await q.selectFrom('devices').select('id').where('id', '=', busy.id).modifyEnd(q.engine.forUpdate).execute()
      const begun: Promise<void>[] = []
      for (const _ of [1, 2, 3]) {
        begun.push(beat(busy, 'unknown pack'))
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      return { begun }
    })
    await Promise.all(beats.begun)
    expect(await read(busy)).toMatchObject([{ reason: 'unknown pack' }])
  })

  test('a poll is a conditional request without a proof, which a cache can answer', async () => {
    const { url, owner, teamId } = await team()
    const path = `${url}/repo/${teamId}/metadata/timestamp.json`
    const get = (ifNoneMatch?: string, method = 'GET') =>
      fetch(path, { method, ...(ifNoneMatch === undefined ? {} : { headers: { 'if-none-match': ifNoneMatch } }) })
    const first = await get()
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d/)
    expect(await first.json()).toMatchObject({ signed: { _type: 'timestamp', version: 1 } })
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(known)
      expect([known, again.status, await again.text()]).toEqual([known, 304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
    for (const other of ['', '"other"', etag.slice(0, -1), 'W/*'])
      expect([other, (await get(other)).status]).toEqual([other, 200])
    const head = await get(undefined, 'HEAD')
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    await owner.call('AdminService/SaveHook', {
      teamId,
      draft: { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' },
    })
    await owner.call('AdminService/Publish', { teamId })
    expect((await get(etag)).status).toBe(200)
  })

  test('only the timestamp is public', async () => {
    const { url, teamId } = await team()
    for (const path of [
      `${teamId}/metadata/1.root.json`,
      `${teamId}/metadata/1.snapshot.json`,
      `${teamId}/timestamp.json`,
    ])
      expect([path, [401, 404].includes((await fetch(`${url}/repo/${path}`)).status)]).toEqual([path, true])
    for (const other of ['hl_aaaaaaaaaaaaaaaa', '', '__proto__', '..'])
      expect([other, (await fetch(`${url}/repo/${other}/metadata/timestamp.json`)).ok]).toEqual([other, false])
    expect((await fetch(`${url}/repo/${teamId}/metadata/timestamp.json`, { method: 'POST' })).ok).toBe(false)
  })
})
