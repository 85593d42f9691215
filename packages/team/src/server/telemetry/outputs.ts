/** The ways by which events leave the server. */
import { logsRequest, type OtelTarget, sendOtlp, severities, toAttributes, toNanos } from '@hookline/core/otel'
import { postSigned } from '../post-signed.ts'
import { type EventKind, eventKinds, type TelemetryConfig } from './config.ts'
import { type TelemetryEvent, toJson } from './event.ts'
import { sendSyslog } from './syslog.ts'

export interface Output {
  readonly name: 'otlp' | 'syslog' | 'webhook'
  readonly kinds: ReadonlySet<EventKind>
  /** Returns why it failed, or undefined. After a failure the same events are sent again. Never rejects. */
  send(events: readonly TelemetryEvent[]): Promise<string | undefined>
}

export function createOutputs(config: TelemetryConfig, log: (line: string) => void): readonly Output[] {
  const { otlp, syslog, webhook, kinds } = config
  const { logs } = otlp
  return [
    ...(logs === undefined
      ? []
      : [
          {
            name: 'otlp' as const,
            kinds: new Set(eventKinds),
            send: (events: readonly TelemetryEvent[]) => sendLogs(events, logs, config, log),
          },
        ]),
    ...(syslog === undefined
      ? []
      : [{ name: 'syslog' as const, kinds, send: (events: readonly TelemetryEvent[]) => sendSyslog(events, syslog) }]),
    ...(webhook === undefined
      ? []
      : [
          {
            name: 'webhook' as const,
            kinds,
            send: (events: readonly TelemetryEvent[]) => sendWebhook(events, webhook),
          },
        ]),
  ]
}

async function sendLogs(
  events: readonly TelemetryEvent[],
  target: OtelTarget,
  { resource }: TelemetryConfig,
  log: (line: string) => void,
): Promise<string | undefined> {
  const observedTimeUnixNano = toNanos(Date.now())
  const records = events.map(({ at, severity, name, text, attributes }) => ({
    ...{ timeUnixNano: toNanos(at), observedTimeUnixNano, eventName: name, body: { stringValue: text } },
    ...{ severityNumber: severities[severity], severityText: severity.toUpperCase() },
    attributes: toAttributes(attributes),
  }))
  const result = await sendOtlp('logs', logsRequest({ attributes: toAttributes(resource) }, '', records), target)
  if (result.kind === 'later') return result.message
  // To send it again would not help.
  if (result.kind === 'refused') log(`telemetry: the collector refused ${events.length} log records: ${result.message}`)
  return undefined
}

/** The operator of the server chose the address, so it may be a private one. */
const sendWebhook = (
  events: readonly TelemetryEvent[],
  { url, secret }: NonNullable<TelemetryConfig['webhook']>,
): Promise<string | undefined> =>
  postSigned({ url, secret, body: JSON.stringify({ version: 1, events: events.map(toJson) }), allowsPrivate: true })
