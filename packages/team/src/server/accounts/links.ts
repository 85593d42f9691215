/** One-time links: for the owner of a new team, and invitations. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf, newSecret, newTeamId } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Role, Row } from '../store/index.ts'

const dayMs = 24 * 3_600_000
const lifetimes = { owner: dayMs, invite: 7 * dayMs } as const

/** The secret is in the fragment, so no server or proxy logs it. */
export const formatLink = (context: Context, secret: string): string => `${context.publicUrl()}/accept#${secret}`

export interface NewLink {
  readonly kind: 'owner' | 'invite'
  readonly role: Role
  readonly email: string
  readonly author: string
}

export async function makeLink(q: Query, team: string, link: NewLink, now: number): Promise<string> {
  await q.deleteFrom('links').where('expires_at', '<=', now).execute()
  const secret = newSecret()
  const times = { created_at: now, expires_at: now + lifetimes[link.kind] }
  await q
    .insertInto('links')
    .values({ team_id: team, hash: hashOf(secret), ...link, ...times })
    .execute()
  return secret
}

export const findLink = (q: Query, secret: string, now: number): Promise<Row<'links'> | undefined> =>
  q.selectFrom('links').selectAll().where('hash', '=', hashOf(secret)).where('expires_at', '>', now).executeTakeFirst()

/** Only one of two parallel requests succeeds. Using an owner link deletes the team's other owner links. */
export async function useLink(q: Query, link: Row<'links'>): Promise<void> {
  const { numDeletedRows } = await q.deleteFrom('links').where('hash', '=', link.hash).executeTakeFirst()
  if (numDeletedRows !== 1n) throw invalidLink()
  if (link.kind === 'owner') await q.deleteFrom('links').where('kind', '=', 'owner').execute()
}

export const invalidLink = (): Refusal =>
  new Refusal('not-found', 'this link is not valid: it was used or has expired. Ask for a new one.')

export interface OwnerLinkOptions {
  readonly newTeam?: boolean | undefined
  readonly ownerOf?: string | undefined
}

/** Creates the secret of an owner link for a team without members, and the team if necessary. Returns undefined if no link is needed. */
export async function createOwnerSecret(context: Context, options: OwnerLinkOptions): Promise<string | undefined> {
  const { store, now } = context
  if (options.ownerOf !== undefined) return inviteOwner(context, options.ownerOf)
  const wantsNewTeam = options.newTeam === true
  const team = await store.acrossTeams(async (q) => {
    // This row is a lock, so that replicas that start together create only one team.
    await q
      .insertInto('settings')
      .values({ name: 'first-team', value: newTeamId() })
      .onConflict((c) => c.column('name').doUpdateSet({ name: 'first-team' }))
      .execute()
    const known = await q.selectFrom('teams').select('id').limit(1).executeTakeFirst()
    if (known === undefined) return makeTeam(q, await readFirstTeamId(q), now())
    if (wantsNewTeam) return (await findEmptyTeam(q)) ?? makeTeam(q, newTeamId(), now())
    const member = await q.selectFrom('members').select('account_id').limit(1).executeTakeFirst()
    return member === undefined ? known.id : undefined
  })
  if (team === undefined) return undefined
  const link: NewLink = { kind: 'owner', role: 'owner', email: '', author: 'the first start' }
  return store.inTeam(team, (q) => makeLink(q, team, link, now()))
}

/** A user who can start the server on its data has access to all of it anyway. The audit log records the link. */
async function inviteOwner({ store, now }: Context, named: string): Promise<string> {
  const teams = await store.acrossTeams((q) => q.selectFrom('teams').select(['id', 'name']).execute())
  const [team, second] = teams.filter(({ id, name }) => named === '' || named === id || named === name)
  const teamList = teams.map(({ id, name }) => `${id} (${name})`).join(', ')
  if (team === undefined) throw new StartError(`there is no team "${named}" here: ${teamList}`)
  if (second !== undefined)
    throw new StartError(`there are several teams. Choose one with --owner-link <id>: ${teamList}`)
  const author = 'the server’s own terminal'
  return store.inTeam(team.id, async (q) => {
    await recordEvent(q, team.id, now(), {
      actor: author,
      action: 'member.invited',
      target: 'an owner',
      detail: { role: 'owner' },
    })
    return makeLink(q, team.id, { kind: 'invite', role: 'owner', email: '', author }, now())
  })
}

const findEmptyTeam = async (q: Query): Promise<string | undefined> =>
  (
    await q
      .selectFrom('teams')
      .leftJoin('members', 'members.team_id', 'teams.id')
      .select('teams.id')
      .where('members.account_id', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )?.id

const readFirstTeamId = async (q: Query): Promise<string> =>
  (await q.selectFrom('settings').select('value').where('name', '=', 'first-team').executeTakeFirstOrThrow()).value

export async function makeTeam(q: Query, id: string, now: number): Promise<string> {
  const start = { journal_sequence: 0, journal_hash: '', last_hook_id: 0, revision: 0 }
  await q
    .insertInto('teams')
    .values({ id, name: 'Team', created_at: now, ...start, requires_second_factor: 0 })
    .execute()
  return id
}
