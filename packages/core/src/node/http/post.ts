/** Posts the event of an HTTP hook. Uses no proxy, follows no redirect, and looks at every address before it connects. */
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import type { Http, PostAnswer, PostRequest } from '../../runners/http.ts'
import { isReachable } from './address.ts'

export const nodeHttp: Http = {
  post,
  sign: (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
  now: () => Math.floor(Date.now() / 1000),
}

const refused = (address: string): string =>
  `the address ${address} is not a public one; only "privateAddresses": true allows it`

function post({ url, headers, body, reach, timeoutMs, signal, maxBytes }: PostRequest): Promise<PostAnswer> {
  const { hostname, protocol } = new URL(url)
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isReachable(literal, reach))
    return Promise.resolve({ kind: 'failed', message: refused(literal) })
  return new Promise((resolve) => {
    const stop = new AbortController()
    const end = (answer: PostAnswer) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      resolve(answer)
      stop.abort()
    }
    const cancel = () => end({ kind: 'cancelled' })
    const timer = setTimeout(() => end({ kind: 'timeout' }), timeoutMs)
    signal.addEventListener('abort', cancel, { once: true })
    if (signal.aborted) return cancel()
    const fail = (error: unknown) => end({ kind: 'failed', message: describe(error) })
    try {
      const send = protocol === 'https:' ? requestHttps : requestHttp
      const length = Buffer.byteLength(body)
      const sent = send(
        url,
        // A connection of its own: one that is kept open could lead to an address that is no longer allowed.
        {
          ...{ method: 'POST', agent: false, signal: stop.signal, lookup: checkedLookup(reach) },
          headers: { ...headers, 'content-length': length },
        },
        (answer) => {
          const parts: Buffer[] = []
          let size = 0
          answer.on('error', fail)
          answer.on('data', (part: Buffer) => {
            size += part.length
            if (size > maxBytes) end({ kind: 'too-long' })
            else parts.push(part)
          })
          answer.on('end', () => end(answered(answer.statusCode ?? 0, Buffer.concat(parts))))
        },
      )
      sent.on('error', fail)
      sent.end(body)
    } catch (error) {
      fail(error)
    }
  })
}

function answered(status: number, bytes: Buffer): PostAnswer {
  const body = bytes.toString('utf8')
  return { kind: 'answered', status, body, badEncoding: !Buffer.from(body, 'utf8').equals(bytes) }
}

/** Resolves a name, and hands over only addresses that may be connected to, so that the answer cannot change in between. */
const checkedLookup =
  (reach: PostRequest['reach']): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const allowed = addresses.filter(({ address }) => isReachable(address, reach))
      const [first] = allowed
      if (first === undefined) return callback(new Error(refused(addresses[0]?.address ?? hostname)), '')
      if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })

const describe = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException
  return `the server could not be reached: ${message || code || String(error)}`
}
