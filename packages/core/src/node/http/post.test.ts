import { createHmac } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Entry } from '../../flow.ts'
import type { Job } from '../../ports.ts'
import { httpRunner } from '../../runners/http.ts'
import { isReachable } from './address.ts'
import { nodeHttp } from './post.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}
interface Given {
  readonly entry: { readonly [Key in keyof Entry]?: Entry[Key] | undefined }
  readonly env?: Job['env']
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}
const body = '{"hook_event_name":"stop","text":"ü"}\n'
const run = ({ entry, env = {}, timeoutMs = 30_000, signal = new AbortController().signal }: Given) =>
  httpRunner(nodeHttp).run({
    entry: { reach: 'private', ...entry },
    event: { name: 'stop' },
    ...{ stdin: body, env, missing: {}, timeoutMs, signal },
  } as unknown as Job)

describe('an HTTP hook', () => {
  it('posts the event and reads the body of the answer', async () => {
    const seen: unknown[] = []
    const url = await serve(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const { method, headers } = request
      seen.push(method, headers['content-type'], headers['hookline-event'], headers.a, Buffer.concat(parts).toString())
      response.end('{"permission":"deny"}')
    })
    const headers = { A: '$ONE-${TWO}-$THREE' }
    const { end, stdout } = await run({
      entry: { url, headers, env: ['ONE', 'TWO'] },
      env: { ONE: '1', TWO: '2', THREE: '3' },
    })
    expect(seen).toEqual(['POST', 'application/json', 'stop', '1-2-', body])
    expect({ end, stdout }).toEqual({ end: { kind: 'exit', code: 0 }, stdout: '{"permission":"deny"}' })
  })

  it('signs the event, and sends nothing without the key', async () => {
    const signatures: string[] = []
    const url = await serve((request, response) => {
      signatures.push(String(request.headers['hookline-signature']))
      response.end()
    })
    const entry = { url, signWith: 'KEY' }
    expect((await run({ entry, env: { KEY: 'secret' } })).end).toEqual({ kind: 'exit', code: 0 })
    const [, time = '', hex = ''] = /^t=(\d+),v1=(\w+)$/.exec(signatures[0] ?? '') ?? []
    expect(hex).toBe(createHmac('sha256', 'secret').update(`${time}.${body}`).digest('hex'))
    expect((await run({ entry })).end).toMatchObject({ kind: 'config' })
    expect(signatures).toHaveLength(1)
  })

  it.each([301, 302, 307, 400, 403, 404, 500, 503])('fails at status %i, and follows no redirect', async (status) => {
    let calls = 0
    const url = await serve((_, response) => {
      calls += 1
      response.writeHead(status, { location: '/other' }).end('{"permission":"allow"}')
    })
    expect((await run({ entry: { url } })).end).toEqual({ kind: 'endpoint', message: `the server answered ${status}` })
    expect(calls).toBe(1)
  })

  it('fails where no server is, at bytes that are no text, and above the limit', async () => {
    expect((await run({ entry: { url: 'http://127.0.0.1:1/' } })).end).toMatchObject({ kind: 'endpoint' })
    const bytes = await serve((_, response) => response.end(Buffer.from([0x7b, 0xff])))
    expect(await run({ entry: { url: bytes } })).toMatchObject({ badEncoding: true })
    const long = await serve((_, response) => response.end('x'.repeat(2 ** 20 + 1)))
    expect((await run({ entry: { url: long } })).end).toEqual({ kind: 'output-limit' })
  })

  it('ends at its timeout and with its event, also in the middle of an answer', async () => {
    const url = await serve((_, response) => response.writeHead(200).write('{'))
    expect((await run({ entry: { url }, timeoutMs: 100 })).end).toEqual({ kind: 'timeout', afterMs: 100 })
    const event = new AbortController()
    const running = run({ entry: { url }, signal: event.signal })
    event.abort()
    expect((await running).end).toMatchObject({ kind: 'deadline' })
  })

  it('a header that a variable breaks is a failure', async () => {
    const url = await serve((_, response) => response.end())
    const entry = { url, headers: { A: '$ONE' }, env: ['ONE'] }
    expect((await run({ entry, env: { ONE: 'a\r\nB: c' } })).end).toMatchObject({ kind: 'endpoint' })
  })

  it('does not go to an address that is not public, by number or by name', async () => {
    let calls = 0
    const url = await serve((_, response) => {
      calls += 1
      response.end()
    })
    const named = url.replace('127.0.0.1', 'localhost')
    for (const one of [url, named])
      expect((await run({ entry: { url: one, reach: undefined } })).end).toMatchObject({
        kind: 'endpoint',
        message: expect.stringContaining('is not a public one'),
      })
    expect(calls).toBe(0)
    expect((await run({ entry: { url, reach: 'loopback' } })).end).toEqual({ kind: 'exit', code: 0 })
  })
})

describe('an address', () => {
  const hidden =
    `127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255
    ::1 :: fc00::1 fd00:ec2::254 fe80::1 ff02::1 ::ffff:10.0.0.1 ::ffff:a00:1 ::ffff:7f00:1 64:ff9b::a00:1 2002:a00:1:: 2001:0:7f00:1:: ::ffff:0:a00:1 192.88.99.1
    3fff::1 5f00::1`.split(/\s+/)
  it.each(hidden)('%s is not public', (address) => expect(isReachable(address, undefined)).toBe(false))
  it.each(['1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) =>
    expect(isReachable(address, undefined)).toBe(true),
  )
  it('on this machine can be allowed without those of the network', () => {
    const loopback = hidden.filter((address) => isReachable(address, 'loopback'))
    expect(loopback).toEqual(['127.0.0.1', '127.9.9.9', '::1', '::ffff:7f00:1'])
    expect(hidden.every((address) => isReachable(address, 'private'))).toBe(true)
  })
})
