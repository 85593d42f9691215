/** Queries for accounts and memberships. */
import type { Query } from './open.ts'
import type { Role, Row } from './schema.ts'

/** Normalizes an address, so that each spelling belongs to the same account. */
export const foldEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase()

export const findAccountByEmail = (q: Query, email: string): Promise<Row<'accounts'> | undefined> =>
  q.selectFrom('accounts').selectAll().where('email', '=', foldEmail(email)).executeTakeFirst()

export const findAccount = (q: Query, id: string): Promise<Row<'accounts'> | undefined> =>
  q.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists the teams of an account. Call it across teams. */
export const listTeams = (q: Query, accountId: string) =>
  q
    .selectFrom('members')
    .innerJoin('teams', 'teams.id', 'members.team_id')
    .leftJoin('files', (join) => join.onRef('files.team_id', '=', 'teams.id').on('files.path', '=', '1.root.json'))
    .select(['teams.id', 'teams.name', 'members.role', 'files.path as root', 'teams.requires_second_factor'])
    .where('members.account_id', '=', accountId)
    .orderBy('members.joined_at')
    .execute()

/** Reads the name of one team, and whether it has a root. Call it across teams. */
export const readTeam = (q: Query, team: string) =>
  q
    .selectFrom('teams')
    .leftJoin('files', (join) => join.onRef('files.team_id', '=', 'teams.id').on('files.path', '=', '1.root.json'))
    .select(['teams.id', 'teams.name', 'files.path as root'])
    .where('teams.id', '=', team)
    .execute()

export const findMembership = (q: Query, team: string, accountId: string): Promise<Row<'members'> | undefined> =>
  q.selectFrom('members').selectAll().where('team_id', '=', team).where('account_id', '=', accountId).executeTakeFirst()

export const findRole = async (q: Query, team: string, accountId: string): Promise<Role | undefined> =>
  (await findMembership(q, team, accountId))?.role

/** Lists the members of the transaction's team. */
export const readMembers = (q: Query) =>
  q
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select(['members.account_id', 'members.role', 'members.joined_at', 'accounts.email', 'accounts.totp_confirmed'])
    .select('members.managed_by')
    .select((e) =>
      e
        .selectFrom('security_keys')
        .select((k) => k.fn.countAll<number>().as('keys'))
        .whereRef('security_keys.account_id', '=', 'members.account_id')
        .as('keys'),
    )
    .orderBy('members.joined_at')
    .orderBy('accounts.email')
    .execute()
