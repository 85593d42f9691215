/** The error of the client: a message for people and a kind for programs. */
export type FailureKind =
  /** The server or the network did not respond. Try again later. */
  | 'unreachable'
  /** The data does not match its signature or is invalid. None of it is in force. */
  | 'refused'
  /** The server reports that this machine was revoked. The caller still has to verify the team's signature. */
  | 'revoked'
  /** The server denied the request. */
  | 'denied'
  /** Another process works on the same team. */
  | 'busy'
  /** The cause is on this machine. */
  | 'local'

interface ErrorDetails {
  readonly cause?: unknown
  readonly retryAfter?: number
  readonly code?: string
  readonly statement?: string
}

/** Messages can contain text from a server and are stored in small files, so their length is limited. */
const maxMessageLength = 1000

export class TeamError extends Error {
  override readonly name = 'TeamError'
  readonly kind: FailureKind
  /** How many seconds to wait before the next request, if the server sent a number. */
  readonly retryAfter?: number
  /** The Connect error code of the server. */
  readonly code?: string
  /** With `revoked`: the signed statement that the server sent. */
  readonly statement?: string

  constructor(kind: FailureKind, message: string, options: ErrorDetails = {}) {
    super(message.slice(0, maxMessageLength), options.cause === undefined ? {} : { cause: options.cause })
    this.kind = kind
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter
    if (options.code !== undefined) this.code = options.code
    if (options.statement !== undefined) this.statement = options.statement
  }
}

export const asTeamError = (thrown: unknown): TeamError =>
  thrown instanceof TeamError ? thrown : new TeamError('local', messageOf(thrown), { cause: thrown })

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
