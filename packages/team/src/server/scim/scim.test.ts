import { expect, test } from 'vitest'
import { createBrowserLike } from '../../testing/browser-like.ts'
import { accept, eachStore, type StoreBench } from '../../testing/index.ts'
import { type ProviderTeam, startProviderTeam } from '../../testing/sign-in.ts'
import { newId } from '../secrets.ts'

const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: [] as string[] }

interface ScimAnswer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests check the raw response
  readonly body: any
  readonly headers: Headers
}
type Scim = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<ScimAnswer>

async function startScim(bench: StoreBench): Promise<ProviderTeam & { readonly scim: Scim; readonly token: string }> {
  const team = await startProviderTeam(bench)
  const { owner, teamId, url } = team
  const made = await owner.call('AdminService/CreateServiceToken', { teamId, name: 'scim', scopes: ['scim'] })
  const { token } = made.body
  const scim: Scim = async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/scim/v2/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
  }
  return { ...team, scim, token }
}

const patch = (...operations: readonly object[]) => ({
  ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: operations },
})

async function signIn({ url, provider }: ProviderTeam, person: typeof ada) {
  const browser = createBrowserLike()
  provider.current = person
  const { body } = await browser.call(url, 'AccountService/BeginProviderSignIn', { provider: 'example' })
  const end = (await browser.visit(body.url)).url.replace(url, '')
  return { end, status: async () => (await browser.call(url, 'AccountService/GetMe')).status, browser }
}

const roleOf = async ({ owner, teamId }: ProviderTeam, email: string) =>
  (await owner.call('AdminService/ListMembers', { teamId })).body.members.find(
    (member: { email: string }) => member.email === email,
  )?.role

eachStore('SCIM', (bench) => {
  test('a person gets the role of their groups, and the directory wins over the groups in the token', async () => {
    const team = await startScim(bench)
    const { scim } = team
    const created = await scim('POST', 'Users', { userName: 'Ada@Example.com', externalId: 'x-1', displayName: 'Ada' })
    expect([created.status, created.headers.get('etag'), created.headers.get('content-type')]).toEqual([
      ...[201, 'W/"1"', 'application/scim+json; charset=utf-8'],
    ])
    expect(created.body).toMatchObject({ userName: 'ada@example.com', active: true, externalId: 'x-1', groups: [] })
    const { id } = created.body
    // The directory gives no role yet, whatever the token says.
    expect((await signIn(team, { ...ada, groups: ['owners'] })).end).toBe('/?sign-in=no-role')
    const group = (await scim('POST', 'Groups', { displayName: 'developers', members: [{ value: id }] })).body
    expect((await scim('GET', `Users/${id}`)).body.groups).toEqual([{ value: group.id, display: 'developers' }])
    const session = await signIn(team, ada)
    expect([session.end, await roleOf(team, 'ada@example.com')]).toEqual(['/', 'author'])
    // A second group gives a higher role at once, and a removed one takes it away at once.
    const owners = (await scim('POST', 'Groups', { displayName: 'owners', members: [{ value: id }] })).body
    expect(await roleOf(team, 'ada@example.com')).toBe('owner')
    await scim('PATCH', `Groups/${owners.id}`, patch({ op: 'remove', path: `members[value eq "${id}"]` }))
    expect(await roleOf(team, 'ada@example.com')).toBe('author')
    await scim('PATCH', `Groups/${group.id}`, patch({ op: 'replace', path: 'displayName', value: 'renamed' }))
    expect([await session.status(), await roleOf(team, 'ada@example.com')]).toEqual([401, undefined])
  })

  test('deactivated member: sessions end at once, and the person cannot sign in again', async () => {
    const team = await startScim(bench)
    const { scim } = team
    const { id } = (await scim('POST', 'Users', { userName: 'ada@example.com' })).body
    await scim('POST', 'Groups', { displayName: 'staff', members: [{ value: id }] })
    const session = await signIn(team, ada)
    expect(await session.status()).toBe(200)
    const off = await scim('PATCH', `Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
    expect([off.status, off.body.active]).toEqual([200, false])
    expect([await session.status(), await roleOf(team, 'ada@example.com')]).toEqual([401, undefined])
    expect((await signIn(team, { ...ada, groups: ['owners'] })).end).toBe('/?sign-in=no-role')
    await scim('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: true } }))
    expect((await signIn(team, ada)).end).toBe('/')
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(204)
    expect(await roleOf(team, 'ada@example.com')).toBeUndefined()
    expect((await signIn(team, { ...ada, groups: ['owners'] })).end).toBe('/?sign-in=no-role')
    expect((await scim('GET', `Users/${id}`)).status).toBe(404)
    const { entries } = (await team.owner.call('AdminService/ListJournal', { teamId: team.teamId })).body
    const actions = entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['directory.user-deactivated', 'directory.user-deleted', 'member.removed']),
    )
  })

  test('what the server does not keep holds up nothing else of a message, and a filter changes only what it selects', async () => {
    const { scim } = await startScim(bench)
    const ids: string[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push((await scim('POST', 'Users', { userName: `${name}@example.com` })).body.id)
    const [a = '', b = '', c = ''] = ids
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
    // As Microsoft Entra ID sends it: everything that has changed, in one message.
    const off = await scim(
      ...(['PATCH', `Users/${a}`] as const),
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@example.com' },
        { op: 'Add', path: 'addresses[type eq "work" and primary eq true].locality', value: 'Ulm' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Tools' },
        { op: 'Add', path: `${enterprise}:active`, value: true },
        {
          op: 'Add',
          value: { [enterprise]: { costCenter: '7' }, [`${enterprise}:manager`]: 'x', 'name.givenName': 'A' },
        },
        { op: 'Replace', path: `${core}:active`, value: 'False' },
      ),
    )
    expect([off.status, off.body]).toMatchObject([200, { active: false, userName: 'a@example.com' }])
    // A message that does not mention `active` gives no access back.
    expect((await scim('PUT', `Users/${a}`, { userName: 'a@example.com' })).body.active).toBe(false)
    expect((await scim('PUT', `Users/${a}`, { userName: 'a@example.com', active: null })).body.active).toBe(false)
    expect((await scim('PUT', `Users/${a}`, { userName: 'a@example.com', active: true })).body.active).toBe(true)

    const group = (await scim('POST', 'Groups', { displayName: 'g', members: [{ value: a }, { value: b }] })).body.id
    const after = async (operation: object) => {
      const { status, body } = await scim('PATCH', `Groups/${group}`, patch(operation))
      return status === 200 ? body.members.map(({ value }: { value: string }) => value).sort() : body.scimType
    }
    const swap = (id: string) => ({ op: 'replace', path: `members[value eq "${id}"]`, value: [{ value: c }] })
    expect(await after(swap(a))).toEqual([b, c].sort())
    expect(await after(swap(a))).toBe('noTarget')
    for (const path of [`members[value eq "${b}"].display`, `members[value ne "${b}"]`, 'members[type eq "User"]'])
      expect([path, await after({ op: 'remove', path })]).toEqual([path, 'invalidPath'])
    expect(await after({ op: 'Remove', path: `MEMBERS[VALUE EQ "${b}"]` })).toEqual([c])
    expect(await after({ op: 'replace', path: 'displayName[value eq "x"]', value: 'x' })).toBe('invalidPath')
    const list = async (filter: string) => (await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)).body
    expect((await list('active eq "maybe"')).scimType).toBe('invalidFilter')
    expect((await list('active eq True')).totalResults).toBe(3)
  })

  test('the last owner can neither be deactivated nor deleted', async () => {
    const team = await startScim(bench)
    const { scim } = team
    const { id } = (await scim('POST', 'Users', { userName: 'owner@example.com' })).body
    await scim('POST', 'Groups', { displayName: 'owners', members: [{ value: id }] })
    for (const answer of [
      await scim('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: false })),
      await scim('PUT', `Users/${id}`, { userName: 'owner@example.com', active: false }),
      await scim('DELETE', `Users/${id}`),
    ])
      expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining('the last owner')])
    const stored = await team.server.context.store.acrossTeams((q) =>
      q.selectFrom('members').select('role').where('role', '=', 'owner').execute(),
    )
    expect(stored).toEqual([{ role: 'owner' }])
  })

  test('the last owner: neither an entry by address nor a lost group locks them out', async () => {
    const team = await startScim(bench)
    const { scim, teamId } = team
    const isRefused = ({ status, body }: { readonly status: number; readonly body: { readonly detail?: string } }) =>
      expect([status, body.detail]).toEqual([409, expect.stringContaining('the last owner')])
    const list = async () => (await team.owner.call('AdminService/ListHooks', { teamId })).status
    isRefused(await scim('POST', 'Users', { userName: 'owner@example.com', active: false }))
    // A directory writes people before their groups. The owner keeps the access until a group gives a role.
    const { id } = (await scim('POST', 'Users', { userName: 'Owner@example.com' })).body
    expect(await list()).toBe(200)
    const groupId = (await scim('POST', 'Groups', { displayName: 'owners', members: [{ value: id }] })).body.id
    expect(await list()).toBe(403)
    isRefused(await scim('PATCH', `Groups/${groupId}`, patch({ op: 'remove', path: `members[value eq "${id}"]` })))
    isRefused(await scim('PUT', `Groups/${groupId}`, { displayName: 'owners' }))
    isRefused(await scim('PUT', `Groups/${groupId}`, { displayName: 'renamed', members: [{ value: id }] }))
    isRefused(await scim('DELETE', `Groups/${groupId}`))
    expect((await scim('GET', `Groups/${groupId}`)).body.members).toEqual([{ value: id }])
    // With another owner, the first one can go.
    const ben = (await scim('POST', 'Users', { userName: 'ben@example.com' })).body.id
    await scim('PATCH', `Groups/${groupId}`, patch({ op: 'add', path: 'members', value: [{ value: ben }] }))
    expect((await signIn(team, { ...ada, sub: 'ben', email: 'ben@example.com' })).end).toBe('/')
    isRefused(await scim('PUT', `Groups/${groupId}`, { displayName: 'owners' }))
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(204)
    // The token of the directory ends with the owner who created it.
    expect((await scim('GET', 'Users')).status).toBe(401)
  })

  test('a group with thousands of people is written in few queries, and a page reads them at once', async () => {
    const { scim, server, teamId } = await startScim(bench)
    const { store, now } = server.context
    const ids = Array.from({ length: 3000 }, () => newId())
    await store.inTeam(teamId, async (q) => {
      const at = now()
      const rows = ids.map((id, n) => ({
        ...{ team_id: teamId, id, account_id: '', user_name: `p${n}@example.com`, external_id: '', display_name: '' },
        ...{ active: 1 as const, version: 1, created_at: at + n, changed_at: at },
      }))
      for (let from = 0; from < rows.length; from += 500)
        await q
          .insertInto('directory_users')
          .values(rows.slice(from, from + 500))
          .execute()
    })
    const members = ids.map((value) => ({ value }))
    const made = await scim('POST', 'Groups', { displayName: 'staff', members })
    expect([made.status, made.body.members.length]).toEqual([201, 3000])
    const half = members.slice(0, 1500)
    const changed = await scim('PATCH', `Groups/${made.body.id}`, patch({ op: 'remove', path: 'members', value: half }))
    expect(changed.body.members.length).toBe(1500)
    const page = (await scim('GET', 'Users?count=200&startIndex=1401')).body.Resources
    expect(page.map(({ groups }: { groups: unknown[] }) => groups.length)).toEqual([
      ...Array.from({ length: 100 }, () => 0),
      ...Array.from({ length: 100 }, () => 1),
    ])
  })

  test('a filter folds an address as the store does', async () => {
    const { scim } = await startScim(bench)
    await scim('POST', 'Users', { userName: 'Jos\u00e9@example.com' })
    const filter = encodeURIComponent('userName eq " JOSE\u0301@Example.com "')
    expect((await scim('GET', `Users?filter=${filter}`)).body.totalResults).toBe(1)
  })

  test('people of other teams are not touched', async () => {
    const team = await startScim(bench)
    const { scim, server, url } = team
    const { formatLink, makeLink, makeTeam } = await import('../accounts/links.ts')
    const { newTeamId } = await import('../secrets.ts')
    const { personAt } = await import('../../testing/index.ts')
    const { store, now } = server.context
    const other = newTeamId()
    const secret = await store.inTeam(other, async (q) => {
      await makeTeam(q, other, now())
      return makeLink(q, other, { kind: 'owner', role: 'owner', email: '', author: 'test' }, now())
    })
    const stranger = personAt(url)
    await accept(stranger, formatLink(server.context, secret), 'stranger@example.com')
    const { id } = (await scim('POST', 'Users', { userName: 'stranger@example.com', active: false })).body
    await scim('DELETE', `Users/${id}`)
    expect((await stranger.call('AdminService/ListHooks', { teamId: other })).status).toBe(200)
  })

  test('lists have pages and the filter eq, and a filter never matches more than it says', async () => {
    const { scim } = await startScim(bench)
    for (const name of ['a', 'b', 'c', 'd', 'e']) await scim('POST', 'Users', { userName: `${name}@example.com` })
    const list = async (query: string) => (await scim('GET', `Users?${query}`)).body
    const names = ({ Resources }: { Resources: { userName: string }[] }) => Resources.map(({ userName }) => userName[0])
    const page = await list('startIndex=2&count=2')
    expect(page).toMatchObject({ totalResults: 5, startIndex: 2, itemsPerPage: 2 })
    const all = await list('startIndex=-3&count=999999')
    expect([all.startIndex, names(all).sort().join('')]).toEqual([1, 'abcde'])
    expect(names(page)).toEqual(names(all).slice(1, 3))
    expect(await list('count=0')).toMatchObject({ totalResults: 5, Resources: [] })
    expect(names(await list(`filter=${encodeURIComponent('userName eq "B@example.com"')}`))).toEqual(['b'])
    expect(names(await list(`filter=${encodeURIComponent('active eq false')}`))).toEqual([])
    for (const value of ['" or "1"="1', "x' or '1'='1", '%', '*', '"; drop table directory_users; --'])
      expect(names(await list(`filter=${encodeURIComponent(`userName eq ${JSON.stringify(value)}`)}`))).toEqual([])
    const wrong = await scim('GET', `Users?filter=${encodeURIComponent('userName eq "a" or userName pr')}`)
    expect([wrong.status, wrong.body]).toEqual([
      400,
      {
        ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400', scimType: 'invalidFilter' },
        detail: expect.stringContaining('only this filter is supported'),
      },
    ])
  })

  test('ETags detect changes', async () => {
    const { scim } = await startScim(bench)
    const { id } = (await scim('POST', 'Users', { userName: 'a@example.com' })).body
    const put = { userName: 'a@example.com', displayName: 'A' }
    expect((await scim('PUT', `Users/${id}`, put, { 'if-match': 'W/"1"' })).body.meta.version).toBe('W/"2"')
    expect((await scim('PUT', `Users/${id}`, put, { 'if-match': 'W/"1"' })).status).toBe(412)
    expect((await scim('DELETE', `Users/${id}`, undefined, { 'if-match': 'W/"1"' })).status).toBe(412)
    for (const known of ['W/"2"', '"2"', 'W/"1", W/"2"', '*']) {
      const { status, headers } = await scim('GET', `Users/${id}`, undefined, { 'if-none-match': known })
      expect([known, status, headers.get('etag')]).toEqual([known, 304, 'W/"2"'])
    }
    for (const other of ['W/"1"', '2', '"22"', 'W/*', ''])
      expect([other, (await scim('GET', `Users/${id}`, undefined, { 'if-none-match': other })).status]).toEqual([
        other,
        200,
      ])
    for (const other of ['2', '"22"', 'W/*', ''])
      expect([other, (await scim('PUT', `Users/${id}`, put, { 'if-match': other })).status]).toEqual([other, 412])
    expect((await scim('PUT', `Users/${id}`, put, { 'if-match': 'W/"7", "2"' })).body.meta.version).toBe('W/"3"')
    expect((await scim('PUT', `Users/${id}`, put, { 'if-match': '*' })).body.meta.version).toBe('W/"4"')
  })

  test('wrong bodies are refused in the format of SCIM and change nothing', async () => {
    const { scim } = await startScim(bench)
    const { id } = (await scim('POST', 'Users', { userName: 'a@example.com' })).body
    const group = (await scim('POST', 'Groups', { displayName: 'g' })).body.id
    const before = (await scim('GET', 'Users')).body
    const tries: readonly (readonly [string, string, unknown, number])[] = [
      ['POST', 'Users', '{', 400],
      ['POST', 'Users', [], 400],
      ['POST', 'Users', { userName: 'no address' }, 400],
      ['POST', 'Users', { userName: 'a@other.com' }, 400],
      ['POST', 'Users', { userName: 'A@example.com' }, 409],
      ['POST', 'Users', { userName: 'b@example.com', displayName: 'a\u0000b' }, 400],
      ['POST', 'Users', { userName: 'b@example.com', active: 'perhaps' }, 400],
      ['POST', 'Groups', { displayName: '' }, 400],
      ['POST', 'Groups', { displayName: 'g' }, 409],
      ['POST', 'Groups', { displayName: 'h', members: [{ value: 'unknown' }] }, 400],
      ['PATCH', `Users/${id}`, patch({ op: 'replace', path: 'password', value: 'x' }), 400],
      ['PATCH', `Users/${id}`, patch({ op: 'copy', path: 'active' }), 400],
      ['PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active[value eq "x"]', value: false }), 400],
      [
        'PATCH',
        `Users/${id}`,
        patch({ op: 'replace', path: 'urn:ietf:params:scim:schemas:core:1.0:active', value: false }),
        400,
      ],
      ['PATCH', `Users/${id}`, { Operations: [] }, 400],
      ['PATCH', `Users/${id}`, patch({ op: 'remove' }), 400],
      ['PATCH', `Groups/${group}`, patch({ op: 'add', path: 'members', value: [{ value: 'x'.repeat(65) }] }), 400],
      ['PATCH', `Users/${group}`, patch({ op: 'replace', path: 'active', value: true }), 404],
      ['PUT', 'Users', {}, 405],
      ['POST', `Users/${id}`, {}, 405],
      ['GET', 'Users/..%2fGroups', undefined, 404],
      ['GET', 'constructor', undefined, 404],
      ['POST', 'Users', 'x'.repeat(1024 * 1024 + 1), 413],
    ]
    for (const [method, path, body, status] of tries) {
      const answer = await scim(method, path, body)
      expect([method, path, answer.status]).toEqual([method, path, status])
      if (answer.body?.schemas !== undefined) expect(answer.body.status).toBe(String(status))
    }
    expect((await scim('GET', 'Users')).body).toEqual(before)
  })

  test('only a service token with the scope scim, of a team with a provider, is accepted', async () => {
    const { scim, owner, teamId, token } = await startScim(bench)
    const other = await owner.call('AdminService/CreateServiceToken', { teamId, name: 'ci', scopes: ['publish'] })
    const person = await owner.call('AccountService/CreateToken', { teamId, name: 't' })
    const status = async (authorization: string) => (await scim('GET', 'Users', undefined, { authorization })).status
    expect(await status(`Bearer ${token}`)).toBe(200)
    expect(await status(`Bearer ${other.body.token}`)).toBe(403)
    expect(await status(`Bearer ${person.body.token}`)).toBe(403)
    expect(await status('Bearer hls_wrong')).toBe(401)
    expect(await status('')).toBe(401)
    expect((await scim('GET', 'ServiceProviderConfig')).body.filter.supported).toBe(true)
    expect((await scim('GET', 'ResourceTypes')).body.totalResults).toBe(2)
    for (const list of ['ResourceTypes', 'Schemas'])
      for (const { id, meta } of (await scim('GET', list)).body.Resources)
        expect([meta.location, (await scim('GET', `${list}/${id}`)).body.id]).toEqual([`/scim/v2/${list}/${id}`, id])
    expect((await scim('GET', 'Schemas/urn:other')).status).toBe(404)
    const { startTeam } = await import('../../testing/index.ts')
    const without = await startTeam(bench)
    const theirs = await without.owner.call('AdminService/CreateServiceToken', {
      ...{ teamId: without.teamId, name: 'scim', scopes: ['scim'] },
    })
    const headers = { authorization: `Bearer ${theirs.body.token}` }
    expect((await fetch(`${without.url}/scim/v2/Users`, { headers })).status).toBe(409)
  })
})
