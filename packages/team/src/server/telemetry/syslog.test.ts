import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import type { TelemetryEvent } from './event.ts'
import { formatSyslog, sendSyslog } from './syslog.ts'

const hostile = 'a"b]c\\d\r\n<13>1 - - fake\u0000\u001b[31m\u2028\u202e é😀 [x@1 y="z"]'
const event = (more: Partial<TelemetryEvent> = {}): TelemetryEvent => ({
  ...{ kind: 'audit', at: Date.UTC(2026, 10, 18, 4, 5, 6, 7), severity: 'info', name: 'hookline.audit' },
  text: hostile,
  attributes: { 'hookline.team.id': 'hl_a', 'hookline.audit.target': hostile, 'hookline.audit.sequence': 7 },
  ...more,
})
const config = (transport: 'udp' | 'tcp' | 'tls', port: number) => ({
  transport,
  host: '127.0.0.1',
  port,
  enterprise: '32473',
})

/** The format of RFC 5424. */
const shape =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\x21-\x7e]{1,255}) ([\x21-\x7e]{1,48}) ([\x21-\x7e]{1,128}) ([\x21-\x7e]{1,32}) \[hookline@32473((?: [\x21\x23-\x3c\x3e-\x5c\x5e-\x7e]{1,32}="(?:[^"\\\]]|\\["\\\]])*")+)\](?: (.*))?$/u

test('a message has the format of RFC 5424, whatever the strings contain', () => {
  const text = formatSyslog(event(), '32473', 'a host')
  const [, priority, time, host, app, , id, data = '', message] = shape.exec(text) ?? []
  expect([priority, time, host, app, id]).toEqual([
    '110',
    '2026-11-18T04:05:06.007Z',
    'a_host',
    'hookline-team',
    'hookline.audit',
  ])
  const values = [...data.matchAll(/ ([^=]+)="((?:[^"\\\]]|\\.)*)"/gu)].map(([, name, value = '']) => [
    name,
    value.replace(/\\(["\\\]])/g, '$1'),
  ])
  const shown = 'a"b]c\\d??<13>1 - - fake??[31m?? é😀 [x@1 y="z"]'
  expect(values).toEqual([
    ['team.id', 'hl_a'],
    ['audit.target', shown],
    ['audit.sequence', '7'],
  ])
  // The mark says that what follows is UTF-8.
  expect(message).toBe(`\ufeff${shown}`)
  expect(formatSyslog(event({ text: 'plain' }), '32473')).toMatch(/\] plain$/)
  expect(text).not.toMatch(/\p{Cc}/u)
})

test('a datagram has at most 2048 bytes, and stays a message', async () => {
  const server = createSocket('udp4')
  onTestFinished(() => void server.close())
  const got: string[] = []
  server.on('message', (message) => got.push(message.toString('utf8')))
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  const long = event({ text: 'é'.repeat(2000) })
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, 'é'.repeat(500)]))
  expect(
    await sendSyslog([event(), long, event({ attributes: many })], config('udp', server.address().port)),
  ).toBeUndefined()
  await expect.poll(() => got.length).toBe(3)
  expect(got.slice(0, 2).every((one) => shape.test(one))).toBe(true)
  expect(got[2]).toMatch(/^<110>1 \S+ \S+ hookline-team \d+ hookline.audit - \ufeffa"b/)
  for (const one of got) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(2048)
})

test('many datagrams are sent without a warning, and an event that has no time is a failure', async () => {
  const server = createSocket('udp4')
  onTestFinished(() => void server.close())
  let got = 0
  server.on('message', () => got++)
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  const warnings: string[] = []
  const warn = ({ name }: Error) => void warnings.push(name)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  const { port } = server.address()
  expect(
    await sendSyslog(
      Array.from({ length: 50 }, () => event({ text: 'x' })),
      config('udp', port),
    ),
  ).toBeUndefined()
  await expect.poll(() => got).toBe(50)
  expect(warnings).toEqual([])
  expect(await sendSyslog([event({ at: Number.NaN })], config('udp', port))).toMatch(/Invalid time/)
})

test('a cut message ends with a whole character', async () => {
  const server = createSocket('udp4')
  onTestFinished(() => void server.close())
  const got: Buffer[] = []
  server.on('message', (message) => got.push(message))
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${at}`, 'é'.repeat(500)]))
  const strings = ['', 'x', 'xx', 'xxx'].map((begin) => `${begin}${'😀'.repeat(1000)}`)
  const events = strings.map((text) => event({ text, attributes: many }))
  expect(await sendSyslog(events, config('udp', server.address().port))).toBeUndefined()
  await expect.poll(() => got.length).toBe(4)
  for (const bytes of got) expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).not.toThrow()
})

/** Splits what octet counting joined. */
function splitOctets(bytes: Buffer): readonly string[] {
  const messages: string[] = []
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at)
    const end = space + 1 + Number(bytes.subarray(at, space).toString())
    messages.push(bytes.subarray(space + 1, end).toString('utf8'))
    at = end
  }
  return messages
}

test('TCP and TLS count octets, and TLS checks the certificate', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookline-syslog-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const [keyFile, certFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=127.0.0.1',
  ]
  execFileSync('openssl', [...words, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', keyFile, '-out', certFile], {
    stdio: 'ignore',
  })
  const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')]
  for (const transport of ['tcp', 'tls'] as const) {
    const parts: Buffer[] = []
    const take = (socket: import('node:net').Socket) =>
      void socket.on('data', (part) => parts.push(part)).on('error', () => {})
    const server = transport === 'tls' ? createTlsServer({ key, cert }, take) : createServer(take)
    server.on('tlsClientError', () => {})
    onTestFinished(() => void server.close())
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // It listens on a port.
    const { port } = server.address() as AddressInfo
    if (transport === 'tls') expect(await sendSyslog([event()], config('tls', port))).toMatch(/self.signed/)
    expect(await sendSyslog([event(), event()], { ...config(transport, port), ca: cert })).toBeUndefined()
    const whole = formatSyslog(event(), '32473')
    await expect.poll(() => splitOctets(Buffer.concat(parts))).toEqual([whole, whole])
  }
})

test('a server that is not there is a failure, and not an exception', async () => {
  expect(await sendSyslog([event()], config('tcp', 1))).toMatch(/ECONNREFUSED/)
})

const rsyslogd = ['/usr/sbin/rsyslogd', '/sbin/rsyslogd'].find((path) => existsSync(path))

test.skipIf(rsyslogd === undefined && process.env.CI !== 'true')(
  'real rsyslog reads every field, by TCP and by UDP',
  async () => {
    const directory = mkdtempSync(join(tmpdir(), 'hookline-rsyslog-'))
    const free = createServer()
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
    // It listens on a port.
    const { port } = free.address() as AddressInfo
    await new Promise<void>((resolve) => void free.close(() => resolve()))
    const out = join(directory, 'out')
    writeFileSync(
      join(directory, 'conf'),
      `global(workDirectory="${directory}" parser.escapeControlCharactersOnReceive="on")
module(load="imtcp")
module(load="imudp")
input(type="imtcp" address="127.0.0.1" port="${port}")
input(type="imudp" address="127.0.0.1" port="${port}")
template(name="t" type="string" string="%protocol-version%|%syslogfacility-text%|%syslogseverity-text%|%app-name%|%msgid%|%structured-data%|%msg%\\n")
action(type="omfile" file="${out}" template="t")
`,
    )
    const daemon = spawn(rsyslogd ?? '', ['-n', '-f', join(directory, 'conf'), '-i', join(directory, 'pid')], {
      stdio: 'ignore',
    })
    onTestFinished(async () => {
      daemon.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    })
    const lines = () => (existsSync(out) ? readFileSync(out, 'utf8').trimEnd().split('\n') : [])
    await expect
      .poll(() => sendSyslog([event()], config('tcp', port)), { timeout: 20_000, interval: 200 })
      .toBeUndefined()
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(1)
    expect(await sendSyslog([event({ kind: 'alarms', severity: 'error' })], config('udp', port))).toBeUndefined()
    await expect.poll(() => lines().length, { timeout: 20_000 }).toBe(2)
    const fields = lines().map((line) => line.split('|'))
    // rsyslog has no name of its own for the facility 13.
    expect(fields.map(([version, , severity, app, id]) => [version, severity, app, id])).toEqual([
      ['1', 'info', 'hookline-team', 'hookline.audit'],
      ['1', 'err', 'hookline-team', 'hookline.audit'],
    ])
    expect(fields[1]?.[1]).toBe('local0')
    const data =
      '[hookline@32473 team.id="hl_a" audit.target="a\\"b\\]c\\\\d??<13>1 - - fake??[31m?? é😀 [x@1 y=\\"z\\"\\]" audit.sequence="7"]'
    expect(fields[0]?.[5]).toBe(data)
  },
)
