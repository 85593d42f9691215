/** One HTTP exchange with limits on size and time, and without redirects. */
import { messageOf, TeamError } from './failure.ts'

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly maxBytes: number
  readonly timeoutMs: number
}
export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

export async function exchange({
  method,
  url,
  headers = {},
  body,
  maxBytes,
  timeoutMs,
}: HttpRequest): Promise<HttpResponse> {
  requireCertificates(url)
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(new Error(`no complete response within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const send = () =>
      fetch(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
        redirect: 'manual',
        signal: abort.signal,
      })
    // The server may just have closed a reused connection. Retry once if the request only reads.
    const response = await (method === 'GET' ? send().catch(send) : send())
    const read = await readAll(response, maxBytes, abort)
    return { status: response.status, headers: response.headers, body: read }
  } catch (thrown) {
    if (thrown instanceof TeamError) throw thrown
    throw new TeamError(
      'unreachable',
      `${new URL(url).origin} cannot be reached: ${describeFailure(thrown, abort.signal)}`,
      {
        cause: thrown,
      },
    )
  } finally {
    clearTimeout(timer)
  }
}

/** A request carries the token of the device or of a member, which no server in between may read. */
function requireCertificates(url: string): void {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0' || new URL(url).protocol !== 'https:') return
  throw new TeamError(
    'local',
    `NODE_TLS_REJECT_UNAUTHORIZED is 0, so the certificate of ${new URL(url).origin} would not be checked. Unset it. For a certificate of your own authority, set NODE_EXTRA_CA_CERTS to its file.`,
  )
}

async function readAll(response: Response, maxBytes: number, abort: AbortController): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) {
      abort.abort()
      throw new TeamError('refused', `the response is longer than the limit of ${maxBytes} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** fetch only reports "fetch failed". The reason is in the cause. */
function describeFailure(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return messageOf(signal.reason)
  // A failed fetch throws an error. The cause is checked below.
  const { cause } = thrown as { readonly cause?: unknown }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const message = cause === undefined ? messageOf(thrown) : messageOf(cause)
  return Object.hasOwn(reasons, code) ? `${reasons[code]} (${message})` : message
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server listens at this address. Check the address and that the server is running',
  ENOTFOUND: 'the host name does not exist. Check the address',
  ENETUNREACH: 'the network is unreachable. Check the connection of this machine',
}

/** Allows http only for this machine itself: a code or a token must not cross a network unencrypted. */
export function readServerUrl(text: string, allowHttp = false): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const example = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(text) ? `http://${text}` : 'https://hooks.example.com'
    throw new TeamError('local', `"${text}" is not the address of a team server. Write it like this: ${example}`)
  }
  if (!['/', '/accept'].includes(url.pathname))
    throw new TeamError('local', `the address of a team server has no path. Use ${url.origin}`)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere && !allowHttp)
    throw new TeamError(
      'local',
      `${url.origin} does not use TLS, so others on the network can read passwords and codes. Use https, or add --allow-http on a network you trust`,
    )
  return url.origin
}
