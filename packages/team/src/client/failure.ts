/** Why something of the client did not come about: for people in words, for programs by its kind. */
export type FailureKind =
  /** The server, or the way to it, did not answer: try again later. */
  | 'unreachable'
  /** What came is not what was signed, or cannot be used: nothing of it is in force. */
  | 'refused'
  /** This machine is no longer one of the team's, as the server says: whether it is the team's word is still to be looked at. */
  | 'revoked'
  /** The server said no. */
  | 'denied'
  /** Another process is at it. */
  | 'busy'
  /** Something on this machine is in the way. */
  | 'local'

interface ErrorDetails {
  readonly cause?: unknown
  readonly retryAfter?: number
  readonly code?: string
  readonly statement?: string
}

/** Others' words stand in some of them, and all are kept in small files. */
const longest = 1000

export class TeamError extends Error {
  override readonly name = 'TeamError'
  readonly kind: FailureKind
  /** Seconds, where the server said when to come again. */
  readonly retryAfter?: number
  /** The code of Connect by which a server said no. */
  readonly code?: string
  /** With `revoked`: what the server gave as the team's word. */
  readonly statement?: string

  constructor(kind: FailureKind, message: string, options: ErrorDetails = {}) {
    super(message.slice(0, longest), options.cause === undefined ? {} : { cause: options.cause })
    this.kind = kind
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter
    if (options.code !== undefined) this.code = options.code
    if (options.statement !== undefined) this.statement = options.statement
  }
}

export const asTeamError = (thrown: unknown): TeamError =>
  thrown instanceof TeamError ? thrown : new TeamError('local', messageOf(thrown), { cause: thrown })

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
