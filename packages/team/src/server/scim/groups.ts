/** `/scim/v2/Groups`: the groups of a team's directory, which give roles. */
import type { JsonObject } from '@hookline/core/protocol'
import { newId } from '../secrets.ts'
import { recordEvent } from '../store/audit-log.ts'
import type { Query, Row } from '../store/index.ts'
import { applyUsers } from './apply.ts'
import { invalid, missing, ScimError } from './error.ts'
import { readFilter } from './filter.ts'
import { groupBy, inBatches, listResources } from './list.ts'
import { type Operation, readOperations } from './patch.ts'
import { metaOf, requireVersion, type ScimRequest } from './request.ts'
import { readField, readIds, readMessage, readText } from './values.ts'

type Group = Row<'directory_groups'>

const columns = { displayName: 'display_name', externalId: 'external_id', id: 'id' } as const

export function listGroups(q: Query, request: ScimRequest): Promise<object> {
  const text = request.query.get('filter')
  let rows = q.selectFrom('directory_groups')
  if (text !== null) {
    const { attribute, value } = readFilter(text, ['displayName', 'externalId', 'id'])
    rows = rows.where(columns[attribute], '=', value)
  }
  const total = rows.select((e) => e.fn.countAll<number>().as('total'))
  const page = rows.selectAll().orderBy('created_at').orderBy('id')
  return listResources(request, { total, page }, (groups) => toGroupResources(q, request, groups))
}

export async function findGroup(q: Query, id: string): Promise<Group> {
  const group = await q.selectFrom('directory_groups').selectAll().where('id', '=', id).executeTakeFirst()
  if (group === undefined) throw missing()
  return group
}

export async function toGroupResource(q: Query, request: ScimRequest, group: Group): Promise<object> {
  return (await toGroupResources(q, request, [group]))[0] ?? {}
}

async function toGroupResources(q: Query, request: ScimRequest, groups: readonly Group[]): Promise<readonly object[]> {
  const isShort = request.query.get('excludedAttributes')?.toLowerCase().split(',').includes('members') === true
  const members = isShort ? [] : await readGroupMembers(q, groups)
  const byGroup = groupBy(members, ({ group_id }) => group_id)
  return groups.map((group) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    ...{ id: group.id, displayName: group.display_name },
    ...(group.external_id === '' ? {} : { externalId: group.external_id }),
    ...(isShort ? {} : { members: (byGroup.get(group.id) ?? []).map(({ user_id }) => ({ value: user_id })) }),
    meta: metaOf(request, 'Group', group),
  }))
}

async function readGroupMembers(q: Query, groups: readonly Pick<Group, 'id'>[]) {
  const ids = groups.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = q.selectFrom('directory_group_members').select(['group_id', 'user_id']).where('group_id', 'in', ids)
  return rows.orderBy('user_id').execute()
}

const readMemberIds = async (q: Query, id: string): Promise<Set<string>> =>
  new Set((await readGroupMembers(q, [{ id }])).map(({ user_id }) => user_id))

interface Wanted {
  readonly name: string
  readonly externalId: string
  readonly members: ReadonlySet<string>
}

function readWanted(body: JsonObject): Wanted {
  return {
    name: readName(readField(body, 'displayName')),
    externalId: readText(readField(body, 'externalId'), 'externalId'),
    members: new Set(readIds(readField(body, 'members'))),
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

function patchGroupField(wanted: Wanted, operation: Operation): Wanted {
  const { op, path, filter, value } = operation
  if (path === 'members') return { ...wanted, members: patchMembers(wanted.members, operation) }
  if (filter !== undefined) throw invalid('only members can have a filter', 'invalidPath')
  if (path === 'displayname' && op !== 'remove') return { ...wanted, name: readName(value) }
  if (path === 'externalid') return { ...wanted, externalId: op === 'remove' ? '' : readText(value, 'externalId') }
  if (path === 'id' || path === 'schemas' || path === 'meta') return wanted
  throw invalid(`the path ${JSON.stringify(path)} is not supported`, 'invalidPath')
}

function patchMembers(before: ReadonlySet<string>, { op, filter, selected, value }: Operation): ReadonlySet<string> {
  if (filter !== undefined) return patchSelected(before, op, selected, value)
  if (op === 'replace') return new Set(readIds(value))
  if (op === 'add') return new Set([...before, ...readIds(value)])
  // Without a value, `remove` removes all members.
  return new Set(without(before, value === undefined ? before : new Set(readIds(value))))
}

/** Only what the filter selects changes, never the other members. */
function patchSelected(
  before: ReadonlySet<string>,
  op: Operation['op'],
  selected: string | undefined,
  value: unknown,
): ReadonlySet<string> {
  if (selected === undefined || op === 'add')
    throw invalid('members can be removed and replaced with the filter value eq "…" only', 'invalidPath')
  if (op === 'replace' && !before.has(selected)) throw invalid('no member matches the filter', 'noTarget')
  return new Set([...without(before, new Set([selected])), ...(op === 'replace' ? readIds(value) : [])])
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
  const ended = await setMembers(q, request, id, new Set(), false)
  await q.deleteFrom('directory_groups').where('id', '=', id).execute()
  return { group, ended }
}

const without = (ids: ReadonlySet<string>, removed: ReadonlySet<string>): readonly string[] =>
  [...ids].filter((id) => !removed.has(id))

/** Writes the difference, then applies it to the people whose groups have changed. With a new name, to all of the group. */
async function setMembers(
  q: Query,
  request: ScimRequest,
  groupId: string,
  wanted: ReadonlySet<string>,
  isRenamed: boolean,
): Promise<readonly string[]> {
  const before = await readMemberIds(q, groupId)
  const [added, removed] = [without(wanted, before), without(before, wanted)]
  const users = await readUsers(q, isRenamed ? [...before, ...added] : [...removed, ...added])
  const known = new Set(users.map(({ id }) => id))
  const unknown = added.find((id) => !known.has(id))
  if (unknown !== undefined) throw invalid(`there is no user ${JSON.stringify(unknown)}`)
  const { team: team_id } = request.config
  for (const ids of inBatches(removed))
    await q.deleteFrom('directory_group_members').where('group_id', '=', groupId).where('user_id', 'in', ids).execute()
  for (const ids of inBatches(added))
    await q
      .insertInto('directory_group_members')
      .values(ids.map((user_id) => ({ team_id, group_id: groupId, user_id })))
      .execute()
  return applyUsers(q, request, users)
}

async function readUsers(q: Query, ids: readonly string[]): Promise<readonly Row<'directory_users'>[]> {
  const users: Row<'directory_users'>[] = []
  for (const batch of inBatches(ids))
    users.push(...(await q.selectFrom('directory_users').selectAll().where('id', 'in', batch).execute()))
  return users
}
