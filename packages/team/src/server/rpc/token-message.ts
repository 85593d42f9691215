/** Converts a token for its owner and for the owners of the team. */
import type { readTokens } from '../accounts/tokens.ts'
import { isoTime } from './admin/methods.ts'

export const toTokenMessage = (row: Awaited<ReturnType<typeof readTokens>>[0]) => ({
  id: row.id,
  teamId: row.team_id,
  teamName: row.team_name,
  name: row.name,
  email: row.email,
  createdAt: isoTime(row.created_at),
  usedAt: isoTime(row.used_at === 0 ? null : row.used_at),
})
