import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { otelDestinations } from '../../sinks/otel-settings.ts'
import { attributesOf, findAll, partialSuccess, startCollector } from '../../testing/otel-collector.ts'
import { useScratch, write } from '../../testing/scratch.ts'
import { compose } from '../create-hooks.ts'
import { appendToSpool, listSpoolSegments } from '../spool/append.ts'
import { thisPlatform } from '../system/machine.ts'
import { otelPaths } from './paths.ts'
import { shipOtel } from './ship.ts'
import { otelStatus } from './status.ts'
import { testDestination } from './test-destination.ts'

let [root, home] = ['', '']
useScratch((scratch) => {
  ;({ root, home } = scratch)
})
const secretText = 'zq-secret-9f2'
const platform = () => thisPlatform(home)
const userFile = () => join(home, '.config/hookline/hookline.json')

/** Hooks that deny, fail and have no opinion, with telemetry to this address. */
function configure(endpoint: string, more: object = {}): void {
  write(userFile(), {
    otel: { endpoint, ...more },
    hooks: {
      beforeShellExecution: [
        {
          command: `echo '{"permission":"deny","user_message":"${secretText}"}'`,
          name: secretText,
          description: secretText,
        },
        { command: `echo ${secretText} >&2; exit 7`, failClosed: false },
        { type: 'rule', rule: { when: { field: 'command', contains: 'never-there' }, verdict: 'deny' } },
      ],
    },
  })
}

async function fire(env: Readonly<Record<string, string>> = {}, input: object = {}) {
  const options = {
    workspaceRoots: [root],
    home,
    watch: false,
    env: { ...process.env, ...env },
    log: { host: 'claude' },
  }
  const { hooks, configs } = await compose(options)
  try {
    const more = {
      command: `cat ${secretText}`,
      cwd: root,
      sandbox: false,
      conversation_id: 'c-1',
      model: 'm-1',
      ...input,
    }
    await hooks.fire('beforeShellExecution', more)
    return otelDestinations(configs.current().settings ?? [])
  } finally {
    await hooks.close()
  }
}
const ship = async (destinations: Awaited<ReturnType<typeof fire>>, env: Readonly<Record<string, string>> = {}) => {
  const [first] = destinations
  if (first === undefined) throw new Error('no destination')
  return shipOtel(first, { platform: platform(), env, version: '1.2.3' })
}

test.each(['http/protobuf', 'http/json'])(
  'an event arrives as a log record, spans and metrics that are official messages: %s',
  async (protocol) => {
    const collector = await startCollector()
    configure(collector.url, { protocol, resource: { 'deployment.environment.name': 'test', 'host.name': '' } })
    const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const destinations = await fire({ TRACEPARENT: parent })
    expect(collector.received).toEqual([])
    expect(await ship(destinations)).toEqual({ kind: 'sent', events: 1 })
    const [logs, metrics, traces] = collector.received
    expect(collector.received.map(({ path }) => path)).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces'])

    const [record = {}] = findAll(logs?.message, 'logRecords')
    expect(record).toMatchObject({ eventName: 'hookline.decision', severityText: 'ERROR', severityNumber: 17 })
    expect(attributesOf(record)).toMatchObject({
      'hookline.event.name': 'beforeShellExecution',
      'hookline.decision.verdict': 'deny',
      'hookline.decision.effect': 'refuse',
      'hookline.decision.reason': 'reply',
      'hookline.agent.name': 'claude',
      'gen_ai.conversation.id': 'c-1',
      'gen_ai.request.model': 'm-1',
      'hookline.hook.failures': 1,
    })
    const resource = findAll({ all: [logs?.message] }, 'resourceLogs')[0]?.resource
    // It is there.
    const resourceAttributes = attributesOf(resource as Parameters<typeof attributesOf>[0])
    expect(resourceAttributes).toMatchObject({
      'service.name': 'hookline',
      'service.version': '1.2.3',
      'deployment.environment.name': 'test',
    })
    expect(resourceAttributes).not.toHaveProperty('host.name')

    const [event, ...hooks] = findAll(traces?.message, 'spans')
    const hex = (id: unknown) =>
      protocol === 'http/json' ? String(id) : Buffer.from(String(id), 'base64').toString('hex')
    expect(hooks).toHaveLength(3)
    expect([hex(event?.traceId), hex(event?.parentSpanId)]).toEqual(parent.split('-').slice(1, 3))
    expect(hooks.map(({ parentSpanId }) => parentSpanId)).toEqual(hooks.map(() => event?.spanId))
    expect(new Set(hooks.map(({ spanId }) => spanId)).size).toBe(3)
    expect(record.spanId).toBe(event?.spanId)
    expect(hooks.map((span) => attributesOf(span)['hookline.hook.outcome'])).toEqual(['deny', 'failed', 'no-opinion'])
    expect(BigInt(String(event?.endTimeUnixNano)) > BigInt(String(event?.startTimeUnixNano))).toBe(true)

    const found = findAll(metrics?.message, 'metrics')
    expect(found.map(({ name }) => name)).toEqual([
      'hookline.decisions',
      'hookline.event.duration',
      'hookline.hook.duration',
      'hookline.hook.failures',
    ])
    const [failure = {}] = findAll(found[3], 'dataPoints')
    expect([failure.asInt, attributesOf(failure)['error.type']]).toEqual(['1', 'exit'])
    expect(found[2]?.histogram).toMatchObject({ aggregationTemporality: 2 })
  },
)

test('nothing of what a person, a model or a hook wrote is sent: no command, message, label or path', async () => {
  const collector = await startCollector()
  configure(collector.url, { compression: 'none', protocol: 'http/json' })
  const paths = { conversation_id: `/home/me/${secretText}`, model: `say ${secretText}` }
  await ship(
    await fire({ TRACESTATE: secretText }, { ...paths, traceparent: `00-${secretText}`, tracestate: secretText }),
  )
  const all = collector.received.map(({ bytes }) => Buffer.from(bytes).toString('utf8')).join('\n')
  expect(all).toContain('hookline.decision')
  for (const text of [secretText, root, home]) expect(all).not.toContain(text)
})

test('a hook gets its own span, and what it starts can continue the trace', async () => {
  const collector = await startCollector()
  configure(collector.url)
  const seen = join(home, 'seen')
  write(userFile(), {
    otel: { endpoint: collector.url, protocol: 'http/json' },
    hooks: { beforeShellExecution: [{ command: `echo "$TRACEPARENT" > ${seen}` }] },
  })
  await ship(await fire())
  const [, hook] = findAll(collector.received.find(({ path }) => path === '/v1/traces')?.message, 'spans')
  expect(readFileSync(seen, 'utf8').trim()).toBe(`00-${hook?.traceId}-${hook?.spanId}-01`)
})

test('a trace that the caller does not sample has no spans, and still a log record', async () => {
  const collector = await startCollector()
  configure(collector.url)
  await ship(await fire({ TRACEPARENT: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' }))
  expect(collector.received.map(({ path }) => path)).toEqual(['/v1/logs', '/v1/metrics'])
})

test('metrics are cumulative over batches, or only of the batch with delta', async () => {
  const collector = await startCollector()
  const count = () => {
    const metrics = collector.received.filter(({ path }) => path === '/v1/metrics').at(-1)
    const [decisions] = findAll(metrics?.message, 'metrics').filter(({ name }) => name === 'hookline.decisions')
    return [findAll(decisions, 'dataPoints')[0]?.asInt, Object(decisions?.sum).aggregationTemporality]
  }
  configure(collector.url, { signals: ['metrics'] })
  await ship(await fire())
  await ship(await fire())
  expect(count()).toEqual(['2', 2])
  configure(collector.url, { signals: ['metrics'], temporality: 'delta' })
  await ship(await fire())
  expect(count()).toEqual(['1', 1])
})

test.each<readonly [string, number, object, boolean]>([
  ['busy', 503, { 'retry-after': '7' }, true],
  ['too many requests', 429, {}, true],
  ['no right', 401, {}, true],
  ['elsewhere', 307, { location: 'http://127.0.0.1:1/' }, true],
  ['wrong', 400, {}, false],
])('an answer that means "%s" keeps or drops the events, and is shown', async (_, status, headers, isKept) => {
  const collector = await startCollector()
  collector.answer = (response) => void response.writeHead(status, { ...headers }).end()
  configure(collector.url)
  const destinations = await fire()
  const result = await ship(destinations)
  const [state] = destinations.map((destination) => otelStatus(platform(), destination))
  if (isKept) {
    expect(result).toMatchObject({ kind: 'failed', message: `it answered ${status}` })
    expect(state).toMatchObject({ waiting: 1, sent: 0, failure: { message: `it answered ${status}` } })
    if (status === 503) expect(result).toMatchObject({ afterMs: 7000 })
    collector.answer = undefined
    expect(await ship(destinations)).toEqual({ kind: 'sent', events: 1 })
    expect(otelStatus(platform(), destinations[0] ?? fail())).not.toHaveProperty('failure')
  } else {
    expect(result).toMatchObject({ kind: 'sent', rejected: expect.stringContaining('it answered 400') })
    expect(state).toMatchObject({ waiting: 0, rejected: 1 })
  }
})
const fail = (): never => {
  throw new Error('no destination')
}

test('a collector that takes only a part says how much, without control characters in what is shown', async () => {
  const collector = await startCollector()
  collector.answer = (response, count) =>
    void response
      .setHeader('content-type', 'application/x-protobuf')
      .end(count === 1 ? partialSuccess('/v1/logs', { rejectedLogRecords: 1, errorMessage: 'too\u001b[31m old' }) : '')
  configure(collector.url)
  const destinations = await fire()
  expect(await ship(destinations)).toEqual({ kind: 'sent', events: 1, rejected: 'logs: too?[31m old' })
  expect(otelStatus(platform(), destinations[0] ?? fail())).toMatchObject({ rejected: 1, sent: 1, waiting: 0 })
})

test('an answer without an end, and one that never comes, cost the event nothing and end by themselves', async () => {
  const collector = await startCollector()
  configure(collector.url, { timeout: 0.5, signals: ['logs'] })
  collector.answer = (response) => {
    response.writeHead(200)
    const more = () => void (response.destroyed || response.write('x'.repeat(65_536), more))
    more()
  }
  const destinations = await fire()
  expect(await ship(destinations)).toEqual({ kind: 'sent', events: 1 })
  collector.answer = () => {}
  expect(await ship(await fire())).toEqual({ kind: 'failed', message: 'it did not answer within 0.5 s' })
})

test('a full spool loses its oldest events, and both the collector and the person learn how many', async () => {
  const collector = await startCollector()
  configure(collector.url)
  const destinations = await fire()
  const spool = otelPaths(platform()).spool('user')
  const [segment = ''] = listSpoolSegments(spool)
  const line = JSON.parse(readFileSync(join(spool, segment), 'utf8').trim())
  for (let at = 0; at < 200; at += 1)
    appendToSpool(spool, { ...line, id: `e${at}` }, { segmentBytes: 5000, segments: 4 })
  writeFileSync(join(spool, listSpoolSegments(spool).at(-1) ?? ''), '\n{"id":"cut off\n', { flag: 'a' })
  const result = await ship(destinations)
  const { dropped, sent, waiting } = otelStatus(platform(), destinations[0] ?? fail())
  expect(result).toMatchObject({ kind: 'sent', events: sent })
  expect([dropped + sent, waiting]).toEqual([202, 0])
  expect(dropped).toBeGreaterThan(100)
  const metrics = collector.received.find(({ path }) => path === '/v1/metrics')
  const lost = findAll(metrics?.message, 'metrics').find(({ name }) => name === 'hookline.telemetry.dropped')
  expect(findAll(lost, 'dataPoints')[0]?.asInt).toBe(String(dropped))
})

test('headers come from variables and files, and are neither stored nor shown', async () => {
  const collector = await startCollector()
  const keyFile = join(home, 'key')
  write(keyFile, 'Bearer from-file\n')
  configure(collector.url, { headers: { 'X-Key': 'k-$OTEL_KEY' }, headerFiles: { authorization: keyFile } })
  const destinations = await fire()
  expect(await ship(destinations)).toEqual({
    kind: 'failed',
    message: 'the variable OTEL_KEY, which the header X-Key needs, is not set',
  })
  await ship(destinations, { OTEL_KEY: 'from-variable' })
  expect(collector.received[0]?.headers).toMatchObject({
    'x-key': 'k-from-variable',
    authorization: 'Bearer from-file',
  })
  const state = JSON.stringify([
    destinations.map((one) => otelStatus(platform(), one)),
    readFileSync(otelPaths(platform()).status('user'), 'utf8'),
  ])
  expect(state).toContain('X-Key')
  expect(state).not.toMatch(/from-variable|from-file|k-\$/)
  expect(await ship(destinations, { OTEL_KEY: 'a\nb: c' })).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('characters'),
  })
})

test.each([
  ['http://otel.example.com', /plainHttp/],
  ['https://me:pw@otel.example.com', /password/],
  ['ftp://otel.example.com', /https/],
  ['otel.example.com:4318', /https/],
])('sends nothing to %s', async (endpoint, reason) => {
  configure(endpoint)
  expect(await ship(await fire())).toMatchObject({ kind: 'failed', message: expect.stringMatching(reason) })
})

test.each([
  'https://me:zq-pw@otel.example.com',
  'https://otel.example.com/?key=zq-pw',
  'https://otel.example.com/#zq-pw',
  'https://me:zq-pw/x@y@otel.example.com',
  'me:zq-pw@otel.example.com:4318',
])('an address with a secret in it, which is not used, is shown without it: %s', async (endpoint) => {
  configure(endpoint)
  const [destination = fail()] = await fire()
  const shown = otelStatus(platform(), destination)
  expect(shown.endpoint).toContain('otel.example.com')
  expect(JSON.stringify(shown)).not.toContain('zq-pw')
})

test('a relative file is beside the setting, never in the directory of a workspace', async () => {
  const collector = await startCollector()
  configure(collector.url, { headerFiles: { 'x-key': 'key.txt' }, certificate: 'ca.pem', signals: ['logs'] })
  for (const name of ['key.txt', 'ca.pem']) write(join(root, name), 'of the workspace')
  const destinations = await fire()
  const before = process.cwd()
  process.chdir(root)
  try {
    expect(await ship(destinations)).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('cannot be read'),
    })
    for (const name of ['key.txt', 'ca.pem']) write(join(home, '.config/hookline', name), 'own')
    expect(await ship(destinations)).toMatchObject({ kind: 'sent' })
  } finally {
    process.chdir(before)
  }
  expect(collector.received[0]?.headers).toMatchObject({ 'x-key': 'own' })
})

test('as many series as there can be are stored so that nothing is sent twice', async () => {
  const collector = await startCollector()
  configure(collector.url, { signals: ['metrics'] })
  const destinations = await fire()
  const spool = otelPaths(platform()).spool('user')
  const line = JSON.parse(readFileSync(join(spool, listSpoolSegments(spool)[0] ?? ''), 'utf8').trim())
  for (let at = 0; at < 20; at += 1) {
    const runs = Array.from({ length: 120 }, (_, of) => ({ ...line.runs[0], hook: `project/preToolUse/${at}-${of}` }))
    appendToSpool(spool, { ...line, runs })
  }
  expect(await ship(destinations)).toEqual({ kind: 'sent', events: 21 })
  expect(await ship(destinations)).toEqual({ kind: 'sent', events: 0 })
  expect(otelStatus(platform(), destinations[0] ?? fail())).toMatchObject({ sent: 21, waiting: 0 })
})

test('a line that another program wrote does not keep the others from being sent', async () => {
  const collector = await startCollector()
  configure(collector.url)
  const destinations = await fire()
  const spool = otelPaths(platform()).spool('user')
  const [segment = ''] = listSpoolSegments(spool)
  const line = readFileSync(join(spool, segment), 'utf8').trim()
  const endless = line.replace(/"durationMs":[\d.]+/, '"durationMs":1e999')
  const uncounted = line.replace(/"skipped":\{[^}]*\}/, '"skipped":{"matcher":"0x"}')
  expect(new Set([line, endless, uncounted]).size).toBe(3)
  writeFileSync(join(spool, segment), `\n${endless}\n${uncounted}\n`, { flag: 'a' })
  expect(await ship(destinations)).toEqual({ kind: 'sent', events: 1 })
  expect(otelStatus(platform(), destinations[0] ?? fail())).toMatchObject({ sent: 1, dropped: 2, waiting: 0 })
})

test('a project, a team and a directory that only adds hooks direct nothing; the organisation and the user have one each', () => {
  const of = (source: string, more: object = {}) =>
    // Only these fields are read.
    ({ source, file: source, values: { otel: { endpoint: `https://${source}.example.com` } }, ...more }) as never
  const all = [of('enterprise', { onlyAdds: true }), of('team'), of('project'), of('plugin'), of('inline')]
  expect(otelDestinations(all)).toEqual([])
  expect(otelDestinations([...all, of('user'), of('enterprise')]).map(({ owner }) => owner)).toEqual([
    'enterprise',
    'user',
  ])
})

test('a test of the destination sends one item of each signal', async () => {
  const collector = await startCollector()
  configure(collector.url)
  const [destination = fail()] = await fire()
  const context = { platform: platform(), env: {}, version: '1' }
  expect(await testDestination(destination, context)).toEqual([
    { signal: 'logs' },
    { signal: 'metrics' },
    { signal: 'traces' },
  ])
  expect(collector.received.map(({ path }) => path).toSorted()).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces'])
  collector.answer = (response) =>
    void response
      .setHeader('content-type', 'application/json')
      .end(
        JSON.stringify({ partialSuccess: { rejectedSpans: 1, errorMessage: `\u001b]0;x\u0007no${'n'.repeat(999)}` } }),
      )
  for (const { failure = '' } of await testDestination(destination, context)) {
    expect(failure).toMatch(/^it was not taken: \?\]0;x\?non+$/)
    expect(failure.length).toBeLessThan(300)
  }
})

test('without the setting nothing is spooled', async () => {
  write(userFile(), { hooks: { beforeShellExecution: [{ command: 'exit 0' }] } })
  await fire({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect(listSpoolSegments(otelPaths(platform()).spool('user'))).toEqual([])
})
