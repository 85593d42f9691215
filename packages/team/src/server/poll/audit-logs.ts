/**
 * Verifies the audit logs of the teams: completely at the start and every hour, and the new entries when a user opens the
 * log. A log must not become shorter than this process has seen it.
 */
import type { Context } from '../context.ts'
import { chainStart, type Verified, verifyNext } from '../store/verify-audit-log.ts'

export interface AuditLogCheck {
  readonly wholeUpTo: number
  /** The first broken entry, or 0 if there is none. */
  readonly brokenAt: number
  /** When all entries were last verified. */
  readonly checkedAt: number
}

export interface AuditLogs {
  checkAll(): Promise<void>
  check(team: string): Promise<AuditLogCheck>
}

type AuditLogContext = Pick<Context, 'store' | 'now' | 'log'>

interface CheckedLog {
  readonly verified: Verified
  readonly brokenAt: number
  readonly checkedAt: number
}

export function createAuditLogs({ store, now, log }: AuditLogContext): AuditLogs {
  const known = new Map<string, CheckedLog>()
  const verifyToEnd = async (team: string, from: Verified) => {
    let step = await store.inTeam(team, (q) => verifyNext(q, from))
    // Use one transaction for each part, so that others do not wait for a long log.
    while (!step.isEnd) {
      const { to } = step
      step = await store.inTeam(team, (q) => verifyNext(q, to))
    }
    return step
  }
  const checkFull = async (team: string): Promise<CheckedLog> => {
    const before = known.get(team)
    const { to, brokenAt = 0 } = await verifyToEnd(team, chainStart)
    const isShorter = brokenAt === 0 && to.sequence < (before?.verified.sequence ?? 0)
    const result = { verified: to, brokenAt: isShorter ? to.sequence + 1 : brokenAt, checkedAt: now() }
    // Keep the longest length that was seen.
    known.set(team, isShorter && before !== undefined ? { ...result, verified: before.verified } : result)
    if (result.brokenAt !== 0)
      log(
        `the audit log of team ${team} is broken at entry ${result.brokenAt}: the database was changed outside of hookline`,
      )
    return result
  }
  const checkNew = async (team: string, before: CheckedLog): Promise<CheckedLog> => {
    if (before.brokenAt !== 0) return before
    const { to, brokenAt = 0 } = await verifyToEnd(team, before.verified)
    const result = { ...before, verified: to, brokenAt }
    known.set(team, result)
    return result
  }
  return {
    async checkAll() {
      const teams = await store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
      for (const { id } of teams) await checkFull(id)
    },
    async check(team) {
      const before = known.get(team)
      const { verified, brokenAt, checkedAt } =
        before === undefined ? await checkFull(team) : await checkNew(team, before)
      return { wholeUpTo: brokenAt === 0 ? verified.sequence : brokenAt - 1, brokenAt, checkedAt }
    },
  }
}
