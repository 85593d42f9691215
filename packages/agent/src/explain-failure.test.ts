import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noModelSettings, resolveModel } from '@hookline/models'
import { type ModelServer, refusedUrl, type Script, startModelServer } from '@hookline/models/testing'
import { JSONParseError } from 'ai'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askModel } from './ask-model.ts'
import { explain } from './explain-failure.ts'

vi.setConfig({ testTimeout: 60_000 })

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** What the person reads after one call of an endpoint. */
async function failure(
  provider: string,
  script: Script | string,
  { key, apiKey = 'k', silenceMs = 30_000 }: { key?: string; apiKey?: string; silenceMs?: number } = {},
) {
  let baseUrl = typeof script === 'string' ? script : ''
  if (typeof script !== 'string') {
    const server = await startModelServer(script, key === undefined ? {} : { key })
    servers.push(server)
    baseUrl = server.baseUrl
  }
  const found = resolveModel(`${provider}:m`, { settings: noModelSettings, env: {}, flags: { baseUrl, apiKey } })
  if (!found.ok) throw new Error(found.problem.message)
  const signal = new AbortController().signal
  const asking = { model: found.value.model, system: 's', messages: [{ role: 'user', content: 'hi' } as const], signal }
  return askModel({ ...asking, silenceMs }).then(
    (said) => `answered: ${said.text}`,
    (thrown) => explain(thrown, { name: 'm', conceal: found.value.conceal }),
  )
}

test('an endpoint where nobody listens', async () => {
  expect(await failure('anthropic', await refusedUrl())).toMatch(
    /^m: cannot reach http:\/\/127\.0\.0\.1.*ECONNREFUSED.*Check --base-url/,
  )
})

test('half a message is an answer that broke off, whichever way the connection ended', () => {
  const text = '{"type":"content'
  const cause = (() => {
    try {
      return JSON.parse(text)
    } catch (error) {
      return error
    }
  })()
  expect(explain(new JSONParseError({ text, cause }), { name: 'm' })).toMatch(/broke off before its end/)
})

test('an endpoint that repeats the key: it is not said again', async () => {
  const server = createServer(({ headers }, answer) => {
    const message = `no such key: ${headers['x-api-key']}`
    answer.writeHead(401, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  expect(await failure('anthropic', url, { apiKey: 'gateway-key-77' })).toMatch(/^m: 401 no such key: \[key\]\. /)
  server.close()
})

describe.each(['anthropic', 'openai', 'openai-chat'])('through %s', (provider) => {
  test('one that never answers', async () => {
    expect(await failure(provider, [{ fault: 'hang' }], { silenceMs: 400 })).toBe(
      'm: the endpoint said nothing for 0.4 s. Try again, or wait longer with --timeout <seconds>.',
    )
  })
  test('garbage', async () => {
    expect(await failure(provider, [{ fault: 'garbage' }])).toMatch(
      /not what this provider sends. Check --base-url|broke off/,
    )
  })
  test('half a stream', async () => {
    expect(await failure(provider, [{ fault: 'reset', text: 'one two three four' }])).toMatch(
      /broke off before its end/,
    )
  })
  test('a wrong key', async () => {
    expect(await failure(provider, [{ text: 'x' }], { key: 'right', apiKey: 'wrong' })).toMatch(
      /^m: 401 .*refused the key/,
    )
  })
  test('too many requests, however often it is tried', async () => {
    const limited = { fault: 'status', status: 429, retryAfter: 0 } as const
    expect(await failure(provider, () => limited)).toMatch(/^m: 429 .*rate limited.*Try again after 0 s/)
  })
  test('too many requests once is waited for', async () => {
    expect(await failure(provider, [{ fault: 'status', status: 429, retryAfter: 0 }, { text: 'there' }])).toBe(
      'answered: there',
    )
  })
})
