import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { eachStore, enrolMachine, newCode, password, startTeam, uploadRoot } from '../../testing/index.ts'
import { recheckDevices } from '../coverage/reassess.ts'
import { deliverAlarms } from './deliver.ts'

const hourMs = 3_600_000
const secret = 'a secret of more than 16 characters'
const method = 'DeviceService/ReportCoverage'

interface Received {
  readonly path: string
  readonly body: string
  readonly signature: string
}

/** A receiver of webhooks on loopback. */
async function startReceiver(
  answer: { status: number; headers?: Record<string, string> } = { status: 204 },
  onReceived = () => {},
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', body, signature: String(request.headers['hookline-signature']) })
      onReceived()
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

/** A real mail server on loopback. */
async function startMailServer() {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString('utf8')
      })
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  const listener = await new Promise<ReturnType<SMTPServer['listen']>>((resolve) => {
    const started = server.listen(0, '127.0.0.1', () => resolve(started))
  })
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { mails, port: (listener.address() as AddressInfo).port }
}

eachStore('alarms', (bench) => {
  const team = async (allowsPrivateAddresses = true) => {
    const started = await startTeam(bench, { allowsPrivateAddresses })
    const { url, owner, teamId, server } = started
    await uploadRoot(owner, teamId)
    // The session ends when the clock moves on.
    const call = async (name: string, body: object = {}) => {
      const ask = () => owner.call(`AdminService/${name}`, { teamId, ...body })
      const first = await ask()
      if (first.status !== 401) return first
      await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
      return ask()
    }
    const admin = async (name: string, body: object = {}) => (await call(name, body)).body
    const enrol = async (name: string) => enrolMachine(url, await newCode(owner, teamId), name)
    const deliver = async () => {
      await recheckDevices(server.context)
      await deliverAlarms(server.context)
    }
    const openAlarms = async () =>
      ((await admin('ListAlarms', { open: true })).alarms ?? []).map(({ kind }: { kind: string }) => kind)
    return { ...started, call, admin, enrol, deliver, openAlarms }
  }
  const agent = (more: object = {}) => ({
    ...{ agent: 'claude', connection: 'connected', lastEvent: 'stop', lastAskedAt: new Date().toISOString() },
    ...more,
  })
  const report = (agents: readonly object[], more: object = {}) => ({ at: new Date().toISOString(), agents, ...more })

  test('a lost connection is sent once by a signed webhook and by e-mail, and so is its end', async () => {
    const { admin, enrol, deliver, openAlarms } = await team()
    const [receiver, mail] = [await startReceiver(), await startMailServer()]
    const saved = await admin('SetAlarmSettings', {
      ...{ webhookUrl: receiver.url, webhookSecret: secret, quietHours: 72 },
      ...{ smtpHost: '127.0.0.1', smtpPort: mail.port, smtpSecurity: 'none' },
      ...{ mailFrom: 'hookline@example.com', mailTo: ['a@example.com', 'b@example.com'] },
    })
    expect(saved).toMatchObject({ hasWebhookSecret: true, smtpHost: '127.0.0.1' })
    expect(JSON.stringify([saved, await admin('GetAlarmSettings')])).not.toContain(secret)
    const machine = await enrol('ada\u202e-laptop')
    await machine.call(method, report([agent()]))
    await deliver()
    expect([receiver.received, mail.mails]).toEqual([[], []])
    const lost = report([agent({ connection: 'not-connected', lastAskedAt: '' })])
    await machine.call(method, lost)
    await machine.call(method, lost)
    for (let round = 0; round < 3; round += 1) await deliver()
    expect(await openAlarms()).toEqual(['disconnected'])
    expect(receiver.received).toHaveLength(1)
    const [{ body, signature } = { body: '', signature: '' }] = receiver.received
    const [, time] = /^t=(\d+),v1=/.exec(signature) ?? []
    expect(signature).toBe(`t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`)
    const { events } = JSON.parse(body)
    expect(events).toMatchObject([{ what: 'opened', kind: 'disconnected', agents: ['claude'], resolvedAt: null }])
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]?.to).toEqual(['a@example.com', 'b@example.com'])
    expect(mail.mails[0]?.text).toContain('Subject: [Hookline')
    expect(mail.mails[0]?.text).not.toContain('\u202e')
    await new Promise((resolve) => setTimeout(resolve, 5))
    await machine.call(method, report([agent()]))
    for (let round = 0; round < 2; round += 1) await deliver()
    expect(await openAlarms()).toEqual([])
    expect(receiver.received.map((one) => JSON.parse(one.body).events[0].what)).toEqual(['opened', 'resolved'])
    expect(mail.mails[1]?.text).toContain('is well again')
  })

  test('each way in which a guard is lost is an alarm, and a machine that was never guarded raises none', async () => {
    const { enrol, admin, openAlarms, deliver, advanceClock } = await team()
    const [first, second] = [await enrol('guarded'), await enrol('never')]
    await first.call(method, report([agent()]))
    await second.call(method, report([agent({ connection: 'not-connected', lastAskedAt: '' })]))
    const canary = { at: new Date().toISOString(), state: 'failed', failed: ['stop'] }
    await first.call(method, report([agent({ connection: 'blocked' })], { canary }))
    expect((await openAlarms()).sort()).toEqual(['disconnected', 'proof-failed'])
    await first.call(method, report([agent()], { canary: { ...canary, state: 'proved', failed: [] } }))
    expect(await openAlarms()).toEqual([])
    advanceClock(73 * hourMs)
    await deliver()
    expect(await openAlarms()).toEqual(['quiet'])
    const { devices } = await admin('ListDevices', { search: 'guarded' })
    await admin('RevokeDevice', { deviceId: devices[0].id })
    await deliver()
    expect(await openAlarms()).toEqual([])
    expect((await admin('ListAlarms')).alarms).toHaveLength(3)
  })

  test('many alarms are one message', async () => {
    const { admin, enrol, deliver, advanceClock } = await team()
    const receiver = await startReceiver()
    await admin('SetAlarmSettings', { webhookUrl: receiver.url, webhookSecret: secret })
    for (const name of ['a', 'b', 'c']) await (await enrol(name)).call(method, report([agent()]))
    advanceClock(73 * hourMs)
    await deliver()
    expect(receiver.received.map(({ body }) => JSON.parse(body).events.length)).toEqual([3])
  })

  test('a team with many messages and a slow receiver takes turns with other teams', async () => {
    const { admin, enrol, deliver, server, teamId, advanceClock } = await team()
    const receiver = await startReceiver({ status: 204 }, () => advanceClock(12_000))
    await admin('SetAlarmSettings', { webhookUrl: receiver.url, webhookSecret: secret })
    await (await enrol('a')).call(method, report([agent()]))
    advanceClock(73 * hourMs)
    await recheckDevices(server.context)
    await server.context.store.inTeam(teamId, async (q) => {
      const first = await q.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow()
      const more = Array.from({ length: 249 }, (_, n) => ({ ...first, id: `${first.id}${n}` }))
      await q.insertInto('deliveries').values(more).execute()
    })
    const counts = () => receiver.received.map(({ body }) => JSON.parse(body).events.length)
    await deliver()
    expect(counts()).toEqual([100])
    await deliver()
    await deliver()
    expect(counts()).toEqual([100, 100, 50])
  })

  test('a message that fails is tried again later, and the page shows why', async () => {
    const { admin, enrol, deliver, advanceClock } = await team()
    const target = await startReceiver()
    const receiver = await startReceiver({ status: 302, headers: { location: target.url } })
    await admin('SetAlarmSettings', { webhookUrl: receiver.url, webhookSecret: secret })
    await (await enrol('a')).call(method, report([agent()]))
    advanceClock(73 * hourMs)
    await deliver()
    await deliver()
    expect([receiver.received.length, target.received.length]).toEqual([1, 0])
    expect((await admin('GetAlarmSettings')).failures).toEqual([
      { channel: 'webhook', failure: 'the server answered 302' },
    ])
    receiver.answer.status = 200
    advanceClock(2 * 60_000)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    expect((await admin('GetAlarmSettings')).failures ?? []).toEqual([])
    for (let round = 0; round < 3; round += 1) await deliver()
    expect(receiver.received).toHaveLength(2)
  })

  test('without the choice of the operator nothing is sent to a private address', async () => {
    const { admin, call } = await team(false)
    const [receiver, mail] = [await startReceiver(), await startMailServer()]
    const plain = await call('SetAlarmSettings', { webhookUrl: receiver.url, webhookSecret: secret })
    expect(plain.body.message).toContain('https://')
    const port = new URL(receiver.url).port
    const mails = { smtpHost: 'localhost', smtpPort: mail.port, smtpSecurity: 'none' }
    const addresses = { mailFrom: 'a@example.com', mailTo: ['b@example.com'] }
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254']) {
      const webhookUrl = `https://${host}:${port}/`
      await admin('SetAlarmSettings', { webhookUrl, webhookSecret: secret, ...mails, ...addresses })
      const { failure } = await admin('TestAlarm', { channel: 'webhook' })
      expect([host, failure]).toEqual([host, expect.stringContaining('is not a public one')])
    }
    expect((await admin('TestAlarm', { channel: 'email' })).failure).toContain('is not a public one')
    expect([receiver.received, mail.mails]).toEqual([[], []])
  })

  test('wrong settings are refused, and a stored password stays with its server', async () => {
    const { call, admin } = await team()
    const good = {
      ...{ smtpHost: 'mail.example.com', smtpPort: 587, smtpSecurity: 'starttls', smtpUser: 'u', smtpPassword: 'p' },
      ...{ mailFrom: 'a@example.com', mailTo: ['b@example.com'] },
    }
    const wrong: Readonly<Record<string, object>> = {
      'an address that is none': { webhookUrl: 'javascript:alert(1)', webhookSecret: secret },
      'a file': { webhookUrl: 'file:///etc/passwd', webhookSecret: secret },
      'a password in the address': { webhookUrl: 'https://u:p@example.com/', webhookSecret: secret },
      'no secret': { webhookUrl: 'https://example.com/' },
      'a short secret': { webhookUrl: 'https://example.com/', webhookSecret: 'short' },
      'a line break in an address': { ...good, mailTo: ['b@example.com\r\nBcc: c@example.com'] },
      'a list as sender': { ...good, mailFrom: 'a@example.com, b@example.com' },
      'no recipient': { ...good, mailTo: [] },
      'many recipients': { ...good, mailTo: Array.from({ length: 21 }, (_, at) => `a${at}@example.com`) },
      'a host that is none': { ...good, smtpHost: 'mail example' },
      'another port': { ...good, smtpPort: 70_000 },
      'another encryption': { ...good, smtpSecurity: 'rot13' },
      'a password without encryption': { ...good, smtpSecurity: 'none' },
      'too many hours': { quietHours: 3000 },
    }
    for (const [name, body] of Object.entries(wrong))
      expect([name, (await call('SetAlarmSettings', body)).status]).toEqual([name, 400])
    expect((await call('SetAlarmSettings', good)).status).toBe(200)
    const { smtpPassword: _, ...kept } = good
    expect((await call('SetAlarmSettings', { ...kept, mailTo: ['c@example.com'] })).body.hasSmtpPassword).toBe(true)
    const moved = await call('SetAlarmSettings', { ...kept, smtpHost: 'evil.example.com' })
    expect(moved.body.message).toContain('enter smtp_password again')
    const { entries } = await admin('ListJournal')
    expect(entries[0].action).toBe('alarms.changed')
    expect(JSON.stringify(entries)).not.toContain('"p"')
  })

  test('only owners change where alarms are sent', async () => {
    const { join, teamId } = await team()
    const author = await join('author@example.com', 'author')
    for (const name of ['SetAlarmSettings', 'TestAlarm'])
      expect([name, (await author.call(`AdminService/${name}`, { teamId })).status]).toEqual([name, 403])
    expect((await author.call('AdminService/GetAlarmSettings', { teamId })).status).toBe(200)
  })
})
