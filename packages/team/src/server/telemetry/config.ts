/** Reads from the environment where the server sends telemetry: the standard variables of OpenTelemetry, a syslog server and a webhook. */
import { hostname } from 'node:os'
import { readRegularText } from '@hookline/core/files'
import { type OtelTarget, signalPaths } from '@hookline/core/otel'
import { StartError } from '../start-error.ts'

type Environment = Readonly<Record<string, string | undefined>>
type Signal = keyof typeof signalPaths
export const eventKinds = ['audit', 'alarms', 'decisions'] as const
export type EventKind = (typeof eventKinds)[number]

export interface SyslogConfig {
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly host: string
  readonly port: number
  /** The private enterprise number in the name of the structured data. */
  readonly enterprise: string
  readonly ca?: string
}
export interface TelemetryConfig {
  /** By signal. Absent: it is not sent. */
  readonly otlp: Readonly<Partial<Record<Signal, OtelTarget>>>
  readonly resource: Readonly<Record<string, string>>
  readonly metricsMs: number
  readonly syslog?: SyslogConfig
  readonly webhook?: { readonly url: string; readonly secret: string }
  /** What syslog and the webhook get. OTLP gets all. */
  readonly kinds: ReadonlySet<EventKind>
}

/** Throws a `StartError` for the first fault. */
export function readTelemetryConfig(env: Environment): TelemetryConfig {
  const { config, problems } = inspectTelemetry(env)
  if (problems[0] !== undefined) throw new StartError(problems[0])
  return config
}

export interface InspectedTelemetry {
  /** Without the parts that have a fault. */
  readonly config: TelemetryConfig
  /** A sentence for each fault. It names the variable and never shows its value. */
  readonly problems: readonly string[]
}

export function inspectTelemetry(env: Environment): InspectedTelemetry {
  const problems = new Set<string>()
  const attempt: Attempt = (read, otherwise) => {
    try {
      return read()
    } catch (thrown) {
      if (!(thrown instanceof StartError)) throw thrown
      // Three signals can have the fault of one general variable.
      problems.add(thrown.message)
      return otherwise
    }
  }
  const config = readConfig((name) => (env[name] === '' ? undefined : env[name]), attempt)
  return { config, problems: [...problems] }
}

type Given = (name: string) => string | undefined
/** Reads a part of the configuration. If it has a fault, the fault is noted, and the other value counts. */
type Attempt = <T>(read: () => T, otherwise: T) => T

function readConfig(given: Given, attempt: Attempt): TelemetryConfig {
  const syslog = attempt(() => readSyslog(given('HOOKLINE_SYSLOG')), undefined)
  const webhook = attempt(() => readWebhook(given('HOOKLINE_WEBHOOK_URL'), given('HOOKLINE_WEBHOOK_SECRET')), undefined)
  const attributes = attempt(() => readPairs(given('OTEL_RESOURCE_ATTRIBUTES'), 'OTEL_RESOURCE_ATTRIBUTES'), {})
  const interval = 'OTEL_METRIC_EXPORT_INTERVAL'
  return {
    otlp: given('OTEL_SDK_DISABLED') === 'true' ? {} : readTargets(given, attempt),
    resource: {
      ...{ 'service.name': given('OTEL_SERVICE_NAME') ?? 'hookline-team', 'host.name': hostname() },
      ...attributes,
    },
    metricsMs: attempt(() => readNumber(given(interval), interval, 60_000), 60_000),
    ...(syslog === undefined ? {} : { syslog }),
    ...(webhook === undefined ? {} : { webhook }),
    kinds: attempt(() => readKinds(given('HOOKLINE_EXPORT')), new Set()),
  }
}

function readTargets(given: Given, attempt: Attempt): TelemetryConfig['otlp'] {
  // The keys are those of the table.
  const signals = Object.keys(signalPaths) as Signal[]
  return Object.fromEntries(
    signals.flatMap((signal) => {
      const exporter = given(`OTEL_${signal.toUpperCase()}_EXPORTER`) ?? 'otlp'
      const target = exporter === 'otlp' ? readTarget(signal, given, attempt) : undefined
      return target === undefined ? [] : [[signal, target]]
    }),
  )
}

/** A variable of the signal counts before the general one. */
function readTarget(signal: Signal, given: Given, attempt: Attempt): OtelTarget | undefined {
  const find = (name: string) => {
    const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`
    const general = `OTEL_EXPORTER_OTLP_${name}`
    return given(own) === undefined ? { name: general, text: given(general) } : { name: own, text: given(own) }
  }
  const own = given(`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`)
  const general = given('OTEL_EXPORTER_OTLP_ENDPOINT')
  if (own === undefined && general === undefined) return undefined
  const url = own ?? `${general?.replace(/\/+$/, '')}${signalPaths[signal]}`
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  const [headers, timeout] = [find('HEADERS'), find('TIMEOUT')]
  const certificates = attempt(() => readCertificates(find('CERTIFICATE')), undefined)
  const target: OtelTarget = {
    urls: { logs: url, metrics: url, traces: url },
    headers: attempt(() => readHeaders(headers.text, headers.name), {}),
    protocol: attempt(() => readProtocol(find('PROTOCOL')), 'http/protobuf'),
    compression: find('COMPRESSION').text === 'gzip' ? 'gzip' : 'none',
    timeoutMs: attempt(() => readNumber(timeout.text, timeout.name, 10_000), 10_000),
    ...(certificates === undefined ? {} : { certificates }),
  }
  return attempt(() => {
    if (!isAddress) throw new StartError(`${find('ENDPOINT').name} must be an http:// or https:// address`)
    return target
  }, undefined)
}

interface Variable {
  readonly name: string
  readonly text: string | undefined
}

function readProtocol({ name, text = 'http/protobuf' }: Variable): OtelTarget['protocol'] {
  if (text !== 'http/protobuf' && text !== 'http/json')
    throw new StartError(`${name} must be http/protobuf or http/json: this server has no gRPC exporter`)
  return text
}

function readCertificates({ name, text }: Variable): string | undefined {
  const certificates = text === undefined ? undefined : readRegularText(text, 1024 * 1024)
  if (text !== undefined && certificates === undefined)
    throw new StartError(`the file that ${name} names cannot be read`)
  return certificates
}

/** `key=value,key=value`, with values that may be percent-encoded. */
function readPairs(text: string | undefined, name: string): Readonly<Record<string, string>> {
  const parts = (text ?? '').split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const at = part.indexOf('=')
      const key = part.slice(0, at).trim()
      try {
        if (at > 0 && /^[\w.!#$%&'*+^`|~-]+$/.test(key)) return [key, decodeURIComponent(part.slice(at + 1).trim())]
      } catch {
        // The encoding is wrong.
      }
      throw new StartError(`${name} must be a list like key=value,key=value`)
    }),
  )
}

/** Node would refuse such a header each time it is sent. */
function readHeaders(text: string | undefined, name: string): Readonly<Record<string, string>> {
  const headers = readPairs(text, name)
  if (Object.values(headers).every((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))) return headers
  throw new StartError(`${name} has a value with characters that a header cannot have`)
}

function readNumber(text: string | undefined, name: string, usual: number): number {
  if (text === undefined) return usual
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new StartError(`${name} must be a number of milliseconds`)
  return Number(text)
}

const ports = { udp: 514, tcp: 601, tls: 6514 } as const

function readSyslog(text: string | undefined): SyslogConfig | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const transport = (['udp', 'tcp', 'tls'] as const).find((one) => url?.protocol === `${one}:`)
  if (url === undefined || transport === undefined || url.hostname === '')
    throw new StartError('HOOKLINE_SYSLOG must be udp://host:514, tcp://host:601 or tls://host:6514')
  const enterprise = url.searchParams.get('enterprise') ?? '32473'
  if (!/^\d{1,10}$/.test(enterprise)) throw new StartError('`enterprise` in HOOKLINE_SYSLOG must be a number')
  const file = url.searchParams.get('ca')
  const ca = file === null ? undefined : readRegularText(file, 1024 * 1024)
  if (file !== null && ca === undefined)
    throw new StartError('the file that `ca` in HOOKLINE_SYSLOG names cannot be read')
  return {
    ...{ transport, host: url.hostname.replace(/^\[|\]$/g, ''), enterprise },
    port: url.port === '' ? ports[transport] : Number(url.port),
    ...(ca === undefined ? {} : { ca }),
  }
}

function readWebhook(url: string | undefined, secret: string | undefined): TelemetryConfig['webhook'] {
  if (url === undefined) return undefined
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartError('HOOKLINE_WEBHOOK_URL must be an https:// address')
  if (secret === undefined || secret.length < 16)
    throw new StartError(
      'HOOKLINE_WEBHOOK_SECRET must have at least 16 characters: it signs what HOOKLINE_WEBHOOK_URL gets',
    )
  return { url, secret }
}

function readKinds(text: string | undefined): ReadonlySet<EventKind> {
  const names = (text ?? 'audit,alarms').split(',').map((name) => name.trim())
  const found = eventKinds.filter((kind) => names.includes(kind))
  if (found.length !== new Set(names).size)
    throw new StartError('HOOKLINE_EXPORT must be a list of: audit, alarms, decisions')
  return new Set(found)
}
