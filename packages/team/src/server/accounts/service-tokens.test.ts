import { create, type DescMessage, type JsonObject, toJson } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { eachStore, personAt, startTeam } from '../../testing/index.ts'
import { AdminService, scopes } from '../../wire/index.ts'
import { rights } from '../rpc/admin/rights.ts'

const day = 24 * 3_600_000
const emptyRequest = (input: DescMessage, teamId: string): JsonObject => ({
  ...(toJson(input, create(input)) as JsonObject),
  teamId,
})

eachStore('service tokens', (bench) => {
  const started = async () => {
    const team = await startTeam(bench)
    const { owner, teamId, url } = team
    const make = (options: object) => owner.call('AdminService/CreateServiceToken', { teamId, name: 'ci', ...options })
    const program = (token: string) => (method: string, body: object) =>
      personAt(url).call(method, body, { authorization: `Bearer ${token}` })
    return { ...team, make, program }
  }

  test('a service token is shown once and stored as a hash', async () => {
    const { owner, teamId, server, make } = await started()
    const { body } = await make({ scopes: ['publish', 'hooks:read', 'publish'] })
    expect(body.token).toMatch(/^hls_[\w-]{43}$/)
    expect(body.serviceToken).toMatchObject({ name: 'ci', scopes: ['hooks:read', 'publish'] })
    const { serviceTokens } = (await owner.call('AdminService/ListServiceTokens', { teamId })).body
    expect(serviceTokens).toEqual([body.serviceToken])
    const stored = await server.context.store.acrossTeams((q) => q.selectFrom('service_tokens').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(body.token.slice(4))
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ actor: 'owner@example.com', action: 'service-token.created', target: 'ci' })
    expect(JSON.stringify(entries)).not.toContain(body.token.slice(4))
  })

  test('scope missing: every admin method answers 403 to a token without its scope', async () => {
    const { teamId, make, program } = await started()
    for (const scope of Object.keys(scopes)) {
      const call = program((await make({ name: `only ${scope.replace(':', ' ')}`, scopes: [scope] })).body.token)
      for (const { localName, name, input } of AdminService.methods) {
        const [, needed] = rights[localName as keyof typeof rights]
        const { status, body } = await call(`AdminService/${name}`, emptyRequest(input, teamId))
        if (needed === scope) expect([name, body.code]).not.toEqual([name, 'permission_denied'])
        else expect([scope, name, status]).toEqual([scope, name, 403])
      }
    }
    // A request for each scope and method.
  })

  test('token of another team: every admin method answers 404', async () => {
    const { make, program } = await started()
    const other = await startTeam(bench)
    const call = program((await make({ scopes: Object.keys(scopes) })).body.token)
    for (const { name, input } of AdminService.methods)
      expect([name, (await call(`AdminService/${name}`, emptyRequest(input, other.teamId))).status]).toEqual([
        name,
        404,
      ])
  })

  test('a service token reports its team, and has no access to accounts', async () => {
    const { teamId, make, program } = await started()
    const call = program((await make({ scopes: ['publish'] })).body.token)
    const me = (await call('AccountService/GetMe', {})).body
    expect(me).toMatchObject({ email: 'service token ci', teams: [{ teamId, role: 'service' }] })
    for (const method of ['CreateToken', 'ListTokens', 'ListSessions', 'ChangePassword', 'BeginTotp'])
      expect([method, (await call(`AccountService/${method}`, { teamId })).status]).toEqual([method, 403])
    expect((await call('TeamHooksService/GetTeamHooks', {})).status).toBe(403)
  })

  test('an expired or revoked token is refused, and its enrolment codes are revoked with it', async () => {
    const { owner, teamId, make, program, advanceClock, server } = await started()
    const short = program((await make({ name: 'short', scopes: ['hooks:read'], validDays: 1 })).body.token)
    const { body } = await make({ scopes: ['hooks:read', 'devices:enroll'] })
    const long = program(body.token)
    const list = (call: typeof long) => call('AdminService/ListHooks', { teamId })
    expect([(await list(short)).status, (await list(long)).status]).toEqual([200, 200])
    advanceClock(day + 1)
    expect((await list(short)).body.message).toBe('this service token is not valid: it was revoked or has expired')
    const signIn = { email: 'owner@example.com', password: 'correct horse battery staple' }
    await owner.call('AccountService/SignIn', signIn)
    const { serviceTokens } = (await owner.call('AdminService/ListServiceTokens', { teamId })).body
    expect(
      serviceTokens.map(({ name, expired }: { name: string; expired?: boolean }) => [name, expired ?? false]),
    ).toEqual([
      ['ci', false],
      ['short', true],
    ])
    await server.context.store.inTeam(teamId, (q) =>
      q
        .insertInto('codes')
        .values({
          ...{ team_id: teamId, id: 'c', hash: 'h', note: '', uses_left: 1, author: 'service token ci', created_at: 1 },
          ...{ expires_at: Date.now() + 9 * day, revoked_at: null },
        })
        .execute(),
    )
    const revoked = { teamId, serviceTokenId: body.serviceToken.id }
    expect((await owner.call('AdminService/RevokeServiceToken', revoked)).status).toBe(200)
    expect((await list(long)).status).toBe(401)
    const { codes } = (await owner.call('AdminService/ListEnrollmentCodes', { teamId })).body
    expect(codes[0]).toMatchObject({ id: 'c', revoked: true })
    expect((await owner.call('AdminService/RevokeServiceToken', revoked)).status).toBe(404)
  })

  test.each([
    [{ name: '' }, 'the name of a service token'],
    [{ name: 'a\u202eb' }, 'the name of a service token'],
    [{ name: '<img>' }, 'the name of a service token'],
    [{ scopes: [] }, 'a service token needs at least one scope'],
    [{ scopes: ['root'] }, 'there is no scope "root"'],
    [{ scopes: ['constructor'] }, 'there is no scope "constructor"'],
    [{ validDays: 367 }, 'valid_days must be a number from 1 to 366, got 367'],
    [{ validDays: -1 }, 'valid_days must be a number from 1 to 366, got -1'],
  ])('%j is refused', async (options, message) => {
    const { make } = await started()
    const { status, body } = await make({ scopes: ['publish'], ...options })
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  })

  test('two tokens of a team cannot have the same name', async () => {
    const { make } = await started()
    const both = await Promise.all([make({ scopes: ['publish'] }), make({ scopes: ['publish'] })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('what a token does is recorded under its name', async () => {
    const { owner, teamId, make, program } = await started()
    const call = program((await make({ scopes: ['hooks:read', 'hooks:write'] })).body.token)
    const draft = { hookStep: 'stop', scriptName: 'a.sh', scriptContent: '#!/bin/sh\n' }
    expect((await call('AdminService/SaveHook', { teamId, draft })).body.current.author).toBe('service token ci')
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ actor: 'service token ci', action: 'hook.created' })
  })
})
