/** Posts one request to a collector. Follows no redirect, uses no proxy, and reads no more of an answer than it needs. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

export interface OtelPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly timeoutMs: number
  /** Certificates (PEM) instead of those of the system. */
  readonly certificates?: string
}
export type OtelAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: Uint8Array
      readonly isJson: boolean
      readonly retryAfterMs?: number
    }
  | { readonly kind: 'failed'; readonly message: string }

/** A partial success is short. What is longer is cut: the status says enough. */
const MAX_BYTES = 64 * 1024
const LONGEST_RETRY_MS = 10 * 60_000

/** Never rejects. */
export function postOtlp({ url, headers, body, timeoutMs, certificates }: OtelPost): Promise<OtelAnswer> {
  return new Promise((resolve) => {
    const stop = new AbortController()
    const end = (answer: OtelAnswer) => {
      clearTimeout(timer)
      resolve(answer)
      stop.abort()
    }
    const fail = (message: string) => end({ kind: 'failed', message })
    const timer = setTimeout(() => fail(`it did not answer within ${timeoutMs / 1000} s`), timeoutMs)
    const describe = (error: unknown) => {
      const { message, code } = error as NodeJS.ErrnoException
      fail(message || code || String(error))
    }
    try {
      const send = url.startsWith('https:') ? requestHttps : requestHttp
      const sent = send(
        url,
        {
          ...{ method: 'POST', agent: false, signal: stop.signal, ca: certificates },
          headers: { ...headers, 'content-length': body.length },
        },
        (answer) => {
          const status = answer.statusCode ?? 0
          const retryAfterMs = readRetryAfter(answer.headers['retry-after'])
          const isJson = /\bjson\b/.test(answer.headers['content-type'] ?? '')
          const parts: Buffer[] = []
          let size = 0
          const finish = () =>
            end({
              ...{ kind: 'answered', status, body: Buffer.concat(parts), isJson },
              ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
            })
          answer.on('error', describe)
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > MAX_BYTES) finish()
            else parts.push(part)
          })
          answer.on('end', finish)
        },
      )
      sent.on('error', describe)
      sent.end(body)
    } catch (error) {
      describe(error)
    }
  })
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.min(LONGEST_RETRY_MS, Math.max(0, ms)) : undefined
}
