import { request as httpRequest } from 'node:http'
import { connect as connectHttp2, constants } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { createClient } from '@connectrpc/connect'
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node'
import { beforeAll, expect, test } from 'vitest'
import { onStore, personAt, startTeam, type TeamServer } from '../../testing/index.ts'
import { AccountService } from '../../wire/index.ts'
import { startServer } from '../index.ts'

const path = '/hookline.team.v1.AccountService/SignIn'

onStore('sqlite', 'the HTTP server', (bench) => {
  let team: TeamServer
  beforeAll(async () => {
    team = await startTeam(bench)
  })
  const post = (body: string | Buffer, headers: Record<string, string>) =>
    fetch(`${team.url}${path}`, { method: 'POST', body, headers })

  test.each([
    ['Connect on HTTP/1.1', () => createConnectTransport({ baseUrl: team.url, httpVersion: '1.1' })],
    ['Connect on HTTP/2', () => createConnectTransport({ baseUrl: team.url, httpVersion: '2' })],
    ['gRPC', () => createGrpcTransport({ baseUrl: team.url })],
    ['gRPC-web on HTTP/1.1', () => createGrpcWebTransport({ baseUrl: team.url, httpVersion: '1.1' })],
  ])('%s works on the same port', async (_name, transport) => {
    const client = createClient(AccountService, transport())
    const headers = { cookie: team.owner.cookie() }
    expect((await client.getMe({}, { headers })).email).toBe('owner@example.com')
    await expect(client.getMe({})).rejects.toThrow('[unauthenticated] sign in first')
  })

  test('the first bytes can arrive one by one in both protocols', async () => {
    const slowly = async (text: string) => {
      const socket = connect(team.server.port, '127.0.0.1')
      for (const byte of Buffer.from(text)) {
        socket.write(Buffer.of(byte))
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
      const [first] = await firstData(socket)
      socket.destroy()
      return first
    }
    expect((await slowly('POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')).toString()).toMatch(
      /^HTTP\/1.1 404/,
    )
    // A settings frame has its length, then type 4.
    expect((await slowly('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')).at(3)).toBe(4)
  })

  test('a body with a declared length over the limit is refused before it is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${team.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/proto', 'content-length': 2 ** 30 },
      })
      sent.once('response', (response) => resolve(response.statusCode))
      sent.once('error', reject)
      sent.flushHeaders()
    })
    expect(status).toBe(413)
  })

  test('an endless body is refused at the limit on HTTP/1.1 and HTTP/2', async () => {
    const chunk = Buffer.alloc(256 * 1024)
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest(`${team.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/proto' },
      })
      let over = false
      sent.once('response', (response) => {
        over = true
        resolve(response.statusCode)
      })
      sent.on('error', (error) => (over ? undefined : reject(error)))
      const more = () => {
        if (!over) sent.write(chunk, () => setImmediate(more))
      }
      more()
    })
    expect(status).toBe(413)

    const session = connectHttp2(team.url)
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/proto' })
    stream.on('error', () => {})
    let ended = false
    const more = () => {
      if (!ended) stream.write(chunk, () => setImmediate(more))
    }
    const answered = new Promise((resolve) =>
      stream.once('response', (headers) => resolve(headers[constants.HTTP2_HEADER_STATUS])),
    )
    more()
    expect(await answered).toBe(413)
    ended = true
    session.destroy()
  })

  test('a gzip bomb is refused during decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024), { level: 9 })
    const before = process.memoryUsage().rss
    const response = await post(bomb, { 'content-type': 'application/proto', 'content-encoding': 'gzip' })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'invalid_argument'])
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024)
  })

  test.each([
    ['garbage protobuf', Buffer.from('\xff\xff\xff\xff', 'latin1'), { 'content-type': 'application/proto' }, 400],
    ['garbage JSON', '{"email": ', { 'content-type': 'application/json' }, 400],
    ['a field of another type', '{"email":{"$ne":1}}', { 'content-type': 'application/json' }, 400],
    ['very deep JSON', '['.repeat(50_000), { 'content-type': 'application/json' }, 400],
    ['a form', 'email=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text', '{}', { 'content-type': 'text/plain' }, 415],
    ['gzip that is none', 'plain', { 'content-type': 'application/proto', 'content-encoding': 'gzip' }, 400],
    ['an unknown packing', '{}', { 'content-type': 'application/json', 'content-encoding': 'rot13' }, 501],
  ] as const)('%s is answered with its code', async (_what, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status)
  })

  test('a GET request for a method that changes something is refused', async () => {
    const response = await fetch(`${team.url}${path}?message=%7B%7D&encoding=json&connect=v1`)
    expect(response.status).toBe(405)
  })

  test('endless headers are refused', async () => {
    const socket = connect(team.server.port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${'a: b\r\n'.repeat(100_000)}`)
    socket.on('error', () => {})
    expect((await firstData(socket))[0].toString()).toMatch(/^HTTP\/1.1 431/)
    socket.destroy()
  })

  test('a request from another site is refused, and one from our own page is not', async () => {
    const headers = { 'content-type': 'application/json', cookie: team.owner.cookie() }
    const me = (more: Record<string, string>) =>
      team.owner.call('AccountService/GetMe', {}, { ...headers, ...more }).then(({ status }) => status)
    expect(await me({ origin: 'https://evil.test' })).toBe(403)
    expect(await me({ origin: 'null' })).toBe(403)
    expect(await me({ origin: `${team.url}.evil.test` })).toBe(403)
    expect(await me({ 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await me({ 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await me({ origin: team.url, 'sec-fetch-site': 'same-origin' })).toBe(200)
  })

  test('every response has the security headers', async () => {
    for (const [of, response] of [
      ['page', await fetch(team.url)],
      ['rpc', await post('{}', { 'content-type': 'application/json' })],
      ['refusal', await post('{}', { 'content-type': 'application/json', origin: 'https://evil.test' })],
      ['missing', await fetch(`${team.url}/missing.js`)],
    ] as const) {
      const headers = Object.fromEntries(response.headers)
      expect([of, headers]).toEqual([
        of,
        expect.objectContaining({
          'content-security-policy': expect.stringContaining("default-src 'none'"),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        }),
      ])
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  test('with a public https URL it sends HSTS and trusts the proxy for client addresses', async () => {
    const server = await startServer({ ...(await bench.storeOptions()), publicUrl: 'https://hooks.example.com/' })
    const response = await fetch(`http://127.0.0.1:${server.port}/healthz`)
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
    expect(server.ownerLink).toMatch(/^https:\/\/hooks\.example\.com\/accept#/)
    const from = (address: string) =>
      personAt(`http://127.0.0.1:${server.port}`)
        .call(
          'AccountService/SignIn',
          { email: 'a@example.com', password: 'x' },
          { 'x-forwarded-for': `1.1.1.1, ${address}` },
        )
        .then(({ status }) => status)
    for (const _ of Array.from({ length: 10 })) expect(await from('10.0.0.1')).toBe(401)
    expect(await from('10.0.0.1')).toBe(429)
    expect(await from('10.0.0.2')).toBe(401)
    await server.close()
  })

  test('a stopping server completes a request and closes all connections', async () => {
    const server = await startServer(await bench.storeOptions())
    const signingIn = personAt(server.url).call('AccountService/SignIn', { email: 'a@example.com', password: 'x' })
    const session = connectHttp2(server.url)
    await new Promise((resolve) => session.once('connect', resolve))
    // The attempt is counted before the password is checked, so the server is now handling the request.
    const { store } = server.context
    const begun = () => store.acrossTeams((q) => q.selectFrom('attempts').select('key').execute())
    await expect.poll(begun, { interval: 1 }).not.toEqual([])
    await server.close()
    expect((await signingIn).status).toBe(401)
    await expect(fetch(server.url)).rejects.toThrow()
    session.destroy()
  })
})

onStore('postgres', 'the HTTP server', (bench) => {
  test('while the database is unavailable it returns 503 with a retry time, and it recovers', async () => {
    const { owner, url } = await startTeam(bench)
    await bench.postgres()?.kill()
    const away = await owner.call('AccountService/GetMe')
    expect([away.status, away.body.code, away.headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    await bench.postgres()?.start()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect((await owner.call('AccountService/GetMe')).status).toBe(200)
  })

  test('replicas share sessions, limits and the first link', async () => {
    const storeOptions = await bench.storeOptions()
    const [first, second] = await Promise.all([startServer(storeOptions), startServer(storeOptions)])
    const onFirst = personAt(first.url)
    const made = await onFirst.call('AccountService/Accept', {
      secret: second.ownerLink?.split('#')[1],
      email: 'ada@example.com',
      password: 'correct horse battery staple',
    })
    expect(made.status).toBe(200)
    expect((await personAt(second.url).call('AccountService/GetMe', {}, { cookie: onFirst.cookie() })).status).toBe(200)
    const teams = await first.context.store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
    expect(teams).toHaveLength(1)
    const wrong = (url: string) =>
      personAt(url).call('AccountService/SignIn', { email: 'ada@example.com', password: 'x' })
    const tries = await Promise.all(Array.from({ length: 16 }, (_, n) => wrong(n % 2 === 0 ? first.url : second.url)))
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
    await Promise.all([first.close(), second.close()])
  })
})

const firstData = (socket: Socket): Promise<[Buffer]> =>
  new Promise((resolve, reject) => {
    socket.once('data', (data: Buffer) => resolve([data]))
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
