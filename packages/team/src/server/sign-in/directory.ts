/** The directory of a team: people and groups that the identity provider sends with SCIM. It decides roles before any token does. */
import type { Context } from '../context.ts'
import type { Query, Role, Row } from '../store/index.ts'
import type { ProviderConfig } from './config.ts'
import { roleOfGroups } from './membership.ts'

const settingName = (team: string): string => `directory ${team}`

/** From the first write on, only people in the directory have access. So a deleted person cannot come back with a token. */
export async function markDirectoryUsed(q: Query, team: string): Promise<void> {
  await q
    .insertInto('settings')
    .values({ name: settingName(team), value: '1' })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
}

const isDirectoryUsed = async (q: Query, team: string): Promise<boolean> =>
  (await q.selectFrom('settings').select('value').where('name', '=', settingName(team)).execute()).length > 0

type User = Row<'directory_users'>

export async function readUserRole(q: Query, config: ProviderConfig, user: User): Promise<Role | undefined> {
  if (user.active === 0) return undefined
  const groups = await q
    .selectFrom('directory_group_members')
    .innerJoin('directory_groups', 'directory_groups.id', 'directory_group_members.group_id')
    .select('directory_groups.display_name')
    .where('directory_group_members.user_id', '=', user.id)
    .execute()
  return roleOfGroups(
    config,
    groups.map(({ display_name }) => display_name),
  )
}

export interface DirectoryEntry {
  /** Undefined if the person is not in the directory. */
  readonly user: User | undefined
  readonly role: Role | undefined
}

/** Finds a person by account, or by an address that the provider has verified. Returns undefined if the team has no directory. */
export async function findDirectoryEntry(
  q: Query,
  config: ProviderConfig,
  accountId: string | undefined,
  verifiedEmail: string | undefined,
): Promise<DirectoryEntry | undefined> {
  if (!(await isDirectoryUsed(q, config.team))) return undefined
  const users = q.selectFrom('directory_users').selectAll()
  const linked =
    accountId === undefined ? undefined : await users.where('account_id', '=', accountId).executeTakeFirst()
  const unlinked = users.where('account_id', '=', '').where('user_name', '=', verifiedEmail ?? '')
  const user = linked ?? (verifiedEmail === undefined ? undefined : await unlinked.executeTakeFirst())
  return { user, role: user === undefined ? undefined : await readUserRole(q, config, user) }
}

/** From then on, a change in the directory changes the account's membership at once. */
export const linkUser = async (q: Query, userId: string, accountId: string): Promise<void> => {
  await q
    .updateTable('directory_users')
    .set({ account_id: accountId })
    .where('id', '=', userId)
    .where('account_id', '=', '')
    .execute()
}

/** The provider whose groups give roles in the team. */
export const findTeamProvider = ({ providers }: Context, team: string): ProviderConfig | undefined =>
  providers.find(({ config }) => config.team === team)?.config
