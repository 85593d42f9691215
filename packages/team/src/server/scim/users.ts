/** `/scim/v2/Users`: the people of a team's directory. */
import type { JsonObject } from '@hookline/core/protocol'
import { newId } from '../secrets.ts'
import { foldEmail } from '../store/accounts.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { applyUser } from './apply.ts'
import { invalid, missing, ScimError } from './error.ts'
import { readFilter } from './filter.ts'
import { groupBy, listResources } from './list.ts'
import { type Operation, readOperations } from './patch.ts'
import { metaOf, requireVersion, type ScimRequest } from './request.ts'
import { readBoolean, readField, readMessage, readText, readUserName } from './values.ts'

type User = Row<'directory_users'>

const columns = { userName: 'user_name', externalId: 'external_id', id: 'id', active: 'active' } as const

export function listUsers(q: Query, request: ScimRequest): Promise<object> {
  const text = request.query.get('filter')
  let rows = q.selectFrom('directory_users')
  if (text !== null) {
    const { attribute, value } = readFilter(text, ['userName', 'externalId', 'id', 'active'])
    if (attribute === 'active' && !/^(true|false)$/i.test(value))
      throw invalid('active is true or false', 'invalidFilter')
    const isActive = value.toLowerCase() === 'true'
    const stored = { active: isActive ? 1 : 0, userName: foldEmail(value), externalId: value, id: value }
    // Each value has the type of the column that its attribute names.
    rows = rows.where(columns[attribute], '=', stored[attribute] as never)
  }
  const total = rows.select((e) => e.fn.countAll<number>().as('total'))
  const page = rows.selectAll().orderBy('created_at').orderBy('id')
  return listResources(request, { total, page }, (users) => toUserResources(q, request, users))
}

export async function findUser(q: Query, id: string): Promise<User> {
  const user = await q.selectFrom('directory_users').selectAll().where('id', '=', id).executeTakeFirst()
  if (user === undefined) throw missing()
  return user
}

export async function toUserResource(q: Query, request: ScimRequest, user: User): Promise<object> {
  return (await toUserResources(q, request, [user]))[0] ?? {}
}

async function toUserResources(q: Query, request: ScimRequest, users: readonly User[]): Promise<readonly object[]> {
  const ids = users.map(({ id }) => id)
  if (ids.length === 0) return []
  const groups = await q
    .selectFrom('directory_group_members')
    .innerJoin('directory_groups', 'directory_groups.id', 'directory_group_members.group_id')
    .select(['directory_group_members.user_id', 'directory_groups.id', 'directory_groups.display_name'])
    .where('directory_group_members.user_id', 'in', ids)
    .orderBy('directory_groups.display_name')
    .execute()
  const byUser = groupBy(groups, ({ user_id }) => user_id)
  return users.map((user) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    ...{ id: user.id, userName: user.user_name, active: user.active === 1 },
    ...(user.external_id === '' ? {} : { externalId: user.external_id }),
    ...(user.display_name === '' ? {} : { displayName: user.display_name }),
    emails: [{ value: user.user_name, primary: true }],
    groups: (byUser.get(user.id) ?? []).map(({ id, display_name }) => ({ value: id, display: display_name })),
    meta: metaOf(request, 'User', user),
  }))
}

type Fields = Pick<User, 'user_name' | 'external_id' | 'display_name' | 'active'>

/** Without `active`, the person stays as they are: a message that does not mention it gives no access back. */
function readFields(body: JsonObject, { config }: ScimRequest, before: Fields['active'] = 1): Fields {
  const active = readField(body, 'active') ?? before === 1
  return {
    user_name: readUserName(readField(body, 'userName'), config.domains),
    external_id: readText(readField(body, 'externalId'), 'externalId'),
    display_name: readText(readField(body, 'displayName'), 'displayName'),
    active: readBoolean(active, 'active') ? 1 : 0,
  }
}

/** A changed user, and the account that may have lost its last team. */
export interface Changed {
  readonly user: User
  readonly ended: string | undefined
}

export async function createUser(q: Query, request: ScimRequest): Promise<Changed> {
  const { context, actor, config } = request
  const fields = readFields(readMessage(request.body), request)
  const at = context.now()
  const row = {
    team_id: config.team,
    id: newId(),
    account_id: '',
    ...fields,
    version: 1,
    created_at: at,
    changed_at: at,
  }
  const detail = { id: row.id, active: row.active === 1 }
  await recordEvent(q, config.team, at, {
    actor: actor.name,
    action: 'directory.user-created',
    target: row.user_name,
    detail,
  })
  await requireFreeName(q, row)
  await q.insertInto('directory_users').values(row).execute()
  return { user: row, ended: await applyUser(q, request, row) }
}

async function requireFreeName(q: Query, { id, user_name }: Pick<User, 'id' | 'user_name'>): Promise<void> {
  const others = q.selectFrom('directory_users').select('id').where('user_name', '=', user_name).where('id', '!=', id)
  if ((await others.execute()).length > 0) throw new ScimError(409, 'a user with this userName exists', 'uniqueness')
}

export async function replaceUser(q: Query, request: ScimRequest, id: string): Promise<Changed> {
  const user = await findUser(q, id)
  return saveUser(q, request, user, readFields(readMessage(request.body), request, user.active))
}

export async function patchUser(q: Query, request: ScimRequest, id: string): Promise<Changed> {
  const user = await findUser(q, id)
  const changes = readOperations(request.body).reduce<Fields>(
    (fields, operation) => patchField(fields, operation, request),
    user,
  )
  return saveUser(q, request, user, changes)
}

/** Attributes of the standard schema that the server does not keep. Identity providers send them all the same. */
const ignored =
  /^(name|emails|phonenumbers|title|nickname|profileurl|usertype|preferredlanguage|locale|timezone|addresses|roles|entitlements|photos|schemas|id|meta|groups|ims|x509certificates)(\.|$)/

function patchField(fields: Fields, { op, path, filter, value }: Operation, { config }: ScimRequest): Fields {
  if (ignored.test(path)) return fields
  if (filter !== undefined) throw invalid(`the path ${JSON.stringify(path)} cannot have a filter`, 'invalidPath')
  const isRemoval = op === 'remove'
  if (path === 'active') return { ...fields, active: !isRemoval && readBoolean(value, 'active') ? 1 : 0 }
  if (path === 'username' && !isRemoval) return { ...fields, user_name: readUserName(value, config.domains) }
  if (path === 'externalid') return { ...fields, external_id: isRemoval ? '' : readText(value, 'externalId') }
  if (path === 'displayname') return { ...fields, display_name: isRemoval ? '' : readText(value, 'displayName') }
  throw invalid(`the path ${JSON.stringify(path)} is not supported`, 'invalidPath')
}

async function saveUser(q: Query, request: ScimRequest, user: User, given: Fields): Promise<Changed> {
  const { context, actor, config } = request
  requireVersion(request, user.version)
  const fields: Fields = {
    ...{
      user_name: given.user_name,
      external_id: given.external_id,
      display_name: given.display_name,
      active: given.active,
    },
  }
  const changed: User = { ...user, ...fields, version: user.version + 1, changed_at: context.now() }
  const action = user.active === 1 && changed.active === 0 ? 'directory.user-deactivated' : 'directory.user-changed'
  const detail = {
    id: user.id,
    active: changed.active === 1,
    ...(user.user_name === changed.user_name ? {} : { to: changed.user_name }),
  }
  await recordEvent(q, config.team, context.now(), { actor: actor.name, action, target: user.user_name, detail })
  await requireFreeName(q, changed)
  const { version, changed_at } = changed
  await q
    .updateTable('directory_users')
    .set({ ...fields, version, changed_at })
    .where('id', '=', user.id)
    .execute()
  return { user: changed, ended: await applyUser(q, request, changed) }
}

export async function deleteUser(q: Query, request: ScimRequest, id: string): Promise<Changed> {
  const { context, actor, config } = request
  const user = await findUser(q, id)
  requireVersion(request, user.version)
  await recordEvent(q, config.team, context.now(), {
    ...{ actor: actor.name, action: 'directory.user-deleted', target: user.user_name, detail: { id } },
  })
  await q.deleteFrom('directory_group_members').where('user_id', '=', id).execute()
  const ended = await applyUser(q, request, { ...user, active: 0 })
  await q.deleteFrom('directory_users').where('id', '=', id).execute()
  return { user, ended }
}
