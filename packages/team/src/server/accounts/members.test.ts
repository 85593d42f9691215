import { expect, test } from 'vitest'
import { accept, eachStore, enrolMachine, newCode, personAt, startTeam, uploadRoot } from '../../testing/index.ts'
import { startServer } from '../index.ts'
import { findBrokenEntry } from '../store/verify-audit-log.ts'

eachStore('members', (bench) => {
  test('an owner invites, changes and removes members, and the audit log records each action', async () => {
    const { owner, teamId, join } = await startTeam(bench)
    const ben = await join('ben@example.com', 'viewer')
    const { accountId } = (await ben.call('AccountService/GetMe')).body
    const changed = await owner.call('AdminService/SetRole', { teamId, accountId, role: 'author' })
    expect(changed.body).toMatchObject({ accountId, email: 'ben@example.com', role: 'author' })
    await owner.call('AdminService/RemoveMember', { teamId, accountId })
    expect((await ben.call('AdminService/ListMembers', { teamId })).status).toBe(401)
    expect((await owner.call('AdminService/ListMembers', { teamId })).body.members).toHaveLength(1)
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(
      entries.map(({ sequence, actor, action, target }: Record<string, string>) => [sequence, actor, action, target]),
    ).toEqual([
      ['5', 'owner@example.com', 'member.removed', 'ben@example.com'],
      ['4', 'owner@example.com', 'member.role', 'ben@example.com'],
      ['3', 'ben@example.com', 'member.joined', 'ben@example.com'],
      ['2', 'owner@example.com', 'member.invited', 'ben@example.com'],
      ['1', 'owner@example.com', 'member.joined', 'owner@example.com'],
    ])
    expect(JSON.parse(entries[1].detail)).toEqual({ from: 'viewer', to: 'author' })
  })

  test('the audit log has pages, and its chain is valid', async () => {
    const { owner, teamId, server } = await startTeam(bench)
    const invite = (n: number) =>
      owner.call('AdminService/InviteMember', { teamId, email: `p${n}@example.com`, role: 'viewer' })
    await Promise.all(Array.from({ length: 12 }, (_, n) => invite(n)))
    const page = async (before: string) =>
      (await owner.call('AdminService/ListJournal', { teamId, limit: 5, before })).body
    const sequences: string[] = []
    for (let before: string | undefined = ''; before !== undefined; ) {
      const { entries, next } = await page(before)
      sequences.push(...entries.map((entry: { sequence: string }) => entry.sequence))
      before = next
    }
    expect(sequences).toEqual(Array.from({ length: 13 }, (_, n) => String(13 - n)))
    expect(await server.context.store.inTeam(teamId, findBrokenEntry)).toBeUndefined()
  })

  test('a refused action leaves no entry in the audit log', async () => {
    const { owner, teamId } = await startTeam(bench)
    const { accountId } = (await owner.call('AccountService/GetMe')).body
    const last = await owner.call('AdminService/SetRole', { teamId, accountId, role: 'viewer' })
    expect(last.body).toMatchObject({
      code: 'failed_precondition',
      message: expect.stringContaining('needs at least one owner'),
    })
    expect((await owner.call('AdminService/RemoveMember', { teamId, accountId })).status).toBe(400)
    expect((await owner.call('AdminService/SetRole', { teamId, accountId, role: 'king' })).status).toBe(400)
    expect((await owner.call('AdminService/RemoveMember', { teamId, accountId: 'unknown' })).status).toBe(404)
    expect((await owner.call('AdminService/ListJournal', { teamId })).body.entries).toHaveLength(1)
  })

  test('invitations are listed and can be revoked', async () => {
    const { owner, teamId, join, url } = await startTeam(bench)
    const invite = (email: string) => owner.call('AdminService/InviteMember', { teamId, email, role: 'author' })
    const { link } = (await invite('eve@example.com')).body
    await invite('mal@example.com')
    const listed = (await owner.call('AdminService/ListInvitations', { teamId })).body.invitations
    expect(listed.map(({ email, role, author }: Record<string, string>) => [email, role, author]).sort()).toEqual([
      ['eve@example.com', 'author', 'owner@example.com'],
      ['mal@example.com', 'author', 'owner@example.com'],
    ])
    expect(JSON.stringify(listed)).not.toContain(link.split('#')[1])
    const revoke = () => owner.call('AdminService/RevokeInvitation', { teamId, email: 'Eve@example.com' })
    expect((await revoke()).status).toBe(200)
    expect((await revoke()).status).toBe(404)
    expect((await accept(personAt(url), link, 'eve@example.com')).status).toBe(404)
    const viewer = await join('v@example.com', 'viewer')
    expect((await viewer.call('AdminService/ListInvitations', { teamId })).status).toBe(403)
  })

  test.each(['removed', 'demoted'])('invitations, codes and service tokens of an owner who is %s end', async (how) => {
    const { owner, teamId, join, url } = await startTeam(bench)
    await uploadRoot(owner, teamId)
    const ben = await join('ben@example.com', 'owner')
    const { link } = (await ben.call('AdminService/InviteMember', { teamId, email: 'eve@example.com', role: 'owner' }))
      .body
    const code = await newCode(ben, teamId)
    const made = { teamId, name: 'ci', scopes: ['hooks:read', 'devices:enroll'] }
    const { token } = (await ben.call('AdminService/CreateServiceToken', made)).body
    const byToken = (method: string) => personAt(url).call(method, { teamId }, { authorization: `Bearer ${token}` })
    const second = (await byToken('AdminService/CreateEnrollmentCode')).body.code
    expect((await byToken('AdminService/ListHooks')).status).toBe(200)
    const { accountId } = (await ben.call('AccountService/GetMe')).body
    if (how === 'removed') await owner.call('AdminService/RemoveMember', { teamId, accountId })
    else await owner.call('AdminService/SetRole', { teamId, accountId, role: 'author' })
    expect((await accept(personAt(url), link, 'eve@example.com')).status).toBe(404)
    for (const each of [code, second]) await expect(enrolMachine(url, each)).rejects.toThrow('not valid')
    expect((await byToken('AdminService/ListHooks')).status).toBe(401)
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ actor: 'owner@example.com', action: 'service-token.revoked', target: 'ci' })
  })

  test('two owners who demote each other at the same time leave one owner', async () => {
    const { owner, teamId, join } = await startTeam(bench)
    const ben = await join('ben@example.com', 'owner')
    const idOf = async (person: typeof ben) => (await person.call('AccountService/GetMe')).body.accountId
    const [a, b] = [await idOf(owner), await idOf(ben)]
    const both = await Promise.all([
      owner.call('AdminService/SetRole', { teamId, accountId: b, role: 'viewer' }),
      ben.call('AdminService/SetRole', { teamId, accountId: a, role: 'viewer' }),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a member without the required role is refused', async () => {
    const { teamId, join } = await startTeam(bench)
    const ben = await join('ben@example.com', 'viewer')
    const refused = await ben.call('AdminService/InviteMember', { teamId, email: 'x@example.com', role: 'owner' })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'this action needs the role owner, and your role is viewer',
    ])
    expect((await ben.call('AdminService/ListMembers', { teamId })).status).toBe(200)
  })

  test('a new invitation replaces the previous one', async () => {
    const { owner, teamId, url } = await startTeam(bench)
    const invite = async () =>
      (await owner.call('AdminService/InviteMember', { teamId, email: 'ben@example.com', role: 'viewer' })).body.link
    const [first, second] = [await invite(), await invite()]
    expect((await accept(personAt(url), first, 'ben@example.com')).status).toBe(404)
    expect((await accept(personAt(url), second, 'ben@example.com')).status).toBe(200)
    const again = await owner.call('AdminService/InviteMember', { teamId, email: 'Ben@example.com', role: 'viewer' })
    expect(again.body.code).toBe('already_exists')
  })

  test('a start with newTeam creates another team, and an account can be in both', async () => {
    const storeOptions = await bench.preparedOptions()
    const first = await startServer(storeOptions)
    await accept(personAt(first.url), first.ownerLink ?? '', 'ada@example.com', { teamName: 'One' })
    await first.close()
    const unused = await startServer({ ...storeOptions, newTeam: true })
    await unused.close()
    const second = await startServer({ ...storeOptions, newTeam: true })
    const both = await accept(personAt(second.url), second.ownerLink ?? '', 'ada@example.com', { teamName: 'Two' })
    expect(both.body.teams.map((team: { teamName: string }) => team.teamName)).toEqual(['One', 'Two'])
    const teams = await second.context.store.acrossTeams((q) => q.selectFrom('teams').select('id').execute())
    expect(teams).toHaveLength(2)
    await second.close()
  })
})
