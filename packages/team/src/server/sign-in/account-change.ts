/** A change of an account, to be recorded in the audit logs of all its teams after the transaction of the provider's team. */
import type { AuditEvent } from '../store/audit-log.ts'
import type { Row } from '../store/index.ts'

export interface AccountChange {
  readonly account: Row<'accounts'>
  readonly event: AuditEvent
  /** The address before the change, if it has changed. */
  readonly formerEmail?: string
}
