/** Connect's unary calls, over our own bounded exchange: the body is known before it is sent, so it can be signed. */
import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { revokedHeader } from '../wire/revocation.ts'
import { TeamError } from './failure.ts'
import { type Answer, exchange } from './http.ts'

export interface Server {
  readonly url: string
  readonly timeoutMs: number
  /** What proves who asks. */
  headersFor?(method: string, path: string, body: Uint8Array): Readonly<Record<string, string>>
  /** Sees each answer, for cookies. */
  answered?(answer: Answer): void
}

const largestAnswer = 16 * 2 ** 20
const longestMessage = 500

export async function call<I extends DescMessage, O extends DescMessage>(
  server: Server,
  method: DescMethodUnary<I, O>,
  message: MessageInitShape<I>,
): Promise<MessageShape<O>> {
  const path = `/${method.parent.typeName}/${method.name}`
  const body = toBinary(method.input, create(method.input, message))
  const answer = await exchange({
    method: 'POST',
    url: `${server.url}${path}`,
    headers: {
      'content-type': 'application/proto',
      'connect-protocol-version': '1',
      ...server.headersFor?.('POST', path, body),
    },
    body,
    maxBytes: largestAnswer,
    timeoutMs: server.timeoutMs,
  })
  server.answered?.(answer)
  if (answer.status !== 200) throw refusalIn(answer, server.url)
  if (answer.headers.get('content-type') !== 'application/proto') throw noServer(server.url)
  try {
    return fromBinary(method.output, answer.body)
  } catch (thrown) {
    throw new TeamError('refused', `${server.url} answered something else than this call has as an answer`, {
      cause: thrown,
    })
  }
}

const noServer = (url: string) =>
  new TeamError(
    'unreachable',
    `${url} answered, but not as a team server does: is it the right address, or a sign-in page of the network?`,
  )

/** Only an answer in Connect's own form is a word of the server's: a page of a proxy, whatever its code, is none. */
export function refusalIn(answer: Answer, url: string): TeamError {
  const said = errorIn(answer)
  if (said === undefined) return answer.status >= 500 ? away(answer, url) : noServer(url)
  const statement = answer.headers.get(revokedHeader)
  if (answer.status === 403 && said.code === 'permission_denied' && statement !== null)
    return new TeamError('revoked', `${url} says: ${said.message}`, { statement })
  if (said.code === 'unavailable' || answer.status >= 500 || answer.status === 429)
    return away(answer, url, said.message)
  return new TeamError('denied', said.message, { code: said.code })
}

function away(answer: Answer, url: string, message = `it answered ${answer.status}`): TeamError {
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new TeamError('unreachable', `${url}: ${message}`, Number.isFinite(retryAfter) ? { retryAfter } : {})
}

function errorIn({ headers, body }: Answer): { readonly code: string; readonly message: string } | undefined {
  if (headers.get('content-type')?.startsWith('application/json') !== true) return undefined
  try {
    const { code, message = '' } = JSON.parse(body.toString('utf8')) as { code?: unknown; message?: unknown }
    return typeof code === 'string' ? { code, message: String(message).slice(0, longestMessage) } : undefined
  } catch {
    return undefined
  }
}
