/** `/scim/v2/Groups`: the groups of a team's directory, which give roles. */
import type { JsonObject } from '@hookline/core/protocol'
import { newId } from '../secrets.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { applyUser } from './apply.ts'
import { invalid, missing, ScimError } from './error.ts'
import { readFilter } from './filter.ts'
import { type Operation, readOperations } from './patch.ts'
import { listBody, metaOf, readPage, requireVersion, type ScimRequest } from './request.ts'
import { readField, readIds, readMessage, readText } from './values.ts'

type Group = Row<'directory_groups'>

const columns = { displayName: 'display_name', externalId: 'external_id', id: 'id' } as const

export async function listGroups(q: Query, request: ScimRequest): Promise<object> {
  const { start, count } = readPage(request.query)
  const text = request.query.get('filter')
  let rows = q.selectFrom('directory_groups')
  if (text !== null) {
    const { attribute, value } = readFilter(text, ['displayName', 'externalId', 'id'])
    rows = rows.where(columns[attribute], '=', value)
  }
  const { total } = await rows.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const page = rows.selectAll().orderBy('created_at').orderBy('id')
  const groups =
    count === 0
      ? []
      : await page
          .limit(count)
          .offset(start - 1)
          .execute()
  return listBody(Number(total), start, await Promise.all(groups.map((group) => toGroupResource(q, request, group))))
}

export async function findGroup(q: Query, id: string): Promise<Group> {
  const group = await q.selectFrom('directory_groups').selectAll().where('id', '=', id).executeTakeFirst()
  if (group === undefined) throw missing()
  return group
}

export async function toGroupResource(q: Query, request: ScimRequest, group: Group): Promise<object> {
  const isShort = request.query.get('excludedAttributes')?.toLowerCase().split(',').includes('members') === true
  const members = isShort ? [] : await readMemberIds(q, group.id)
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    ...{ id: group.id, displayName: group.display_name },
    ...(group.external_id === '' ? {} : { externalId: group.external_id }),
    ...(isShort ? {} : { members: members.map((value) => ({ value })) }),
    meta: metaOf(request, 'Group', group),
  }
}

const readMemberIds = async (q: Query, groupId: string): Promise<readonly string[]> => {
  const rows = q.selectFrom('directory_group_members').select('user_id').where('group_id', '=', groupId)
  return (await rows.orderBy('user_id').execute()).map(({ user_id }) => user_id)
}

interface Wanted {
  readonly name: string
  readonly externalId: string
  readonly members: readonly string[]
}

function readWanted(body: JsonObject): Wanted {
  return {
    name: readName(readField(body, 'displayName')),
    externalId: readText(readField(body, 'externalId'), 'externalId'),
    members: readIds(readField(body, 'members')),
  }
}

function readName(value: unknown): string {
  const name = readText(value, 'displayName')
  if (name === '') throw invalid('displayName must not be empty')
  return name
}

/** A changed group, and the accounts that may have lost their last team. */
export interface ChangedGroup {
  readonly group: Group
  readonly ended: readonly string[]
}

export async function createGroup(q: Query, request: ScimRequest): Promise<ChangedGroup> {
  const { context, config } = request
  const { name, externalId, members } = readWanted(readMessage(request.body))
  const at = context.now()
  const group = {
    team_id: config.team,
    id: newId(),
    display_name: name,
    external_id: externalId,
    version: 1,
    created_at: at,
    changed_at: at,
  }
  await record(q, request, 'directory.group-created', group)
  await requireFreeName(q, group)
  await q.insertInto('directory_groups').values(group).execute()
  return { group, ended: await setMembers(q, request, group.id, members, false) }
}

const record = (q: Query, { context, actor, config }: ScimRequest, action: string, { id, display_name }: Group) =>
  recordEvent(q, config.team, context.now(), { actor: actor.name, action, target: display_name, detail: { id } })

async function requireFreeName(q: Query, { id, display_name }: Group): Promise<void> {
  const others = q
    .selectFrom('directory_groups')
    .select('id')
    .where('display_name', '=', display_name)
    .where('id', '!=', id)
  if ((await others.execute()).length > 0)
    throw new ScimError(409, 'a group with this displayName exists', 'uniqueness')
}

export async function replaceGroup(q: Query, request: ScimRequest, id: string): Promise<ChangedGroup> {
  return saveGroup(q, request, await findGroup(q, id), readWanted(readMessage(request.body)))
}

export async function patchGroup(q: Query, request: ScimRequest, id: string): Promise<ChangedGroup> {
  const group = await findGroup(q, id)
  const before: Wanted = {
    name: group.display_name,
    externalId: group.external_id,
    members: await readMemberIds(q, id),
  }
  return saveGroup(q, request, group, readOperations(request.body).reduce(patchGroupField, before))
}

function patchGroupField(wanted: Wanted, { op, path, selected, value }: Operation): Wanted {
  if (path === 'members') return { ...wanted, members: patchMembers(wanted.members, op, selected, value) }
  if (path === 'displayname' && op !== 'remove') return { ...wanted, name: readName(value) }
  if (path === 'externalid') return { ...wanted, externalId: op === 'remove' ? '' : readText(value, 'externalId') }
  if (path === 'id' || path === 'schemas' || path === 'meta') return wanted
  throw invalid(`the path ${JSON.stringify(path)} is not supported`, 'invalidPath')
}

function patchMembers(before: readonly string[], op: Operation['op'], selected: string | undefined, value: unknown) {
  if (op === 'replace') return readIds(value)
  if (op === 'add') return [...new Set([...before, ...readIds(value)])]
  // Without a value, `remove` removes all members.
  const removed = selected === undefined ? (value === undefined ? before : readIds(value)) : [selected]
  return before.filter((id) => !removed.includes(id))
}

async function saveGroup(q: Query, request: ScimRequest, group: Group, wanted: Wanted): Promise<ChangedGroup> {
  requireVersion(request, group.version)
  const changed: Group = {
    ...group,
    ...{ display_name: wanted.name, external_id: wanted.externalId },
    ...{ version: group.version + 1, changed_at: request.context.now() },
  }
  await record(q, request, 'directory.group-changed', changed)
  await requireFreeName(q, changed)
  const { display_name, external_id, version, changed_at } = changed
  await q
    .updateTable('directory_groups')
    .set({ display_name, external_id, version, changed_at })
    .where('id', '=', group.id)
    .execute()
  const isRenamed = display_name !== group.display_name
  return { group: changed, ended: await setMembers(q, request, group.id, wanted.members, isRenamed) }
}

export async function deleteGroup(q: Query, request: ScimRequest, id: string): Promise<ChangedGroup> {
  const group = await findGroup(q, id)
  requireVersion(request, group.version)
  await record(q, request, 'directory.group-deleted', group)
  const ended = await setMembers(q, request, id, [], false)
  await q.deleteFrom('directory_groups').where('id', '=', id).execute()
  return { group, ended }
}

/** Writes the difference, then applies it to the people whose groups have changed. With a new name, to all of the group. */
async function setMembers(
  q: Query,
  request: ScimRequest,
  groupId: string,
  wanted: readonly string[],
  isRenamed: boolean,
) {
  const before = await readMemberIds(q, groupId)
  const added = [...new Set(wanted)].filter((id) => !before.includes(id))
  const removed = before.filter((id) => !wanted.includes(id))
  const users = await readUsers(q, [...before, ...added])
  const unknown = added.find((id) => !users.some((user) => user.id === id))
  if (unknown !== undefined) throw invalid(`there is no user ${JSON.stringify(unknown)}`)
  for (const user_id of removed)
    await q
      .deleteFrom('directory_group_members')
      .where('group_id', '=', groupId)
      .where('user_id', '=', user_id)
      .execute()
  for (const user_id of added)
    await q
      .insertInto('directory_group_members')
      .values({ team_id: request.config.team, group_id: groupId, user_id })
      .execute()
  const touched = new Set([...added, ...removed, ...(isRenamed ? before : [])])
  const ended: string[] = []
  for (const user of users.filter(({ id }) => touched.has(id))) ended.push((await applyUser(q, request, user)) ?? '')
  return ended.filter((id) => id !== '')
}

async function readUsers(q: Query, ids: readonly string[]): Promise<readonly Row<'directory_users'>[]> {
  const users: Row<'directory_users'>[] = []
  for (let from = 0; from < ids.length; from += 500) {
    const batch = ids.slice(from, from + 500)
    users.push(...(await q.selectFrom('directory_users').selectAll().where('id', 'in', batch).execute()))
  }
  return users
}
