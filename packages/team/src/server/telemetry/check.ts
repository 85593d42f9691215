/** `hookline serve --check`: where the server would send telemetry, and what is wrong with the variables that say so. */
import { signalPaths } from '@hookline/core/otel'
import { inspectTelemetry, type TelemetryConfig } from './config.ts'

export interface TelemetryCheck {
  /** Scheme, host and port only: the rest of an address can be a secret. */
  readonly destinations: readonly { readonly kind: string; readonly to: string }[]
  /** A sentence for each fault, without the value of a variable. */
  readonly problems: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

export function checkTelemetry(env: Environment): TelemetryCheck {
  const { config, problems } = inspectTelemetry(env)
  return { destinations: listDestinations(config), problems: [...problems, ...findIgnored(env)] }
}

function listDestinations({ otlp, syslog, webhook }: TelemetryConfig): TelemetryCheck['destinations'] {
  // The keys are those of the table.
  const signals = Object.keys(signalPaths) as (keyof typeof signalPaths)[]
  return [
    ...signals.flatMap((signal) => {
      const url = otlp[signal]?.urls[signal]
      return url === undefined ? [] : [{ kind: signal, to: new URL(url).origin }]
    }),
    ...(syslog === undefined ? [] : [{ kind: 'syslog', to: `${syslog.transport}://${syslog.host}:${syslog.port}` }]),
    ...(webhook === undefined ? [] : [{ kind: 'webhook', to: new URL(webhook.url).origin }]),
  ]
}

/** A server starts with these, because OpenTelemetry demands that, but then sends less than the operator may believe. */
function findIgnored(env: Environment): readonly string[] {
  const problems = Object.entries(env).flatMap(([name, text = '']) => {
    if (text === '') return []
    if (/^OTEL_(LOGS|METRICS|TRACES)_EXPORTER$/.test(name) && text !== 'otlp' && text !== 'none')
      return [`${name} must be otlp or none: with anything else nothing of this signal is sent`]
    if (/^OTEL_EXPORTER_OTLP_((LOGS|METRICS|TRACES)_)?COMPRESSION$/.test(name) && text !== 'gzip' && text !== 'none')
      return [`${name} must be gzip or none: anything else counts as none`]
    return []
  })
  const isSet = (name: string) => (env[name] ?? '') !== ''
  return [
    ...problems,
    ...(isSet('HOOKLINE_WEBHOOK_SECRET') && !isSet('HOOKLINE_WEBHOOK_URL')
      ? ['HOOKLINE_WEBHOOK_SECRET has no effect without HOOKLINE_WEBHOOK_URL']
      : []),
    ...(isSet('HOOKLINE_EXPORT') && !isSet('HOOKLINE_SYSLOG') && !isSet('HOOKLINE_WEBHOOK_URL')
      ? ['HOOKLINE_EXPORT has no effect without HOOKLINE_SYSLOG or HOOKLINE_WEBHOOK_URL']
      : []),
  ]
}
