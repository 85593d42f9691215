/** Why a sign-in with an identity provider failed. The page shows a text for the code, and the detail is only logged. */
export type SignInFailureCode =
  | 'expired'
  | 'cancelled'
  | 'refused'
  | 'unavailable'
  | 'unverified'
  | 'domain'
  | 'exists'
  | 'linked-elsewhere'
  | 'no-role'

export class SignInFailure extends Error {
  override readonly name = 'SignInFailure'
  readonly code: SignInFailureCode
  constructor(code: SignInFailureCode, detail = '', options?: ErrorOptions) {
    super(detail === '' ? code : `${code}: ${detail}`, options)
    this.code = code
  }
}
