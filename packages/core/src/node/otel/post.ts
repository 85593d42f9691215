/** Posts one request to a collector, and reads what its answer says. */
import { type BoundedPost, postBounded } from '../http/post-bounded.ts'

export type OtelPost = Omit<BoundedPost, 'maxBytes' | 'signal' | 'lookup'>
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
export async function postOtlp(post: OtelPost): Promise<OtelAnswer> {
  const answer = await postBounded({ ...post, maxBytes: MAX_BYTES })
  if (answer.kind === 'failed') return answer
  if (answer.kind !== 'answered')
    return { kind: 'failed', message: `it did not answer within ${post.timeoutMs / 1000} s` }
  const { status, headers, bytes: body } = answer
  const retryAfterMs = readRetryAfter(headers['retry-after'])
  const isJson = /\bjson\b/.test(headers['content-type'] ?? '')
  return { kind: 'answered', status, body, isJson, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(ms) ? Math.min(LONGEST_RETRY_MS, Math.max(0, ms)) : undefined
}
