/** A token as it is shown, to its owner and to the team's. */
import type { tokensOf } from '../accounts/tokens.ts'
import { isoTime } from './admin/methods.ts'

export const tokenOf = (row: Awaited<ReturnType<typeof tokensOf>>[0]) => ({
  id: row.id,
  teamId: row.team_id,
  teamName: row.team_name,
  name: row.name,
  email: row.email,
  createdAt: isoTime(row.created_at),
  usedAt: isoTime(row.used_at === 0 ? null : row.used_at),
})
