/** What a job says when it will not: thrown, so that the transaction around it is undone. The wire shows code and message. */
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
} as const

export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: keyof typeof codes
  /** Seconds after which it may be otherwise. */
  readonly retryAfter: number | undefined
  constructor(code: keyof typeof codes, message: string, retryAfter?: number) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }
}

export const notFound = (): Refusal => new Refusal('not-found', 'there is no such thing')

export const toConnect = ({ code, message, retryAfter }: Refusal): ConnectError =>
  new ConnectError(message, codes[code], retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) })
