/** The reason why a store cannot be opened, with a message for the user who starts the server. */
export type StoreErrorCode = 'in-use' | 'newer' | 'unreachable' | 'unusable' | 'wrong-key'

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
