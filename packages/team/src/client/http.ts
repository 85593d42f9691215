/** One bounded HTTP exchange: no redirects, no endless answers, no waiting for ever. */
import { messageOf, TeamError } from './failure.ts'

export interface Ask {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  readonly maxBytes: number
  readonly timeoutMs: number
}
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
}

export async function exchange({ method, url, headers = {}, body, maxBytes, timeoutMs }: Ask): Promise<Answer> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(new Error(`no whole answer within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    const send = () =>
      fetch(url, {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
        redirect: 'manual',
        signal: ended.signal,
      })
    // A connection that was kept may just have been closed at the other end: what only reads is asked once more.
    const response = await (method === 'GET' ? send().catch(send) : send())
    const read = await readAll(response, maxBytes, ended)
    return { status: response.status, headers: response.headers, body: read }
  } catch (thrown) {
    if (thrown instanceof TeamError) throw thrown
    throw new TeamError('unreachable', `${new URL(url).origin} cannot be reached: ${reasonOf(thrown, ended.signal)}`, {
      cause: thrown,
    })
  } finally {
    clearTimeout(timer)
  }
}

async function readAll(response: Response, maxBytes: number, ended: AbortController): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) {
      ended.abort()
      throw new TeamError('refused', `the answer is longer than the ${maxBytes} bytes that it may have`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** fetch says "fetch failed"; the reason is in what it was caused by. */
function reasonOf(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return messageOf(signal.reason)
  const { cause } = thrown as { readonly cause?: unknown }
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const said = cause === undefined ? messageOf(thrown) : messageOf(cause)
  return Object.hasOwn(reasons, code) ? `${reasons[code]} (${said})` : said
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Is the address right, and is the server running?',
  ENOTFOUND: 'there is no such host. Is the address right?',
  ENETUNREACH: 'this machine has no way there. Is it connected?',
}

/** http only to this machine itself: a code or a token must not cross a network in the open. */
export function readServerUrl(text: string, allowHttp = false): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const meant = /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(text) ? `http://${text}` : 'https://hooks.example.com'
    throw new TeamError('local', `"${text}" is no address of a team server: it is written as ${meant}`)
  }
  if (!['/', '/accept'].includes(url.pathname))
    throw new TeamError('local', `a team server has no path: did you mean ${url.origin}?`)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:' && !isHere && !allowHttp)
    throw new TeamError(
      'local',
      `${url.origin} has no TLS: what is sent there can be read on the way. Use https, or --allow-http in a network you trust`,
    )
  return url.origin
}
