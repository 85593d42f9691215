import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

interface Started {
  readonly child: ChildProcess
  readonly ready: { readonly url: string; readonly engine: string; readonly data: string; readonly owner_link?: string }
}

async function serve(scratch: Sandbox, ...args: readonly string[]): Promise<Started> {
  const child = scratch.start(['serve', '--port', '0', '--json', ...args])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout ?? child, 'data')
  return { child, ready: JSON.parse(String(line)) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

const accept = (url: string, link = '', email = 'ada@example.com') =>
  fetch(`${url}/hookline.team.v1.AccountService/Accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret: link.split('#')[1], email, password: 'correct horse battery staple' }),
  })

test('serve starts without setup in its own directory and stops with exit code 0', async () => {
  const scratch = sandbox()
  const { child, ready } = await serve(scratch)
  expect(ready).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    engine: 'sqlite',
    data: join(scratch.home, '.local/share/hookline/server'),
    owner_link: expect.stringContaining(`${ready.url}/accept#`),
    warnings: [],
  })
  expect((await fetch(`${ready.url}/readyz`)).status).toBe(200)
  for (const secret of ['master.key', 'hookline.db']) expect(statSync(join(ready.data, secret)).mode & 0o077).toBe(0)
  expect(await end(child, 'SIGTERM')).toBe(0)
})

test('an account survives kill -9, and the next start prints no owner link', async () => {
  const scratch = sandbox()
  const first = await serve(scratch)
  expect((await accept(first.ready.url, first.ready.owner_link)).status).toBe(200)
  await end(first.child, 'SIGKILL')
  const second = await serve(scratch)
  expect(second.ready.owner_link).toBeUndefined()
  expect(await end(second.child, 'SIGINT')).toBe(0)
})

test('a second server on the same data prints which process uses it', async () => {
  const scratch = sandbox()
  const { child, ready } = await serve(scratch)
  const ended = scratch.hookline(['serve', '--port', '0'])
  expect(ended).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${ready.data} is in use by process ${child.pid}. Stop that process`),
  })
})

test.runIf(existsSync('/proc/self/status'))('an idle server uses at most 250 MB', async () => {
  const { child, ready } = await serve(sandbox())
  await accept(ready.url, ready.owner_link)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  expect(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1])).toBeLessThan(250 * 1024)
})

test('without --json the server prints its address and a warning about TLS', async () => {
  const scratch = sandbox()
  const child = scratch.start(['serve', '--port', '0', '--host', '0.0.0.0', '--data', 'team'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [stdout, stderr] = await Promise.all([once(child.stdout ?? child, 'data'), once(child.stderr ?? child, 'data')])
  expect(String(stdout)).toMatch(/^The team server listens on http:\/\/\S+ \(embedded database; data in team\)\.\n/)
  expect(String(stderr)).toContain('Warning: this address does not use TLS')
})

test.each([
  [['--port', 'x'], '--port must be a number from 0 to 65535, got "x"'],
  [['--database', 'mysql://x'], '--database must be a PostgreSQL URL: postgres://'],
  [['--public-url', 'https://x.test/path'], '--public-url must be an address without a path'],
  [['extra'], 'unexpected argument "extra"'],
])('%j is wrong usage', (args, message) => {
  const ended = sandbox().hookline(['serve', ...args])
  expect([ended.code, ended.stderr]).toEqual([64, expect.stringContaining(message)])
})

test('an unreachable database is named without its password', () => {
  const ended = sandbox().hookline(['serve'], { env: { HOOKLINE_DATABASE: 'postgres://me:secret@127.0.0.1:1/team' } })
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(
    /^hookline: cannot connect to PostgreSQL at postgres:\/\/me@127\.0\.0\.1:1\/team: .*ECONNREFUSED/,
  )
})

test('a failed start prints the reason and what to do', async () => {
  const scratch = sandbox()
  const { ready } = await serve(scratch)
  const taken = new URL(ready.url).port
  const file = scratch.write('a-file', '')
  const cases: readonly (readonly [readonly string[], string])[] = [
    [
      ['--port', taken, '--data', 'other'],
      `port ${taken} is in use by another program. To use another port, run: hookline serve`,
    ],
    [['--port', '0', '--host', '203.0.113.9', '--data', 'other'], 'this machine does not have the address 203.0.113.9'],
    [['--port', '0', '--host', 'no.invalid', '--data', 'other'], 'the host name "no.invalid" has no address'],
    [['--port', '0', '--data', file], 'is a file. Pass a directory with --data'],
    [['--port', '0', '--data', join(file, 'below')], 'is a file. Pass a directory with --data'],
  ]
  for (const [args, message] of cases) {
    const ended = scratch.hookline(['serve', ...args])
    expect([args, ended.code, ended.stderr]).toEqual([args, 1, expect.stringContaining(message)])
  }
  const args = ['--data', file, '--port', taken, '--public-url', 'http://hooks.example.com']
  const checked = scratch.hookline(['serve', '--check', ...args])
  expect([checked.code, checked.stderr]).toEqual([
    1,
    expect.stringMatching(/a-file is a file(.*\n)+.*does not use TLS/),
  ])
})

test('--owner-link adds an owner to a team whose owner cannot sign in', async () => {
  const scratch = sandbox()
  const first = await serve(scratch)
  await accept(first.ready.url, first.ready.owner_link)
  await end(first.child, 'SIGTERM')
  const missing = scratch.hookline(['serve', '--port', '0', '--owner-link', 'Missing'])
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('there is no team "Missing" here: hl_')])
  const second = await serve(scratch, '--owner-link')
  const joined = await accept(second.ready.url, second.ready.owner_link, 'bea@example.com')
  expect(await joined.json()).toMatchObject({ teams: [{ role: 'owner' }] })
  expect((await accept(second.ready.url, second.ready.owner_link, 'eve@example.com')).status).toBe(404)
})

test('--check reports a wrong file and a provider that cannot be reached, and starts nothing', () => {
  const scratch = sandbox()
  const check = (...args: readonly string[]) => scratch.hookline(['serve', '--check', ...args])
  const fresh = 'Database: the embedded database, which the next start creates\nNo problems found.\n'
  expect(check()).toMatchObject({ code: 0, stdout: fresh })
  const provider = {
    ...{ id: 'sso', name: 'SSO', issuer: 'http://127.0.0.1:1', clientId: 'c', team: `hl_${'a'.repeat(16)}` },
    ...{ domains: ['example.com'], roles: { viewer: ['staff'] } },
  }
  scratch.write('sign-in.json', { providers: [{ ...provider, issuer: 'http://sso.example.com' }] })
  expect(check('--sign-in', 'sign-in.json')).toMatchObject({
    ...{ code: 1, stderr: expect.stringContaining('providers[0].issuer must begin with https://') },
  })
  expect(scratch.hookline(['serve', '--port', '0', '--sign-in', 'sign-in.json'])).toMatchObject({ code: 1 })
  scratch.write('sign-in.json', { providers: [provider] })
  const down = check('--sign-in', 'sign-in.json', '--public-url', 'https://hooks.example.com', '--json')
  expect([down.code, JSON.parse(down.stdout)]).toMatchObject([
    1,
    { ok: false, providers: [{ id: 'sso', redirect_uri: 'https://hooks.example.com/sign-in/callback/sso' }] },
  ])
  expect(existsSync(join(scratch.home, '.local/share/hookline/server'))).toBe(false)
})

test('--check names every fault of the telemetry variables, and shows no value', () => {
  const scratch = sandbox()
  const check = (env: Record<string, string>, ...args: readonly string[]) =>
    scratch.hookline(['serve', '--check', ...args], { env })
  const wrong = check(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://s3cret.example.com',
      OTEL_EXPORTER_OTLP_HEADERS: 's3cret',
      OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'grpc-s3cret',
      OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE: '/s3cret.pem',
      OTEL_EXPORTER_OTLP_TIMEOUT: '10s3cret',
      OTEL_EXPORTER_OTLP_COMPRESSION: 's3cret',
      OTEL_METRICS_EXPORTER: 's3cret',
      OTEL_METRIC_EXPORT_INTERVAL: '-1s3cret',
      OTEL_RESOURCE_ATTRIBUTES: 's3cret',
      HOOKLINE_SYSLOG: 'http://s3cret',
      HOOKLINE_WEBHOOK_URL: 'https://siem.example.com/s3cret',
      HOOKLINE_WEBHOOK_SECRET: 's3cret',
      HOOKLINE_EXPORT: 'audit,s3cret',
    },
    '--json',
  )
  const { problems, ok } = JSON.parse(wrong.stdout) as { readonly problems: readonly string[]; readonly ok: boolean }
  expect([wrong.code, ok, problems.map((problem) => /[A-Z]{3,}_\w+/.exec(problem)?.[0]).toSorted()]).toEqual([
    ...[1, false],
    [
      ...['HOOKLINE_EXPORT', 'HOOKLINE_SYSLOG', 'HOOKLINE_WEBHOOK_SECRET', 'OTEL_EXPORTER_OTLP_COMPRESSION'],
      ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_LOGS_PROTOCOL'],
      ...['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE', 'OTEL_METRICS_EXPORTER'],
      ...['OTEL_METRIC_EXPORT_INTERVAL', 'OTEL_RESOURCE_ATTRIBUTES'],
    ],
  ])
  expect(wrong.stdout + wrong.stderr).not.toContain('s3cret')
  const unused = check({ HOOKLINE_WEBHOOK_SECRET: 's3cret'.repeat(4), HOOKLINE_EXPORT: 'audit' })
  expect([unused.code, unused.stderr]).toEqual([
    1,
    'hookline: HOOKLINE_WEBHOOK_SECRET has no effect without HOOKLINE_WEBHOOK_URL\n' +
      'hookline: HOOKLINE_EXPORT has no effect without HOOKLINE_SYSLOG or HOOKLINE_WEBHOOK_URL\n',
  ])
  const fine = check({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://user:s3cret@otel.example.com:4318',
    OTEL_TRACES_EXPORTER: 'none',
    HOOKLINE_SYSLOG: 'tls://siem.example.com',
    HOOKLINE_WEBHOOK_URL: 'https://siem.example.com/s3cret?key=s3cret',
    HOOKLINE_WEBHOOK_SECRET: 's3cret'.repeat(4),
  })
  expect([fine.code, fine.stdout]).toEqual([
    0,
    expect.stringContaining(
      'Telemetry: logs to https://otel.example.com:4318\nTelemetry: metrics to https://otel.example.com:4318\n' +
        'Telemetry: syslog to tls://siem.example.com:6514\nTelemetry: webhook to https://siem.example.com\nNo problems found.\n',
    ),
  ])
  expect(fine.stdout + fine.stderr).not.toContain('s3cret')
})

test('--check reads the database without changing it, beside a running server too', async () => {
  const scratch = sandbox()
  const { ready } = await serve(scratch)
  const check = (env: Record<string, string> = {}, ...args: readonly string[]) =>
    scratch.hookline(['serve', '--check', '--json', ...args], { env })
  const fine = check()
  expect([fine.code, JSON.parse(fine.stdout)]).toMatchObject([
    0,
    { ok: true, database: { engine: 'sqlite', pending: [] } },
  ])
  const other = check({ HOOKLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })
  expect([other.code, JSON.parse(other.stdout).problems]).toEqual([1, [expect.stringContaining('another master key')]])
  const short = check({ HOOKLINE_MASTER_KEY: 'c2hvcnQ=' })
  expect([short.code, JSON.parse(short.stdout).problems]).toEqual([1, [expect.stringContaining('32 bytes')]])
  const away = check({}, '--database', 'postgres://user:secret@127.0.0.1:1/none')
  expect([away.code, JSON.parse(away.stdout).problems]).toEqual([1, [expect.stringContaining('cannot connect')]])
  expect(away.stdout).not.toContain('secret')
  expect((await fetch(`${ready.url}/readyz`)).status).toBe(200)
})
