import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { eachStore, enrolMachine, keyPair, newCode, proofWith, startTeam, uploadRoot } from '../../testing/index.ts'
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
    const storeOptions = await bench.storeOptions()
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

  test('a ticket only works for polls', async () => {
    const { url, owner, teamId, advanceClock } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const ticket = (await machine.call('DeviceService/Sync')).headers.get('hookline-ticket') ?? ''
    const by = (text: string) => ({ authorization: `Ticket ${text}`, 'hookline-proof': '' })
    const polled = (text = ticket, type = 'application/json') =>
      machine.call('DeviceService/Sync', { revision: '1' }, { ...by(text), 'content-type': type })
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const again = await polled(ticket, type)
      expect(again.body).toEqual({ revision: '1', nextSeconds: 1800 })
      // Otherwise a stolen ticket could be renewed for ever.
      expect(again.headers.get('hookline-ticket')).toBeNull()
    }
    expect((await machine.get(`/repo/${teamId}/metadata/timestamp.json`, by(ticket))).status).toBe(401)
    for (const method of ['DeviceService/Heartbeat', 'DeviceService/Report', 'DeviceService/Leave'])
      expect([method, (await machine.call(method, {}, by(ticket))).status]).toEqual([method, 401])
    const [id = '', ends = '', mac = ''] = ticket.split('.')
    const other = await enrolMachine(url, await newCode(owner, teamId))
    const wrong = {
      longer: [id, Number(ends) + 1, mac],
      'of another machine': [other.id, ends, mac],
      'of an unknown machine': ['a'.repeat(16), ends, mac],
      'cut off': [id, ends, mac.slice(1)],
      'not ASCII': [id, ends, `${mac.slice(1)}é`],
    }
    for (const [name, parts] of Object.entries(wrong))
      expect([name, (await polled(parts.join('.'))).status]).toEqual([name, 401])
    expect((await polled(ticket)).status).toBe(200)
    advanceClock(25 * 3_600_000)
    expect((await polled(ticket)).status).toBe(401)
  })

  test('the ticket of a revoked machine gets the revocation', async () => {
    const { url, owner, teamId } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const ticket = (await machine.call('DeviceService/Sync')).headers.get('hookline-ticket') ?? ''
    const polled = () => machine.call('DeviceService/Sync', {}, { authorization: `Ticket ${ticket}` })
    expect((await polled()).status).toBe(200)
    await owner.call('AdminService/RevokeDevice', { teamId, deviceId: machine.id })
    const { status, body } = await polled()
    expect([status, body.message]).toEqual([403, expect.stringContaining('revoked')])
  })

  test('a machine that was revoked or left is refused at once', async () => {
    const { url, owner, teamId } = await team()
    const code = await newCode(owner, teamId, { uses: 2 })
    const [one, two] = [await enrolMachine(url, code), await enrolMachine(url, code)]
    const revoked = await owner.call('AdminService/RevokeDevice', { teamId, deviceId: one.id })
    expect(revoked.body).toMatchObject({ id: one.id, revoked: true })
    expect((await one.call('DeviceService/Sync')).status).toBe(403)
    expect((await one.get(`/repo/${teamId}/metadata/timestamp.json`)).status).toBe(403)
    // Check all three paths: before Connect, through Connect, and for files.
    for (const { headers } of [
      await one.call('DeviceService/Sync'),
      await one.call('DeviceService/Heartbeat'),
      await one.get(`/repo/${teamId}/metadata/timestamp.json`),
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

  test('an unchanged timestamp is not sent again', async () => {
    const { url, owner, teamId } = await team()
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    const path = `/repo/${teamId}/metadata/timestamp.json`
    const etag = (await machine.get(path)).headers.get('etag') ?? ''
    const again = await machine.get(path, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await owner.call('AdminService/SaveHook', {
      teamId,
      draft: { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' },
    })
    await owner.call('AdminService/Publish', { teamId })
    expect((await machine.get(path, { 'if-none-match': etag })).status).toBe(200)
  })
})
