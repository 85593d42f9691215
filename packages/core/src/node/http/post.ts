/** Posts the event of an HTTP hook. Uses no proxy, follows no redirect, and looks at every address before it connects. */
import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import type { Http, PostAnswer, PostRequest } from '../../runners/http.ts'
import { isReachable } from './address.ts'
import { postBounded } from './post-bounded.ts'

export const nodeHttp: Http = {
  post,
  sign: (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
  now: () => Math.floor(Date.now() / 1000),
}

const refused = (address: string): string =>
  `the address ${address} is not a public one; only "privateAddresses": true allows it`

async function post({ url, reach, ...request }: PostRequest): Promise<PostAnswer> {
  const literal = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isReachable(literal, reach)) return { kind: 'failed', message: refused(literal) }
  const answer = await postBounded({ ...request, url: new URL(url).href, lookup: checkedLookup(reach) })
  if (answer.kind === 'failed') return { ...answer, message: `the server could not be reached: ${answer.message}` }
  if (answer.kind !== 'answered') return answer
  return answer.isCut ? { kind: 'too-long' } : answered(answer.status, answer.bytes)
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
