import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sandbox } from '../../testing/cli.ts'
import { type RequestOptions, type StreamReader, startPanel } from '../../testing/panel.ts'
import { routes } from '../routes.ts'

type Row = readonly [what: string, path: string, request: RequestOptions, status: number]

const get = (headers: NonNullable<RequestOptions['headers']>): RequestOptions => ({ headers })
const json = { 'content-type': 'application/json' }
const post = (headers: NonNullable<RequestOptions['headers']>, body = '{}'): RequestOptions => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body,
})

/** Every request that must be rejected, with its status. */
function matrix(port: number, token: string): readonly Row[] {
  const none = { authorization: undefined }
  const foreign = [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    'localhost',
    `127.0.0.1:${port + 1}`,
    `LOCALHOST:${port}`,
    `localhost.:${port}`,
    `127.0.0.1.nip.io:${port}`,
    `[::1]:${port}`,
    `0.0.0.0:${port}`,
    `127.1:${port}`,
    `2130706433:${port}`,
    `127.0.0.1:${port}@evil.example`,
    `evil.example@127.0.0.1:${port}`,
    `127.0.0.1:0${port}`,
    ' ',
  ]
  const origins = [
    'https://evil.example',
    'http://127.0.0.1',
    `https://127.0.0.1:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}/`,
    `HTTP://127.0.0.1:${port}`,
    'null',
    '',
    'file://',
    'vscode-webview://x',
  ]
  const tokens = [
    'Bearer',
    'Bearer ',
    'Bearer x',
    `Bearer ${token.slice(1)}`,
    `Bearer ${token}A`,
    `Bearer ${token.toLowerCase()}`,
    `Bearer  ${token}`,
    `bearer ${token}`,
    `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
    token,
    `Token ${token}`,
  ]
  return [
    ...foreign.map((host): Row => [`Host ${host}`, '/api/health', get({ host }), 421]),
    ['no Host', '/api/health', get({ host: undefined }), 421],
    ['two Hosts', '/api/health', get({ host: [`127.0.0.1:${port}`, 'evil.example'] }), 421],
    ['another name for the page', '/', get({ host: 'evil.example' }), 421],
    ['another name for an asset', '/icon.svg', get({ host: `evil.example:${port}` }), 421],
    ['another name in the address', `http://evil.example:${port}/api/health`, get({}), 421],
    ...origins.map((origin): Row => [`Origin ${origin}`, '/api/health', get({ origin }), 403]),
    ['another origin for the page', '/', get({ origin: 'https://evil.example' }), 403],
    ['another origin that posts', '/api/demo', post({ origin: 'https://evil.example' }, '{"on":true}'), 403],
    ['another origin that logs out', '/api/team/logout', post({ origin: 'https://evil.example' }, '{}'), 403],
    ['no token: a notice answered', '/api/team/continue', post(none, '{}'), 401],
    ['a notice answered by GET', '/api/team/continue', get({}), 405],
    ['a notice answered by a form', '/api/team/continue', post({ 'content-type': 'text/plain' }, '{}'), 415],
    ['two Origins', '/api/health', get({ origin: [`http://127.0.0.1:${port}`, 'https://evil.example'] }), 403],
    ...['cross-site', 'same-site', 'Same-Origin', ''].map(
      (site): Row => [`Sec-Fetch-Site ${site}`, '/api/health', get({ 'sec-fetch-site': site }), 403],
    ),
    ...tokens.map(
      (authorization): Row => [
        `Authorization ${authorization.slice(0, 12)}`,
        '/api/health',
        get({ authorization }),
        401,
      ],
    ),
    ['two tokens', '/api/health', get({ authorization: [`Bearer ${token}`, 'Bearer x'] }), 401],
    ['the token in the address', `/api/health?token=${token}`, get(none), 401],
    ['the token as a cookie', '/api/health', get({ ...none, cookie: `token=${token}` }), 401],
    ...routes.map(({ method, path }): Row => {
      const request = method === 'GET' ? get(none) : post(none)
      return [`no token: ${method} ${path}`, path.replace(':id', 'x'), request, 401]
    }),
    ['no token: an unknown address', '/api/nothing', get(none), 401],
    ['no token: the root of the data', '/api', get(none), 401],
    ['no token: an address in disguise', '/%61pi/health', get(none), 401],
    ['no token: a way around', '/assets/../api/health', get(none), 401],
    ['no token: a wrong method', '/api/health', { method: 'DELETE', headers: none }, 401],
    ['an unknown address', '/api/nothing', get({}), 404],
    ['an unknown asset', '/assets/nothing.js', get(none), 404],
    ['an unknown record', '/api/log/nothing', get({}), 404],
    ['a record outside', '/api/log/..%2f..%2fetc', get({}), 404],
    ['a preflight', '/api/demo', { method: 'OPTIONS', headers: { ...none, origin: `http://127.0.0.1:${port}` } }, 405],
    ['a preflight of the page', '/', { method: 'OPTIONS' }, 405],
    ['HEAD of data', '/api/live', { method: 'HEAD' }, 405],
    ['a change by GET', '/api/demo', get({}), 405],
    ['a change by GET of a hook', '/api/hooks/disable', get({}), 405],
    ['a POST where one reads', '/api/health', post({}), 405],
    ['PUT', '/api/log', { method: 'PUT' }, 405],
    ['DELETE', '/api/log/x', { method: 'DELETE' }, 405],
    ['a POST of a page', '/', post({}), 405],
    ['a form', '/api/demo', post({ 'content-type': 'application/x-www-form-urlencoded' }), 415],
    ['text', '/api/demo', post({ 'content-type': 'text/plain' }, '{"on":true}'), 415],
    ['no type', '/api/demo', post({ 'content-type': undefined }, '{"on":true}'), 415],
    ['almost the type', '/api/demo', post({ 'content-type': 'application/jsonp' }), 415],
    ['too long', '/api/try', post({}, `{"x":"${'x'.repeat(2 ** 20)}"}`), 413],
    [
      'too long, and chunked',
      '/api/try',
      post({ 'transfer-encoding': 'chunked' }, `{"x":"${'x'.repeat(2 ** 20)}"}`),
      413,
    ],
    ['a list 20,000 deep', '/api/try', post({}, `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`), 400],
    ['objects 20,000 deep', '/api/try', post({}, `${'{"x":'.repeat(20_000)}1${'}'.repeat(20_000)}`), 400],
    ['no JSON', '/api/demo', post({}, '{on}'), 400],
    ['nothing', '/api/demo', post({}, ''), 400],
    ['a list', '/api/demo', post({}, '[]'), 400],
    ['a text', '/api/demo', post({}, '"on"'), 400],
    ['a wrong field', '/api/demo', post({}, '{"on":"yes"}'), 400],
    ['a wrong page', '/api/log?before=x', get({}), 400],
    ['a wrong limit', '/api/log?limit=-1', get({}), 400],
    ['a wrong event', '/api/log?event=nothing', get({}), 400],
    ['a wrong span', '/api/stats?since=1y', get({}), 400],
    ['a switch without --write', '/api/hooks/disable', post({}, '{"id":"x"}'), 403],
    ['a switch back without --write', '/api/hooks/enable', post({}, '{"id":"x"}'), 403],
    ['a mark without --write', '/api/marks', post({}, '{"id":"x","marked":true}'), 403],
    ['a fix without --write', '/api/problems/fix', post({}, '{"key":"x"}'), 403],
  ]
}

test('every wrong request is rejected, with safe headers and without the token in the response', async () => {
  const panel = await startPanel(sandbox())
  const rows = matrix(panel.port, panel.token)
  expect(rows.length).toBeGreaterThanOrEqual(60)
  const got: string[] = []
  for (const [what, path, request] of rows) {
    const { status, headers, text } = await panel.ask(path, request)
    const isBody = request.method === 'HEAD' || typeof JSON.parse(text).error.message === 'string'
    const isSafe =
      String(headers['content-security-policy']).startsWith("default-src 'none'") &&
      headers['cache-control'] === 'no-store' &&
      headers['x-content-type-options'] === 'nosniff' &&
      !Object.keys(headers).some((name) => name.startsWith('access-control')) &&
      (status === 405) === (headers.allow !== undefined) &&
      !text.includes(panel.token)
    got.push(`${what}: ${status}${isBody && isSafe ? '' : ` ${text} ${JSON.stringify(headers)}`}`)
  }
  expect(got).toEqual(rows.map(([what, , , status]) => `${what}: ${status}`))
})

test('requests to its own names, from its own pages, with the token, succeed', async () => {
  const { ask, port } = await startPanel(sandbox())
  const requests: readonly RequestOptions[] = [
    {},
    { headers: { origin: `http://127.0.0.1:${port}`, 'sec-fetch-site': 'same-origin' } },
    { headers: { host: `localhost:${port}`, origin: `http://localhost:${port}` } },
    { headers: { 'sec-fetch-site': 'none' } },
  ]
  const statuses = []
  for (const one of requests) statuses.push((await ask('/api/health', one)).status)
  expect(statuses).toEqual([200, 200, 200, 200])
})

test('a change without --write is rejected with the command to use', async () => {
  const panel = await startPanel(sandbox())
  const { status, text } = await panel.post('/api/marks', { id: 'x', marked: true })
  expect([status, JSON.parse(text).error.next]).toEqual([403, 'hookline panel --write'])
})

test('an aborted request prints nothing in the terminal, and the panel continues', async () => {
  const panel = await startPanel(sandbox())
  let printed = ''
  panel.child.stderr?.on('data', (part) => {
    printed += part
  })
  const headers = `Host: 127.0.0.1:${panel.port}\r\nAuthorization: Bearer ${panel.token}\r\nContent-Type: application/json`
  const socket = connect(panel.port, '127.0.0.1')
  socket.write(`POST /api/try HTTP/1.1\r\n${headers}\r\nContent-Length: 1000\r\n\r\n{"event":`)
  await new Promise((done) => setTimeout(done, 300))
  socket.destroy()
  await new Promise((done) => setTimeout(done, 300))
  expect((await panel.ask('/api/health')).status).toBe(200)
  expect(printed).toBe('')
})

test('at most 50 pages can connect, and another one can after one is closed', async () => {
  const panel = await startPanel(sandbox())
  const readers: StreamReader[] = []
  while (readers.length < 50) readers.push(await panel.listen())
  const { status, text } = await panel.ask('/api/live')
  expect([status, JSON.parse(text).error.message]).toEqual([
    503,
    '50 pages of the panel are open, and no more can connect. Close some of them.',
  ])
  await readers.pop()?.close()
  const opened = () =>
    fetch(`http://127.0.0.1:${panel.port}/api/live`, { headers: { authorization: `Bearer ${panel.token}` } })
  await expect
    .poll(async () => {
      const { status, body } = await opened()
      await body?.cancel()
      return status
    })
    .toBe(200)
  for (const reader of readers) await reader.close()
})
