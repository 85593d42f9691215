/** Posts a signed body to a webhook. It is signed as the events of HTTP hooks are. */
import { nodeHttp } from '@hookline/core/team'

interface SignedPost {
  readonly url: string
  readonly secret: string
  readonly body: string
  readonly allowsPrivate: boolean
}
const timeoutMs = 15_000

/** Returns why it failed, or undefined. A redirect is an answer like any other that is not 2xx: a failure. */
export async function postSigned({ url, secret, body, allowsPrivate }: SignedPost): Promise<string | undefined> {
  const time = nodeHttp.now()
  const answer = await nodeHttp.post({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'hookline',
      'hookline-signature': `t=${time},v1=${nodeHttp.sign(secret, `${time}.${body}`)}`,
    },
    body,
    reach: allowsPrivate ? 'private' : undefined,
    timeoutMs,
    signal: new AbortController().signal,
    maxBytes: 64 * 1024,
  })
  if (answer.kind === 'answered')
    return answer.status >= 200 && answer.status < 300 ? undefined : `the server answered ${answer.status}`
  return answer.kind === 'failed' ? answer.message : `the server did not answer properly: ${answer.kind}`
}
