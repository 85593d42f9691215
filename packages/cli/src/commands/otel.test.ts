import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type Sandbox, sandbox } from '../testing/cli.ts'

/** A collector that notes the paths and bodies of requests. */
async function startCollector(status = 200) {
  const received: { readonly path: string; readonly body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ path: request.url ?? '', body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // It listens on a port.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const configure = (machine: Sandbox, otel: object) =>
  machine.write('../home/config/hookline/hookline.json', {
    otel: { protocol: 'http/json', compression: 'none', ...otel },
    hooks: { beforeShellExecution: [{ command: 'exit 2' }] },
  })
const event = JSON.stringify({ hook_event_name: 'beforeShellExecution', command: 'cat zq-secret', cwd: '/' })
const runEvent = (machine: Sandbox) => machine.hookline(['run', '--host', 'cursor'], { stdin: event })
// The commands block this thread, on which the collector runs, so these are started instead.
const start = (machine: Sandbox, args: readonly string[]) =>
  new Promise<{ readonly code: number | null; readonly stdout: string }>((resolve) => {
    const child = machine.start(args)
    let stdout = ''
    child.stdout?.on('data', (part) => {
      stdout += part
    })
    child.on('close', (code) => resolve({ code, stdout }))
  })

test('an event starts a process that sends it, and is answered without waiting for it', async () => {
  const machine = sandbox()
  const collector = await startCollector()
  configure(machine, { endpoint: collector.url })
  expect(runEvent(machine).code).toBe(0)
  await expect.poll(() => collector.received.length, { timeout: 30_000 }).toBe(3)
  expect(collector.received.map(({ path }) => path)).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces'])
  for (const { body } of collector.received) expect(body).not.toContain('zq-secret')
  // The process ends when its lease is gone: no process of a test may outlive it.
  machine.hookline(['uninstall', '--yes'])
})

test('says where data goes and that it arrives, as text and as JSON', async () => {
  const machine = sandbox()
  const collector = await startCollector()
  configure(machine, { endpoint: collector.url, headers: { 'x-key': 'zq-key' } })
  const tested = await start(machine, ['otel', 'test'])
  expect(tested).toMatchObject({ code: 0 })
  expect(tested.stdout).toMatch(/logs: arrived\n {2}metrics: arrived\n {2}traces: arrived/)
  const { stdout, code } = machine.hookline(['otel', 'status', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    ok: true,
    destinations: [{ owner: 'user', headers: ['x-key'] }],
  })
  expect(stdout).not.toContain('zq-key')
})

test('says that data does not arrive, and doctor says it too', async () => {
  const machine = sandbox()
  const collector = await startCollector(401)
  configure(machine, { endpoint: collector.url })
  expect(await start(machine, ['otel', 'test'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('it answered 401'),
  })
  configure(machine, { endpoint: 'http://otel.example.com' })
  expect(machine.hookline(['otel'])).toMatchObject({ code: 1, stdout: expect.stringContaining('plainHttp') })
  expect(machine.hookline(['status']).stdout).toContain(
    'Telemetry: logs, metrics, traces to http://otel.example.com, set by you',
  )
  const { findings } = JSON.parse(machine.hookline(['doctor', '--json']).stdout)
  expect(findings).toContainEqual(
    expect.objectContaining({ subject: 'telemetry', state: 'warn', next: 'hookline otel test' }),
  )
})

test('without the setting nothing is sent', () => {
  const machine = sandbox()
  expect(machine.hookline(['otel'])).toMatchObject({ code: 0, stdout: expect.stringContaining('No telemetry is sent') })
})

test('reports wrong usage and a setting in the wrong file', () => {
  const machine = sandbox()
  expect(machine.hookline(['otel', 'ask']).code).toBe(64)
  expect(machine.hookline(['otel', 'status', '--while-active']).code).toBe(64)
  machine.write('.hookline/hookline.json', { otel: { endpoint: 'https://evil.example.com' }, hooks: {} })
  expect(machine.hookline(['check']).stdout).toContain("a project's hookline.json cannot set `otel`")
})
