/** Unary Connect calls over our own HTTP exchange: it knows the whole body before sending, so the body can be signed. */
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
import { exchange, type HttpResponse } from './http.ts'

export interface Server {
  readonly url: string
  readonly timeoutMs: number
  /** Headers that authenticate the request. */
  headersFor?(method: string, path: string, body: Uint8Array): Readonly<Record<string, string>>
  /** Receives each response, for example to read cookies. */
  onResponse?(response: HttpResponse): void
}

export const maxResponseBytes = 16 * 2 ** 20
const maxMessageLength = 500

export async function call<I extends DescMessage, O extends DescMessage>(
  server: Server,
  method: DescMethodUnary<I, O>,
  message: MessageInitShape<I>,
): Promise<MessageShape<O>> {
  const path = `/${method.parent.typeName}/${method.name}`
  const body = toBinary(method.input, create(method.input, message))
  const response = await exchange({
    method: 'POST',
    url: `${server.url}${path}`,
    headers: {
      'content-type': 'application/proto',
      'connect-protocol-version': '1',
      ...server.headersFor?.('POST', path, body),
    },
    body,
    maxBytes: maxResponseBytes,
    timeoutMs: server.timeoutMs,
  })
  server.onResponse?.(response)
  if (response.status !== 200) throw toTeamError(response, server.url)
  if (response.headers.get('content-type') !== 'application/proto') throw notATeamServer(server.url)
  try {
    return fromBinary(method.output, response.body)
  } catch (thrown) {
    throw new TeamError('refused', `${server.url} sent an invalid response to ${method.name}`, {
      cause: thrown,
    })
  }
}

export const notATeamServer = (url: string, status = 0) =>
  new TeamError(
    'unreachable',
    `${url} responded, but it is not a team server. Check the address, and whether the network shows a sign-in page`,
    status === 404 ? { code: 'not_found' } : {},
  )

/** Only trusts errors in Connect's format. A page of a proxy does not come from the team server, whatever its status. */
export function toTeamError(response: HttpResponse, url: string): TeamError {
  const error = parseConnectError(response)
  if (error === undefined)
    return response.status >= 500 ? unavailableError(response, url) : notATeamServer(url, response.status)
  const statement = response.headers.get(revokedHeader)
  if (response.status === 403 && error.code === 'permission_denied' && statement !== null)
    return new TeamError('revoked', `${url} reports: ${error.message}`, { statement })
  if (error.code === 'unavailable' || response.status >= 500 || response.status === 429)
    return unavailableError(response, url, error.message)
  return new TeamError('denied', error.message, { code: error.code })
}

function unavailableError(
  response: HttpResponse,
  url: string,
  message = `the server responded with status ${response.status}`,
): TeamError {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new TeamError('unreachable', `${url}: ${message}`, Number.isFinite(retryAfter) ? { retryAfter } : {})
}

function parseConnectError({
  headers,
  body,
}: HttpResponse): { readonly code: string; readonly message: string } | undefined {
  if (headers.get('content-type')?.startsWith('application/json') !== true) return undefined
  try {
    // The next line checks the code. If the body is null, this line throws.
    const { code, message = '' } = JSON.parse(body.toString('utf8')) as { code?: unknown; message?: unknown }
    return typeof code === 'string' ? { code, message: String(message).slice(0, maxMessageLength) } : undefined
  } catch {
    return undefined
  }
}
