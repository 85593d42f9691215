/** One-time links: the owner's of a new team, and invitations. */
import type { Context } from '../context.ts'
import { Refusal } from '../refusal.ts'
import { hashOf, newSecret, newTeamId } from '../secrets.ts'
import { StartError } from '../start-error.ts'
import type { Query, Role, Row } from '../store/index.ts'
import { append } from '../store/journal.ts'

const dayMs = 24 * 3_600_000
const lives = { owner: dayMs, invite: 7 * dayMs } as const

/** The secret is in the fragment: no server and no proxy on the way ever logs it. */
export const linkTo = (context: Context, secret: string): string => `${context.publicUrl()}/accept#${secret}`

export interface NewLink {
  readonly kind: 'owner' | 'invite'
  readonly role: Role
  readonly email: string
  readonly author: string
}

export async function makeLink(q: Query, team: string, link: NewLink, now: number): Promise<string> {
  await q.deleteFrom('links').where('expires_at', '<=', now).execute()
  const secret = newSecret()
  const times = { created_at: now, expires_at: now + lives[link.kind] }
  await q
    .insertInto('links')
    .values({ team_id: team, hash: hashOf(secret), ...link, ...times })
    .execute()
  return secret
}

export const findLink = (q: Query, secret: string, now: number): Promise<Row<'links'> | undefined> =>
  q.selectFrom('links').selectAll().where('hash', '=', hashOf(secret)).where('expires_at', '>', now).executeTakeFirst()

/** Of two who come at once one gets it. An owner's link takes the team's other owner's links along. */
export async function useLink(q: Query, link: Row<'links'>): Promise<void> {
  const { numDeletedRows } = await q.deleteFrom('links').where('hash', '=', link.hash).executeTakeFirst()
  if (numDeletedRows !== 1n) throw usedUp()
  if (link.kind === 'owner') await q.deleteFrom('links').where('kind', '=', 'owner').execute()
}

export const usedUp = (): Refusal =>
  new Refusal('not-found', 'this link is not valid: it was used, or its time is over. Ask for another one.')

export interface OwnerWish {
  readonly newTeam?: boolean | undefined
  readonly ownerOf?: string | undefined
}

/** For the owner of a team nobody is in yet: the first one, made here, or one more. Undefined: there is nothing to do. */
export async function ownerSecret(context: Context, options: OwnerWish): Promise<string | undefined> {
  const { store, now } = context
  if (options.ownerOf !== undefined) return anotherOwner(context, options.ownerOf)
  const another = options.newTeam === true
  const team = await store.acrossTeams(async (q) => {
    // Replicas that start together make one team: the row is their lock.
    await q
      .insertInto('settings')
      .values({ name: 'first-team', value: newTeamId() })
      .onConflict((c) => c.column('name').doUpdateSet({ name: 'first-team' }))
      .execute()
    const known = await q.selectFrom('teams').select('id').limit(1).executeTakeFirst()
    if (known === undefined) return makeTeam(q, await firstId(q), now())
    if (another) return (await emptyTeam(q)) ?? makeTeam(q, newTeamId(), now())
    const anybody = await q.selectFrom('members').select('account_id').limit(1).executeTakeFirst()
    return anybody === undefined ? known.id : undefined
  })
  if (team === undefined) return undefined
  const link: NewLink = { kind: 'owner', role: 'owner', email: '', author: 'the first start' }
  return store.inTeam(team, (q) => makeLink(q, team, link, now()))
}

/** Whoever can start the server on its data can have everything in it: this is no more, and stands in the journal. */
async function anotherOwner({ store, now }: Context, named: string): Promise<string> {
  const teams = await store.acrossTeams((q) => q.selectFrom('teams').select(['id', 'name']).execute())
  const [team, more] = teams.filter(({ id, name }) => named === '' || named === id || named === name)
  const listed = teams.map(({ id, name }) => `${id} (${name})`).join(', ')
  if (team === undefined) throw new StartError(`there is no team "${named}" here: ${listed}`)
  if (more !== undefined) throw new StartError(`which team? --owner-link takes its id: ${listed}`)
  const author = 'the server’s own terminal'
  return store.inTeam(team.id, async (q) => {
    await append(q, team.id, now(), {
      actor: author,
      action: 'member.invited',
      target: 'an owner',
      detail: { role: 'owner' },
    })
    return makeLink(q, team.id, { kind: 'invite', role: 'owner', email: '', author }, now())
  })
}

const emptyTeam = async (q: Query): Promise<string | undefined> =>
  (
    await q
      .selectFrom('teams')
      .leftJoin('members', 'members.team_id', 'teams.id')
      .select('teams.id')
      .where('members.account_id', 'is', null)
      .limit(1)
      .executeTakeFirst()
  )?.id

const firstId = async (q: Query): Promise<string> =>
  (await q.selectFrom('settings').select('value').where('name', '=', 'first-team').executeTakeFirstOrThrow()).value

export async function makeTeam(q: Query, id: string, now: number): Promise<string> {
  const start = { journal_sequence: 0, journal_hash: '', last_hook_id: 0, revision: 0 }
  await q
    .insertInto('teams')
    .values({ id, name: 'Team', created_at: now, ...start })
    .execute()
  return id
}
