/** Sends one request of a signal to a destination, and says what became of it. The team server uses it too. */
import { gzipSync } from 'node:zlib'
import type { LogsRequest, MetricsRequest, TracesRequest } from '../../otel/model.ts'
import { toProtobuf } from '../../otel/protobuf.ts'
import { type PartialSuccess, readAnswer } from '../../otel/read-answer.ts'
import type { OtelProtocol, OtelSignal } from '../../protocol/otel-setting.ts'
import { postOtlp } from './post.ts'

/** Where requests go, with all secrets in it. */
export interface OtelTarget {
  /** The whole address, by signal. */
  readonly urls: Readonly<Record<OtelSignal, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: OtelProtocol
  readonly compression: 'gzip' | 'none'
  readonly timeoutMs: number
  readonly certificates?: string
}

export type OtelResult =
  | ({ readonly kind: 'sent' } & PartialSuccess)
  /** It may be taken later. */
  | { readonly kind: 'later'; readonly message: string; readonly afterMs?: number }
  /** It will never be taken. */
  | { readonly kind: 'refused'; readonly message: string }

export type OtelRequest = LogsRequest | MetricsRequest | TracesRequest

export const signalPaths: Readonly<Record<OtelSignal, string>> = {
  ...{ logs: '/v1/logs', metrics: '/v1/metrics', traces: '/v1/traces' },
}

/** The specification names these. */
const busy: ReadonlySet<number> = new Set([429, 502, 503, 504])
/** A person has to change the address or the key. Until then the data stays in the spool, which is limited. */
const misconfigured: ReadonlySet<number> = new Set([401, 403, 404, 405, 407])
const MISCONFIGURED_MS = 60_000

/** Much of a message is from a stranger: no control characters, and short. */
export const cleanMessage = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?').slice(0, 200)

export async function sendOtlp(signal: OtelSignal, request: OtelRequest, target: OtelTarget): Promise<OtelResult> {
  const isJson = target.protocol === 'http/json'
  const encoded = isJson ? Buffer.from(JSON.stringify(request)) : toProtobuf(request)
  const isZipped = target.compression === 'gzip'
  const answer = await postOtlp({
    url: target.urls[signal],
    headers: {
      ...target.headers,
      'content-type': isJson ? 'application/json' : 'application/x-protobuf',
      'user-agent': 'hookline',
      ...(isZipped ? { 'content-encoding': 'gzip' } : {}),
    },
    body: isZipped ? gzipSync(encoded) : encoded,
    timeoutMs: target.timeoutMs,
    ...(target.certificates === undefined ? {} : { certificates: target.certificates }),
  })
  if (answer.kind === 'failed') return { kind: 'later', message: cleanMessage(answer.message) }
  const { status } = answer
  const message = `it answered ${status}`
  if (status >= 200 && status < 300) {
    const taken = readAnswer(answer.body, answer.isJson)
    return { kind: 'sent', ...taken, message: cleanMessage(taken.message) }
  }
  if (busy.has(status))
    return { kind: 'later', message, ...(answer.retryAfterMs === undefined ? {} : { afterMs: answer.retryAfterMs }) }
  // A redirect is not followed: the headers have keys in them.
  if (misconfigured.has(status) || status < 400) return { kind: 'later', message, afterMs: MISCONFIGURED_MS }
  return { kind: 'refused', message }
}
