/** Routes an authenticated SCIM request. Each change is one transaction of the team. */
import { endSessionsWithoutTeam } from '../accounts/members.ts'
import { namesTag } from '../etag.ts'
import { markDirectoryUsed } from '../sign-in/directory.ts'
import type { Query } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './describe.ts'
import { missing, ScimError } from './error.ts'
import { createGroup, deleteGroup, findGroup, listGroups, patchGroup, replaceGroup, toGroupResource } from './groups.ts'
import { etag, listBody, type ScimRequest, type ScimResponse } from './request.ts'
import { createUser, deleteUser, findUser, listUsers, patchUser, replaceUser, toUserResource } from './users.ts'

type Described = Readonly<Record<string, readonly { readonly id: string }[]>>
const described: Described = { ResourceTypes: resourceTypes, Schemas: schemas }

/** What the server supports, or undefined if the path names something else. */
function describe(name: string, id: string | undefined): object | undefined {
  if (name === 'ServiceProviderConfig') return id === undefined ? serviceProviderConfig : undefined
  const items = Object.hasOwn(described, name) ? described[name] : undefined
  if (items === undefined || id === undefined) return items && listBody(items.length, 1, items)
  return items.find((item) => item.id.toLowerCase() === id.replaceAll('%3A', ':').toLowerCase())
}

/** `path` is what follows `/scim/v2/`. */
export async function handleScim(request: ScimRequest, path: string): Promise<ScimResponse> {
  const [name = '', id, ...rest] = path.split('/')
  if (rest.length > 0) throw missing()
  const description = request.method === 'GET' ? describe(name, id) : undefined
  if (description !== undefined) return { status: 200, body: description }
  const family = Object.hasOwn(families, name) ? families[name] : undefined
  if (family === undefined || (id !== undefined && !/^[a-z2-7]{16}$/.test(id))) throw missing()
  if (id === undefined) return handleCollection(request, family)
  return handleOne(request, family, id)
}

interface Outcome {
  readonly body: object
  readonly version: number
  readonly ended: readonly string[]
}

type Change = (q: Query, request: ScimRequest, id: string) => Promise<Outcome>

/** Users and groups answer to the same methods. */
interface Family {
  list(q: Query, request: ScimRequest): Promise<object>
  read(q: Query, request: ScimRequest, id: string): Promise<Outcome>
  readonly create: Change
  readonly replace: Change
  readonly patch: Change
  readonly remove: Change
}

type UserChange = (q: Query, request: ScimRequest, id: string) => ReturnType<typeof createUser>
const ofUser =
  (change: UserChange): Change =>
  async (q, request, id) => {
    const { user, ended } = await change(q, request, id)
    return {
      body: await toUserResource(q, request, user),
      version: user.version,
      ended: ended === undefined ? [] : [ended],
    }
  }
type GroupChange = (q: Query, request: ScimRequest, id: string) => ReturnType<typeof createGroup>
const ofGroup =
  (change: GroupChange): Change =>
  async (q, request, id) => {
    const { group, ended } = await change(q, request, id)
    return { body: await toGroupResource(q, request, group), version: group.version, ended }
  }

const families: Readonly<Record<string, Family>> = {
  Users: {
    list: listUsers,
    read: ofUser(async (q, _request, id) => ({ user: await findUser(q, id), ended: undefined })),
    ...{
      create: ofUser(createUser),
      replace: ofUser(replaceUser),
      patch: ofUser(patchUser),
      remove: ofUser(deleteUser),
    },
  },
  Groups: {
    list: listGroups,
    read: ofGroup(async (q, _request, id) => ({ group: await findGroup(q, id), ended: [] })),
    ...{
      create: ofGroup(createGroup),
      replace: ofGroup(replaceGroup),
      patch: ofGroup(patchGroup),
      remove: ofGroup(deleteGroup),
    },
  },
}

async function handleCollection(request: ScimRequest, family: Family): Promise<ScimResponse> {
  const { store } = request.context
  if (request.method === 'GET')
    return { status: 200, body: await store.inTeam(request.config.team, (q) => family.list(q, request)) }
  if (request.method !== 'POST') throw notAllowed()
  return answer(201, await applyChange(request, family.create, ''))
}

async function handleOne(request: ScimRequest, family: Family, id: string): Promise<ScimResponse> {
  const { context, config, method, ifNoneMatch } = request
  if (method === 'GET') {
    const found = await context.store.inTeam(config.team, (q) => family.read(q, request, id))
    const tag = etag(found.version)
    return namesTag(ifNoneMatch, tag) ? { status: 304, headers: { etag: tag } } : answer(200, found)
  }
  if (method === 'PUT') return answer(200, await applyChange(request, family.replace, id))
  if (method === 'PATCH') return answer(200, await applyChange(request, family.patch, id))
  if (method !== 'DELETE') throw notAllowed()
  await applyChange(request, family.remove, id)
  return { status: 204 }
}

const notAllowed = (): ScimError => new ScimError(405, 'this method is not supported here')

const answer = (status: number, { body, version }: Outcome): ScimResponse => ({
  status,
  body,
  headers: { etag: etag(version) },
})

async function applyChange(request: ScimRequest, change: Change, id: string): Promise<Outcome> {
  const { context, config } = request
  const outcome = await context.store.inTeam(config.team, async (q) => {
    // Lock the team first, as everywhere: a different order can cause a deadlock.
    await lockTeam(q)
    await markDirectoryUsed(q, config.team)
    return change(q, request, id)
  })
  for (const account of outcome.ended) await context.store.acrossTeams((q) => endSessionsWithoutTeam(q, account))
  return outcome
}
