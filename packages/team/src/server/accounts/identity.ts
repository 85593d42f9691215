/** Who sent a request, before it is known what they may do in a team. */
import type { Scope } from '../../wire/scopes.ts'
import type { Row } from '../store/index.ts'

export interface PersonIdentity {
  readonly kind: 'person'
  readonly account: Row<'accounts'>
  /** The id of the identity provider of the session, or of the session that created the token. Empty after a sign-in with a password. */
  readonly provider: string
  /** True if the session, or the one that created the token, had a second factor. */
  readonly hasSecondFactor: boolean
  /** When the session began. 0 for a token. */
  readonly begunAt: number
  /** A token only works for one team. */
  readonly token?: { readonly team: string; readonly name: string }
}

export interface ServiceIdentity {
  readonly kind: 'service'
  readonly team: string
  readonly name: string
  readonly scopes: readonly Scope[]
}

export type Identity = PersonIdentity | ServiceIdentity
