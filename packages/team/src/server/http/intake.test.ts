/** The checks before a body is read and before it is decoded. */
import { Agent, type ClientRequest, request as httpRequest } from 'node:http'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { create, toBinary } from '@bufbuild/protobuf'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  enrolMachine,
  newCode,
  onStore,
  startTeam,
  type TeamServer,
  type TestMachine,
  uploadRoot,
} from '../../testing/index.ts'
import { AdminService, DeviceService, ReportRequestSchema } from '../../wire/index.ts'
import { bodyKinds } from './bodies/bodies.ts'
import { createMemoryBudget } from './bodies/memory-budget.ts'
import { readBody } from './bodies/read-body.ts'
import { limitMessages } from './count-messages.ts'
import { limits } from './limits.ts'

const proto = { 'content-type': 'application/proto' }
const { bytes: reportBytes, messages: most } = bodyKinds.report
const emptyOnes = (count: number, tag = 0x0a) => Buffer.alloc(2 * count).map((_, at) => (at % 2 === 0 ? tag : 0))

const grpcStatus = (session: ClientHttp2Session, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/grpc', 'grpc-encoding': 'gzip', te: 'trailers' }
    const stream = session.request({ ':method': 'POST', ':path': path, ...headers })
    const seen = (found: Readonly<Record<string, unknown>>) => {
      if (found['grpc-status'] !== undefined) resolve(String(found['grpc-status']))
    }
    stream.on('response', seen).on('trailers', seen).on('error', reject).resume()
    stream.end(Buffer.of(0, 0, 0, 0, 0))
  })

onStore('sqlite', 'request bodies', (bench) => {
  let team: TeamServer
  let machine: TestMachine
  beforeAll(async () => {
    team = await startTeam(bench)
    await uploadRoot(team.owner, team.teamId)
    machine = await enrolMachine(team.url, await newCode(team.owner, team.teamId))
  })
  const open = (path: string, headers: Readonly<Record<string, string | number>>): ClientRequest => {
    const sent = httpRequest(`${team.url}${path}`, { method: 'POST', headers: { ...proto, ...headers } })
    sent.on('error', () => {})
    sent.flushHeaders()
    return sent
  }
  const statusOf = (sent: ClientRequest) =>
    new Promise((resolve) =>
      sent.once('response', (response) => {
        resolve(response.statusCode)
        response.destroy()
      }),
    )
  const report = async (body: Uint8Array, headers: Readonly<Record<string, string>> = proto) => {
    const target = '/hookline.team.v1.DeviceService/Report'
    const own = { authorization: `Bearer ${machine.token}`, 'hookline-proof': machine.proof('POST', target, body) }
    const sent = { method: 'POST', body: new Uint8Array(body), headers: { ...own, ...headers } }
    const answer = await fetch(`${team.url}${target}`, sent)
    return { status: answer.status, text: await answer.text() }
  }

  test('an unknown caller is refused before the body arrives, by every method that needs authentication', async () => {
    const named = [...AdminService.methods, ...DeviceService.methods].filter(({ name }) => name !== 'Enroll')
    for (const { name, parent } of named)
      expect([name, await statusOf(open(`/${parent.typeName}/${name}`, { 'content-length': 2000 }))]).toEqual([
        name,
        401,
      ])
    const wrong = { authorization: `Bearer hld_${'x'.repeat(43)}`, 'content-length': 2000 }
    expect(await statusOf(open('/hookline.team.v1.DeviceService/Report', wrong))).toBe(401)
  })

  test('a method without a script has a small limit', async () => {
    const cookie = team.owner.cookie()
    const body = { teamId: team.teamId, note: 'x'.repeat(bodyKinds.small.bytes) }
    expect((await team.owner.call('AdminService/Publish', body)).status).toBe(413)
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#'.repeat(1024 * 1024) }
    expect((await team.owner.call('AdminService/CheckHook', { teamId: team.teamId, draft })).status).toBe(200)
    const large = { cookie, 'content-length': bodyKinds.small.bytes + 1 }
    expect(await statusOf(open('/hookline.team.v1.AdminService/Publish', large))).toBe(413)
  })

  test('a report of only empty messages is refused before it is decoded', async () => {
    const before = process.memoryUsage().rss
    for (const body of [
      emptyOnes(reportBytes / 2),
      Buffer.concat([Buffer.of(0x0a, 0xfe, 0xff, 0x1f), emptyOnes(0x3ffffe / 8, 0x42)]).subarray(0, reportBytes),
    ])
      expect((await report(body)).status).toBe(400)
    const json = Buffer.from(`{"decisions":[${'{},'.repeat(reportBytes / 4)}{}]}`)
    expect(await report(json, { 'content-type': 'application/json' })).toMatchObject({
      status: 400,
      text: expect.stringContaining(`more than ${most}`),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('a report at the limit is accepted', async () => {
    const at = new Date().toISOString()
    const decisions = Array.from({ length: 500 }, (_, n) => ({
      sequence: BigInt(n + 1),
      at,
      runs: [{}, {}, {}, {}],
    }))
    const body = toBinary(ReportRequestSchema, create(ReportRequestSchema, { decisions }))
    expect((await report(body)).status).toBe(200)
  })

  test('a completed request frees its memory budget in every protocol', async () => {
    // A compressed body reserves its maximum size, and together they exceed the budget.
    const packed = { 'content-encoding': 'gzip' }
    const count = limits.strangerBytes / bodyKinds.small.bytes + 20
    const target = '/hookline.team.v1.AccountService/GetMe'
    const statuses = new Set<number | string>()
    for (const type of ['application/json', 'application/grpc-web+proto']) {
      const body = type === 'application/json' ? gzipSync('{}') : Buffer.of(0, 0, 0, 0, 0)
      const encoding = type === 'application/json' ? packed : { 'grpc-encoding': 'gzip' }
      for (let n = 0; n < count; n += 1) {
        const answer = await fetch(`${team.url}${target}`, {
          method: 'POST',
          headers: { 'content-type': type, ...encoding },
          body: new Uint8Array(body),
        })
        statuses.add(/grpc-status: *(\d+)/.exec(await answer.text())?.[1] ?? answer.status)
      }
    }
    const session = connectHttp2(team.url)
    for (let n = 0; n < count; n += 1) statuses.add(await grpcStatus(session, target))
    session.close()
    expect([...statuses]).toEqual([401, '16'])

    const known = limits.knownBytes / bodyKinds.script.bytes + 5
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' }
    for (let n = 0; n < known; n += 1) {
      const answer = await fetch(`${team.url}/hookline.team.v1.AdminService/CheckHook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: team.owner.cookie(), ...packed },
        body: new Uint8Array(gzipSync(JSON.stringify({ teamId: team.teamId, draft }))),
      })
      expect([n, answer.status]).toEqual([n, 200])
    }
  })

  test('a client that disconnects frees its memory budget at once and is not logged', async () => {
    const count = limits.strangerBytes / bodyKinds.small.bytes
    for (let round = 0; round < 2; round += 1) {
      const session = connectHttp2(team.url)
      const streams = Array.from({ length: Math.min(90, count) }, () => {
        const path = '/hookline.team.v1.AccountService/SignIn'
        const stream = session.request({ ':method': 'POST', ':path': path, ...proto, 'content-encoding': 'gzip' })
        stream.on('error', () => {})
        stream.write(Buffer.alloc(100))
        return stream
      })
      await new Promise((resolve) => setTimeout(resolve, 100))
      for (const stream of streams) stream.close(8)
      session.destroy()
    }
    const signIn = () =>
      fetch(`${team.url}/hookline.team.v1.AccountService/SignIn`, {
        method: 'POST',
        body: new Uint8Array(1000),
        headers: { ...proto, 'content-encoding': 'gzip' },
      })
    const all = await Promise.all(Array.from({ length: count - 20 }, signIn))
    expect([...new Set(all.map(({ status }) => status))]).not.toContain(503)
  })

  test('the next request works after a body that was not read completely', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (body: Buffer) =>
      new Promise<number | undefined>((resolve, reject) => {
        const path = '/hookline.team.v1.AdminService/Publish'
        const headers = {
          'content-type': 'application/json',
          'content-length': body.length,
          cookie: team.owner.cookie(),
        }
        const sent = httpRequest(`${team.url}${path}`, { method: 'POST', agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode))
        })
        sent.once('error', reject)
        sent.end(body)
      })
    const empty = Buffer.from('{}')
    for (let round = 0; round < 3; round += 1) {
      expect(await ask(Buffer.alloc(3_000_000, 32))).toBe(413)
      expect(await ask(empty)).toBe(404)
    }
    agent.destroy()
  })

  test('unknown callers who use up their memory budget only block other unknown callers', async () => {
    const each = bodyKinds.small.bytes
    const requests = Array.from({ length: limits.strangerBytes / each }, () => {
      const sent = open('/hookline.team.v1.AccountService/SignIn', { 'content-length': each })
      sent.write(Buffer.alloc(each - 1))
      return sent
    })
    const signIn = () =>
      fetch(`${team.url}/hookline.team.v1.AccountService/SignIn`, {
        method: 'POST',
        body: new Uint8Array(1000),
        headers: proto,
      })
    await expect.poll(async () => (await signIn()).status).toBe(503)
    expect((await signIn()).headers.get('retry-after')).toBe('2')
    expect((await machine.call('DeviceService/Heartbeat')).status).toBe(200)
    expect((await team.owner.call('AdminService/ListHooks', { teamId: team.teamId })).status).toBe(200)
    for (const sent of requests) sent.destroy()
    await expect.poll(async () => (await signIn()).status).toBe(400)
  })
})

test('the count of messages matches the decoder', () => {
  const decision = fc.record({
    event: fc.string(),
    durationMs: fc.double(),
    runs: fc.array(fc.record({ hookId: fc.bigInt({ min: 0n, max: 9n }), source: fc.string() }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 6 }), fc.nat({ max: 30 }), (decisions, limit) => {
      const body = toBinary(ReportRequestSchema, create(ReportRequestSchema, { decisions }))
      const count = decisions.reduce((sum, { runs }) => sum + 1 + runs.length, 0)
      const check = () => limitMessages(body, new Headers(proto), ReportRequestSchema, limit)
      if (count > limit) expect(check).toThrow('more than')
      else expect(check).not.toThrow()
    }),
  )
})

test.each([
  // The field is a string, but its wire type is a varint. A decoder continues right after it.
  ['a field of another type', proto, Buffer.concat([Buffer.of(0x0a, 40, 0x0a, 38), emptyOnes(19, 0x42)])],
  ['a frame that is packed', { 'content-type': 'application/grpc' }, Buffer.of(1, 0, 0, 0, 0)],
  ['two frames', { 'content-type': 'application/grpc' }, Buffer.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
  ['a packed body', { ...proto, 'content-encoding': 'gzip' }, Buffer.of()],
])('%s does not bypass the message limit', (_what, headers, body) => {
  expect(() => limitMessages(body, new Headers(headers), ReportRequestSchema, 5)).toThrow(
    /without compression|not a valid message/,
  )
})

test('a body of many small chunks is stored in one buffer that counts for the memory budget', async () => {
  const budget = createMemoryBudget(5000)
  const reservation = budget.reserve()
  async function* bytes(count: number) {
    for (let n = 0; n < count; n += 1) yield Uint8Array.of(n % 256)
  }
  const read = await readBody(bytes(3000), 4000, reservation)
  expect(Buffer.from(read ?? [])).toEqual(Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256)))
  expect(read?.buffer.byteLength).toBeLessThanOrEqual(4000)
  await expect(readBody(bytes(3000), 4000, budget.reserve())).rejects.toThrow('too many requests at once')
  reservation.release()
  expect(await readBody(bytes(4001), 4000, budget.reserve())).toBeUndefined()
})
