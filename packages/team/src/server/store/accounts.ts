/** Accounts, their sessions and tokens, and who is in which team. */
import type { Query } from './open.ts'
import type { Role, Row } from './schema.ts'

/** One account an address, however it is typed. */
export const foldEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

export const accountByEmail = (q: Query, email: string): Promise<Row<'accounts'> | undefined> =>
  q.selectFrom('accounts').selectAll().where('email', '=', foldEmail(email)).executeTakeFirst()

export const accountById = (q: Query, id: string): Promise<Row<'accounts'> | undefined> =>
  q.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

/** Across teams: where the account may go. */
export const listTeams = (q: Query, accountId: string) =>
  q
    .selectFrom('members')
    .innerJoin('teams', 'teams.id', 'members.team_id')
    .leftJoin('files', (join) => join.onRef('files.team_id', '=', 'teams.id').on('files.path', '=', '1.root.json'))
    .select(['teams.id', 'teams.name', 'members.role', 'files.path as root'])
    .where('members.account_id', '=', accountId)
    .orderBy('members.joined_at')
    .execute()

export const roleOf = async (q: Query, team: string, accountId: string): Promise<Role | undefined> =>
  (
    await q
      .selectFrom('members')
      .select('role')
      .where('team_id', '=', team)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
  )?.role

/** In a team. */
export const membersOf = (q: Query) =>
  q
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['members.account_id', 'members.role', 'members.joined_at', 'accounts.email', 'accounts.totp_confirmed'])
    .orderBy('members.joined_at')
    .orderBy('accounts.email')
    .execute()
