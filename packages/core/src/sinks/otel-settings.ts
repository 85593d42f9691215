/** Reads the setting `otel` of all hookline.json files. Pure. */
import type { Settings } from '../flow.ts'
import {
  type OtelProtocol,
  type OtelSignal,
  type OtelTemporality,
  otelProtocols,
  otelSignals,
  otelTemporalities,
} from '../protocol/otel-setting.ts'
import { isObject, type JsonObject } from '../schema.ts'

/** Whose file it is: also the name of its directory in the state directory. */
export type OtelOwner = 'enterprise' | 'user'
export const otelOwners: readonly OtelOwner[] = ['enterprise', 'user']

/** Where the data of this machine goes. */
export interface OtelDestination {
  readonly owner: OtelOwner
  readonly file: string
  /** If it is unusable, without the secrets in it. */
  readonly endpoint: string
  readonly signals: readonly OtelSignal[]
  readonly protocol: OtelProtocol
  readonly compression: 'gzip' | 'none'
  /** As written: variables in them are replaced when they are sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly headerFiles: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  readonly temporality: OtelTemporality
  readonly timeoutMs: number
  readonly certificate?: string
  /** Why nothing is sent there. */
  readonly unusable?: string
}

const defaultTimeoutMs = 10_000
const longestTimeoutMs = 60_000

/**
 * At most one of the organisation and one of the user: neither changes what the other gets. A project, a team, a plugin and a
 * directory that only adds hooks cannot direct data anywhere.
 */
export const otelDestinations = (settings: readonly Settings[]): readonly OtelDestination[] =>
  otelOwners.flatMap((owner) => {
    const found = settings.find(({ source, onlyAdds, values }) => {
      return source === owner && onlyAdds !== true && isObject(values.otel)
    })
    // `find` has looked at it.
    return found === undefined ? [] : [readDestination(owner, found.file, found.values.otel as JsonObject)]
  })

function readDestination(owner: OtelOwner, file: string, otel: JsonObject): OtelDestination {
  const endpoint = typeof otel.endpoint === 'string' ? otel.endpoint.replace(/\/+$/, '') : ''
  const unusable = whyUnusable(endpoint, otel.plainHttp === true)
  const seconds = typeof otel.timeout === 'number' && otel.timeout > 0 ? otel.timeout : defaultTimeoutMs / 1000
  return {
    owner,
    file,
    endpoint: unusable === undefined ? endpoint : withoutSecrets(endpoint),
    signals: Array.isArray(otel.signals)
      ? otelSignals.filter((one) => listOf(otel.signals).includes(one))
      : otelSignals,
    protocol: oneOf(otelProtocols, otel.protocol),
    compression: otel.compression === 'none' ? 'none' : 'gzip',
    headers: stringsOf(otel.headers),
    headerFiles: stringsOf(otel.headerFiles),
    resource: stringsOf(otel.resource),
    temporality: oneOf(otelTemporalities, otel.temporality),
    timeoutMs: Math.min(longestTimeoutMs, seconds * 1000),
    ...(typeof otel.certificate === 'string' ? { certificate: otel.certificate } : {}),
    ...(unusable === undefined ? {} : { unusable }),
  }
}

/** Why data cannot be sent to this address. */
function whyUnusable(endpoint: string, plainHttp: boolean): string | undefined {
  if (endpoint === '') return 'it has no `endpoint`'
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'the endpoint is not an https:// address'
  if (url.username !== '' || url.password !== '')
    return 'the endpoint has a password in it: use `headers` or `headerFiles`'
  if (url.search !== '' || url.hash !== '') return 'the endpoint has a query'
  if (url.protocol === 'http:' && !plainHttp && !isLoopback(url.hostname))
    return 'the endpoint is not an https:// address; only "plainHttp": true allows http to another machine'
  return undefined
}

/** People see the address, also one that is wrong: without the password before its host, and without its query. */
const withoutSecrets = (endpoint: string): string =>
  endpoint.replace(/[?#].*$/s, '').replace(/^([a-z][\w+.-]*:\/\/)?.*@/is, '$1')

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const oneOf = <T extends string>(known: readonly [T, ...T[]], value: unknown): T =>
  known.find((one) => one === value) ?? known[0]
const stringsOf = (value: unknown): Readonly<Record<string, string>> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
      )
    : {}
