/** `@hookline/packs`: ready-made hooks. */
export { auditDirectory } from './audit/pack.ts'
export { type AuditReport, verifyAudit } from './audit/verify.ts'
export { packs } from './packs.ts'
