/** Errors of SCIM (RFC 7644, section 3.12). They are thrown, so that the transaction is rolled back. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'noTarget'
  | 'uniqueness'
  | 'mutability'

export class ScimError extends Error {
  override readonly name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: number, message: string, scimType?: ScimType) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

export const invalid = (message: string, type: ScimType = 'invalidValue'): ScimError =>
  new ScimError(400, message, type)
export const missing = (): ScimError => new ScimError(404, 'not found')

export const toErrorBody = ({ status, scimType, message }: ScimError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail: message,
})
