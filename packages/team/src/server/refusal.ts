/** The error of a request that is refused. It is thrown, so that the transaction is rolled back. Clients see the code and the message. */
import { Code, ConnectError } from '@connectrpc/connect'

const codes = {
  invalid: Code.InvalidArgument,
  'not-found': Code.NotFound,
  conflict: Code.Aborted,
  exists: Code.AlreadyExists,
  precondition: Code.FailedPrecondition,
  'too-many': Code.ResourceExhausted,
  unauthenticated: Code.Unauthenticated,
  forbidden: Code.PermissionDenied,
  unavailable: Code.Unavailable,
} as const

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: keyof typeof codes
  /** How many seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(
    code: keyof typeof codes,
    message: string,
    retryAfter?: number,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
    this.headers = headers
  }
}

export const notFound = (): Refusal => new Refusal('not-found', 'not found')

export const toConnect = ({ code, message, retryAfter, headers }: Refusal): ConnectError =>
  new ConnectError(message, codes[code], {
    ...headers,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  })
