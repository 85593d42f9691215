import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noModelSettings, resolveModel } from '@hookline/models'
import { type ModelServer, refusedUrl, type Script, startModelServer } from '@hookline/models/testing'
import { JSONParseError } from 'ai'
import { afterEach, describe, expect, test } from 'vitest'
import { askModel } from './ask-model.ts'
import { explainFailure } from './explain-failure.ts'

const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** Calls an endpoint once and returns the message for the person. */
async function explainCall(
  provider: string,
  script: Script | string,
  { key, apiKey = 'k', idleTimeoutMs = 30_000 }: { key?: string; apiKey?: string; idleTimeoutMs?: number } = {},
) {
  let baseUrl = typeof script === 'string' ? script : ''
  if (typeof script !== 'string') {
    const server = await startModelServer(script, key === undefined ? {} : { key })
    servers.push(server)
    baseUrl = server.baseUrl
  }
  const resolved = resolveModel(`${provider}:m`, { settings: noModelSettings, env: {}, flags: { baseUrl, apiKey } })
  if (!resolved.ok) throw new Error(resolved.problem.message)
  const signal = new AbortController().signal
  const request = {
    model: resolved.value.model,
    system: 's',
    messages: [{ role: 'user', content: 'hi' } as const],
    signal,
  }
  return askModel({ ...request, idleTimeoutMs }).then(
    (reply) => `answered: ${reply.text}`,
    (thrown) => explainFailure(thrown, { name: 'm', conceal: resolved.value.conceal }),
  )
}

test('names the URL and --base-url when no server is listening', async () => {
  expect(await explainCall('anthropic', await refusedUrl())).toMatch(
    /^m: cannot reach http:\/\/127\.0\.0\.1.*ECONNREFUSED.*Check --base-url/,
  )
})

test('a message that is cut anywhere means that the response ended early', () => {
  const whole = '{"type":"content","a":[1.5e3,true,null,{"b":"x\\u00e9"}],"n":-2}'
  for (let length = 1; length < whole.length; length++) {
    const text = whole.slice(0, length)
    const failure = new JSONParseError({ text, cause: parseErrorOf(text) })
    expect(explainFailure(failure, { name: 'm' }), text).toMatch(/the response ended early/)
  }
})

test('a message that is wrong before its end is not cut', () => {
  const text = '{"type":content}'
  const failure = new JSONParseError({ text, cause: parseErrorOf(text) })
  expect(explainFailure(failure, { name: 'm' })).toMatch(/not have the format/)
})

function parseErrorOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

test('the key is concealed when the endpoint repeats it', async () => {
  const server = createServer(({ headers }, response) => {
    const message = `no such key: ${headers['x-api-key']}`
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  expect(await explainCall('anthropic', url, { apiKey: 'gateway-key-77' })).toMatch(/^m: 401 no such key: \[key\]\. /)
  server.close()
})

describe.each(['anthropic', 'openai', 'openai-chat'])('through %s', (provider) => {
  test('names the timeout when the endpoint sends nothing', async () => {
    expect(await explainCall(provider, [{ fault: 'hang' }], { idleTimeoutMs: 400 })).toBe(
      'm: the endpoint sent nothing for 0.4 s. Try again, or wait longer with --timeout <seconds>.',
    )
  })
  test('names the format when the endpoint sends garbage', async () => {
    expect(await explainCall(provider, [{ fault: 'garbage' }])).toMatch(
      /not have the format of this provider. Check --base-url|ended early/,
    )
  })
  test('reports a stream that ended early', async () => {
    expect(await explainCall(provider, [{ fault: 'reset', text: 'one two three four' }])).toMatch(
      /the response ended early/,
    )
  })
  test('reports that the endpoint refused the key', async () => {
    expect(await explainCall(provider, [{ text: 'x' }], { key: 'right', apiKey: 'wrong' })).toMatch(
      /^m: 401 .*refused the key/,
    )
  })
  test('reports the rate limit when every retry is refused', async () => {
    const limited = { fault: 'status', status: 429, retryAfter: 0 } as const
    expect(await explainCall(provider, () => limited)).toMatch(/^m: 429 .*rate limited.*Try again after 0 s/)
  })
  test('retries after one rate limit response', async () => {
    expect(await explainCall(provider, [{ fault: 'status', status: 429, retryAfter: 0 }, { text: 'there' }])).toBe(
      'answered: there',
    )
  })
})
