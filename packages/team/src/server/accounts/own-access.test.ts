import { expect, test } from 'vitest'
import { accept, eachStore, password, personAt, startTeam } from '../../testing/index.ts'
import { newTeamId } from '../secrets.ts'
import { formatLink, makeLink, makeTeam } from './links.ts'

const signIn = { email: 'owner@example.com', password }
const minute = 60_000
const day = 24 * 60 * minute

eachStore('sessions and tokens of an account', (bench) => {
  /** Creates another team on the same server, whose owner accepts the link. */
  const anotherTeam = async ({ context }: Awaited<ReturnType<typeof startTeam>>['server']) => {
    const id = newTeamId()
    const secret = await context.store.inTeam(id, async (q) => {
      await makeTeam(q, id, context.now())
      return makeLink(q, id, { kind: 'owner', role: 'owner', email: '', author: 'test' }, context.now())
    })
    return { id, link: formatLink(context, secret) }
  }

  test('sessions are listed with time and address, and can be ended one by one or all except this one', async () => {
    const { owner, url, teamId, advanceClock } = await startTeam(bench)
    const [phone, library] = [personAt(url), personAt(url)]
    advanceClock(minute)
    await phone.call('AccountService/SignIn', signIn, { 'user-agent': 'Phone/1' })
    advanceClock(minute)
    await library.call('AccountService/SignIn', signIn, { 'user-agent': `Library ${'x'.repeat(500)}` })
    const list = async () => (await owner.call('AccountService/ListSessions')).body.sessions
    const [newest, second, own] = await list()
    expect([newest.agent.length, second.agent, second.address]).toEqual([300, 'Phone/1', '127.0.0.1'])
    expect([newest.isThis, second.isThis, own.isThis]).toEqual([undefined, undefined, true])
    expect(Date.parse(newest.begunAt) - Date.parse(second.begunAt)).toBeGreaterThanOrEqual(minute)
    for (const person of [owner, phone, library])
      expect(JSON.stringify(await list())).not.toContain(person.cookie().split('=')[1])

    const ended = await owner.call('AccountService/EndSession', { sessionId: second.id })
    expect(ended.body.sessions).toHaveLength(2)
    expect((await phone.call('AccountService/GetMe')).status).toBe(401)
    expect((await library.call('AccountService/GetMe')).status).toBe(200)
    expect((await owner.call('AccountService/EndSession', { sessionId: second.id })).status).toBe(404)
    expect((await owner.call('AccountService/EndOtherSessions')).body.sessions).toEqual([own])
    expect((await library.call('AccountService/GetMe')).status).toBe(401)
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      'account.sessions-ended',
      'account.sessions-ended',
    ])
    // If no session ends, the audit log has no entry.
    await owner.call('AccountService/EndOtherSessions')
    expect((await owner.call('AdminService/ListJournal', { teamId })).body.entries).toHaveLength(entries.length)
    await owner.call('AccountService/EndSession', { sessionId: own.id })
    expect((await owner.call('AccountService/GetMe')).status).toBe(401)
  })

  test('expired sessions and sessions of other accounts are not listed', async () => {
    const { owner, url, join, advanceClock } = await startTeam(bench)
    const ben = await join('ben@example.com', 'owner')
    const [benSession] = (await ben.call('AccountService/ListSessions')).body.sessions
    expect((await owner.call('AccountService/EndSession', { sessionId: benSession.id })).status).toBe(404)
    for (const sessionId of ['', '%', benSession.id.slice(0, 4)])
      expect((await ben.call('AccountService/EndSession', { sessionId })).status).toBe(404)
    await owner.call('AccountService/EndOtherSessions')
    expect((await ben.call('AccountService/ListSessions')).body.sessions).toHaveLength(1)
    advanceClock(day + minute)
    const again = personAt(url)
    await again.call('AccountService/SignIn', signIn)
    expect((await again.call('AccountService/ListSessions')).body.sessions).toHaveLength(1)
    expect((await personAt(url).call('AccountService/ListSessions')).status).toBe(401)
  })

  test('tokens are listed without their secret, and their creator or an owner of the team can revoke them', async () => {
    const { owner, url, teamId, join, advanceClock } = await startTeam(bench)
    const ben = await join('ben@example.com', 'author')
    const make = async (person: typeof ben, name: string) =>
      (await person.call('AccountService/CreateToken', { teamId, name })).body.token as string
    const first = await make(ben, 'ben: laptop')
    advanceClock(minute)
    const [second, third] = [await make(ben, 'ben: build'), await make(owner, 'owner: laptop')]
    const works = async (token: string) =>
      (await personAt(url).call('AdminService/ListHooks', { teamId }, { authorization: `Bearer ${token}` })).status
    expect([await works(first), await works(second), await works(third)]).toEqual([200, 200, 200])

    const { tokens } = (await ben.call('AccountService/ListTokens')).body
    expect(tokens.map(({ name }: { name: string }) => name)).toEqual(['ben: build', 'ben: laptop'])
    expect(tokens[0]).toMatchObject({ teamId, email: 'ben@example.com', usedAt: expect.stringContaining('T') })
    for (const token of [first, second]) expect(JSON.stringify(tokens)).not.toContain(token.slice(4, 12))
    await ben.call('AccountService/RevokeToken', { teamId, tokenId: tokens[1].id })
    expect([await works(first), await works(second)]).toEqual([401, 200])

    const all = (await owner.call('AdminService/ListTokens', { teamId })).body.tokens
    const idOf = (name: string) => all.find((one: { name: string }) => one.name === name).id
    expect(all).toHaveLength(2)
    expect((await ben.call('AdminService/ListTokens', { teamId })).status).toBe(403)
    // An author gets "not found" for a token of another member, by both methods.
    const theirs = { teamId, tokenId: idOf('owner: laptop') }
    expect((await ben.call('AccountService/RevokeToken', theirs)).status).toBe(404)
    expect((await ben.call('AdminService/RevokeToken', theirs)).status).toBe(403)
    await owner.call('AdminService/RevokeToken', { teamId, tokenId: idOf('ben: build') })
    expect([await works(second), await works(third)]).toEqual([401, 200])
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ actor: 'owner@example.com', action: 'token.revoked', target: 'ben: build' })
    expect(JSON.parse(entries[0].detail).of).toBe('ben@example.com')
    // A token cannot list or revoke tokens. That needs a session.
    const headers = { authorization: `Bearer ${third}` }
    for (const method of ['ListTokens', 'RevokeToken', 'ListSessions', 'EndSession', 'EndOtherSessions'])
      expect((await personAt(url).call(`AccountService/${method}`, {}, headers)).status).toBe(403)
  })

  test("a removed member's tokens and sessions end at once, and a new invitation does not restore them", async () => {
    const { owner, url, teamId, join } = await startTeam(bench)
    const ben = await join('ben@example.com', 'author')
    const { accountId } = (await ben.call('AccountService/GetMe')).body
    const { token } = (await ben.call('AccountService/CreateToken', { teamId, name: 'x' })).body
    const headers = { authorization: `Bearer ${token}` }
    await owner.call('AdminService/RemoveMember', { teamId, accountId })
    const program = personAt(url)
    const dead = async () => [
      (await program.call('AdminService/ListHooks', { teamId }, headers)).status,
      (await program.call('TeamHooksService/GetTeamHooks', {}, headers)).status,
      (await ben.call('AccountService/GetMe')).status,
    ]
    expect(await dead()).toEqual([401, 401, 401])
    const invited = await owner.call('AdminService/InviteMember', { teamId, email: 'ben@example.com', role: 'viewer' })
    expect((await accept(personAt(url), invited.body.link, 'ben@example.com')).status).toBe(200)
    expect(await dead()).toEqual([401, 401, 401])
  })

  test('a member removed from one of two teams stays signed in to the other', async () => {
    const { server, owner, teamId, join } = await startTeam(bench)
    const other = await anotherTeam(server)
    const ben = await join('ben@example.com', 'author')
    await accept(ben, other.link, 'ben@example.com')
    const { accountId } = (await ben.call('AccountService/GetMe')).body
    for (const team of [teamId, other.id]) await ben.call('AccountService/CreateToken', { teamId: team, name: team })
    await owner.call('AdminService/RemoveMember', { teamId, accountId })
    expect((await ben.call('AdminService/ListHooks', { teamId })).status).toBe(404)
    expect((await ben.call('AdminService/ListHooks', { teamId: other.id })).status).toBe(200)
    const { tokens } = (await ben.call('AccountService/ListTokens')).body
    expect(tokens.map((one: { teamId: string }) => one.teamId)).toEqual([other.id])
  })

  test('a token created while its owner is removed does not work', async () => {
    const { owner, server, teamId, join } = await startTeam(bench)
    for (let n = 0; n < 5; n += 1) {
      const ben = await join(`ben${n}@example.com`, 'author')
      const { accountId } = (await ben.call('AccountService/GetMe')).body
      const make = () => ben.call('AccountService/CreateToken', { teamId, name: 'x' })
      await Promise.all([make(), owner.call('AdminService/RemoveMember', { teamId, accountId }), make(), make()])
    }
    expect(await server.context.store.acrossTeams((q) => q.selectFrom('tokens').selectAll().execute())).toEqual([])
  })
})
