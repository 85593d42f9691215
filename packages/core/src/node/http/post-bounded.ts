/** Posts one request, for HTTP hooks and telemetry. Uses no proxy, follows no redirect, and ends by a time and a size. */
import { type IncomingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'

export interface BoundedPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly timeoutMs: number
  /** No more of an answer is read. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  readonly lookup?: LookupFunction
  /** Certificates (PEM) instead of those of the system. */
  readonly certificates?: string
}

export type BoundedAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly bytes: Buffer
      /** The answer was longer. */
      readonly isCut: boolean
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

/** Never rejects. */
export function postBounded(post: BoundedPost): Promise<BoundedAnswer> {
  const { url, headers, body, timeoutMs, maxBytes, signal, lookup, certificates } = post
  return new Promise((resolve) => {
    const stop = new AbortController()
    const end = (answer: BoundedAnswer) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      resolve(answer)
      stop.abort()
    }
    const cancel = () => end({ kind: 'cancelled' })
    const timer = setTimeout(() => end({ kind: 'timeout' }), timeoutMs)
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted === true) return cancel()
    const fail = (error: unknown) => {
      // Only errors of Node's sockets and streams arrive here.
      const { message, code } = error as NodeJS.ErrnoException
      end({ kind: 'failed', message: message || code || String(error) })
    }
    try {
      const send = url.startsWith('https:') ? requestHttps : requestHttp
      const sent = send(
        url,
        // A connection of its own: one that is kept open could lead to an address that is no longer allowed. The certificate is
        // checked whatever NODE_TLS_REJECT_UNAUTHORIZED says: the answer may open a gate.
        {
          ...{ method: 'POST', agent: false, signal: stop.signal, lookup, ca: certificates, rejectUnauthorized: true },
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (answer) => {
          const parts: Buffer[] = []
          let size = 0
          const finish = (isCut: boolean) => {
            const { statusCode: status = 0, headers: received } = answer
            end({ kind: 'answered', status, headers: received, bytes: Buffer.concat(parts), isCut })
          }
          answer.on('error', fail)
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > maxBytes) finish(true)
            else parts.push(part)
          })
          answer.on('end', () => finish(false))
        },
      )
      sent.on('error', fail)
      sent.end(body)
    } catch (error) {
      fail(error)
    }
  })
}
