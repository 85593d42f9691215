import type { Context } from '../../context.ts'
import type { AuditLogCheck } from '../../poll/audit-logs.ts'
import { readEntries } from '../../store/audit-log.ts'
import { isoTime, type Methods, pageFrom, pageSize } from './methods.ts'
import { getActor } from './require-role.ts'

export const createAuditLogMethods = ({ store, auditLogs }: Context) =>
  ({
    async listJournal({ before, limit }, handler) {
      const { team } = getActor(handler)
      const size = pageSize(limit)
      const from = pageFrom(before)
      const rows = await store.inTeam(team, (q) => readEntries(q, from, size + 1))
      const entries = rows.slice(0, size)
      const check = before === '' ? toCheckMessage(await auditLogs.check(team)) : undefined
      return {
        entries: entries.map(({ sequence, at, actor, action, target, detail, hash }) => ({
          sequence: BigInt(sequence),
          at: isoTime(at),
          actor,
          action,
          target,
          detail,
          hash,
        })),
        next: rows.length > size ? String(entries.at(-1)?.sequence ?? '') : '',
        ...(check === undefined ? {} : { check }),
      }
    },
  }) satisfies Methods

const toCheckMessage = ({ wholeUpTo, brokenAt, checkedAt }: AuditLogCheck) => ({
  wholeUpTo: BigInt(wholeUpTo),
  brokenAt: BigInt(brokenAt),
  checkedAt: isoTime(checkedAt),
})
