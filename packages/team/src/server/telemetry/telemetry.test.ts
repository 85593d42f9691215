import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eachStore, enrolMachine, newCode, startTeam, uploadRoot } from '../../testing/index.ts'
import { readTelemetryConfig } from './config.ts'
import { startTelemetry } from './index.ts'

const secret = 'a secret of more than 16 characters'

/** A collector and receiver of webhooks on loopback. */
async function startReceiver(answer = { status: 200 }) {
  const received: { readonly path: string; readonly body: string; readonly headers: NodeJS.Dict<string | string[]> }[] =
    []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (answer.status === 200) received.push({ path: request.url ?? '', body, headers: request.headers })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // It listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, answer, url, of: (path: string) => received.filter((one) => one.path === path) }
}

const decision = (sequence: number) => ({
  ...{ sequence: String(sequence), at: new Date().toISOString(), event: 'beforeShellExecution', verdict: 'deny' },
  ...{ rule: 'reply', agent: 'claude', durationMs: 3, runs: [] },
})

eachStore('telemetry', (bench) => {
  test('audit events and decisions arrive as logs, requests as spans, and counters as metrics', async () => {
    const collector = await startReceiver()
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }
    const { url, owner, teamId } = await startTeam(bench, { env })
    await expect.poll(() => collector.of('/v1/metrics').length).toBeGreaterThan(0)
    await uploadRoot(owner, teamId)
    const machine = await enrolMachine(url, await newCode(owner, teamId))
    await machine.call('DeviceService/Report', { decisions: [decision(1), decision(2), decision(1)] })
    const logs = () =>
      collector
        .of('/v1/logs')
        .map(({ body }) => body)
        .join('\n')
    await expect.poll(logs).toContain('device.enrolled')
    await expect.poll(() => logs().split('"hookline.decision"').length - 1).toBe(2)
    expect(logs()).toContain(teamId)
    expect(collector.of('/v1/logs')[0]?.headers['x-key']).toBe('a key')
    await expect
      .poll(() =>
        collector
          .of('/v1/traces')
          .map(({ body }) => body)
          .join(),
      )
      .toContain('POST rpc')
    expect(collector.of('/v1/metrics')[0]?.body).toContain('hookline.server.devices')
  })

  test('a webhook gets signed audit events once and in order, also those from while it was away', async () => {
    const receiver = await startReceiver()
    const lines: string[] = []
    const env = { HOOKLINE_WEBHOOK_URL: `${receiver.url}/siem`, HOOKLINE_WEBHOOK_SECRET: secret }
    const { server, owner, teamId } = await startTeam(bench, { env, log: (line) => void lines.push(line) })
    await uploadRoot(owner, teamId)
    const position = () =>
      server.context.store.acrossTeams((q) =>
        q.selectFrom('settings').select('name').where('name', '=', 'export:webhook').execute(),
      )
    await expect.poll(async () => (await position()).length).toBe(1)
    receiver.answer.status = 503
    await newCode(owner, teamId)
    await expect.poll(() => lines.join('\n')).toContain('telemetry: webhook cannot be reached: the server answered 503')
    await newCode(owner, teamId)
    receiver.answer.status = 200
    const events = () => receiver.received.flatMap(({ body }) => JSON.parse(body).events)
    await expect.poll(() => events().length).toBe(2)
    const opened_at = Date.now()
    await server.context.store.inTeam(teamId, (q) =>
      q
        .insertInto('alarms')
        .values({
          team_id: teamId,
          id: 'a1',
          device_id: 'd1',
          kind: 'quiet',
          agents: '["claude"]',
          opened_at,
          resolved_at: 0,
        })
        .execute(),
    )
    await expect.poll(() => events().length).toBe(3)
    expect(events()[2]).toMatchObject({ kind: 'alarms', at: new Date(opened_at).toISOString(), severity: 'error' })
    expect(lines.join('\n')).not.toContain(secret)
    const numbers = events()
      .slice(0, 2)
      .map(({ attributes }) => attributes['hookline.audit.sequence'])
    expect(numbers).toEqual([numbers[0], numbers[0] + 1])
    const { body = '', headers } = receiver.received[0] ?? {}
    const [, time, mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers?.['hookline-signature'])) ?? []
    expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(mac)
  })
})

eachStore('a slow receiver', (bench) => {
  test('loses what is too much and nothing else, although decisions arrive while it takes some', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const sequences: number[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', async () => {
        for (const { attributes } of JSON.parse(body).events) sequences.push(attributes['hookline.report.sequence'])
        await released
        response.writeHead(200).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { server: team } = await startTeam(bench)
    const config = readTelemetryConfig({
      // It listens on a port.
      HOOKLINE_WEBHOOK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ HOOKLINE_WEBHOOK_SECRET: secret, HOOKLINE_EXPORT: 'decisions' },
    })
    const { store } = team.context
    const telemetry = startTelemetry(config, { store, startedAt: 0, now: Date.now, log: () => {}, everyMs: 50 })
    const note = (from: number, to: number) =>
      telemetry?.noteDecisions(
        'hl_a',
        'd',
        Array.from({ length: to - from + 1 }, (_, at) => ({
          ...{ at: 1, event: 'e', verdict: 'allow', rule: 'reply', agent: 'a', duration_ms: 1, failed: 0 as const },
          sequence: from + at,
        })),
      )
    note(1, 9000)
    await expect.poll(() => sequences.length).toBe(500)
    note(9001, 12_000)
    release()
    await expect.poll(() => sequences.at(-1)).toBe(12_000)
    await telemetry?.close()
    // Of 12,000, 500 were on their way and 10,000 fit.
    expect([sequences.length, new Set(sequences).size]).toEqual([10_500, 10_500])
  })
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'no gRPC exporter'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'zq-secret' }, 'a list like'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_HEADERS: 'x=zq-secret%0d%0ay:z' }, 'cannot have'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', OTEL_EXPORTER_OTLP_TIMEOUT: '-1' }, 'OTEL_EXPORTER_OTLP_TIMEOUT'],
  [{ HOOKLINE_SYSLOG: 'siem:514' }, 'HOOKLINE_SYSLOG must be'],
  [{ HOOKLINE_SYSLOG: 'tls://siem?ca=/nowhere' }, '`ca` in HOOKLINE_SYSLOG'],
  [{ HOOKLINE_WEBHOOK_URL: 'https://siem.example.com', HOOKLINE_WEBHOOK_SECRET: 'zq-secret' }, 'at least 16'],
  [{ HOOKLINE_EXPORT: 'audit,everything' }, 'HOOKLINE_EXPORT'],
])('refuses to start with %j, without showing a secret', (env, message) => {
  const read = () => readTelemetryConfig(env)
  expect(read).toThrow(message)
  expect(read).not.toThrow('zq-secret')
})

test('a signal can be switched off or go elsewhere, by the standard variables', () => {
  const { otlp } = readTelemetryConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c.example.com/base/',
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.example.com/in',
  })
  expect([otlp.logs?.urls.logs, otlp.metrics?.urls.metrics, otlp.traces]).toEqual([
    'https://logs.example.com/in',
    'https://c.example.com/base/v1/metrics',
    undefined,
  ])
  expect(readTelemetryConfig({ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'https://c' }).otlp).toEqual({})
})
