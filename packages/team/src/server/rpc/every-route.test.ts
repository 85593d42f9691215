import type { DescService } from '@bufbuild/protobuf'
import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { createBrowserLike } from '../../testing/browser-like.ts'
import { eachStore, password, personAt, startTeam } from '../../testing/index.ts'
import { startProviderTeam } from '../../testing/sign-in.ts'
import * as wire from '../../wire/index.ts'

/**
 * Every method that reads or changes data of a team, for every caller without access. A new service or method must be put
 * into one of these tables, or the first test fails.
 */
const services = Object.values(wire).filter((value) => isService(value))

function isService(value: unknown): value is DescService {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'service'
}

/** What these methods do with a person: `team` needs access to the team, and the others do not touch data of a team. */
const accountMethods: Readonly<Record<keyof typeof wire.AccountService.method, 'team' | 'own account' | 'anyone'>> = {
  ...{
    accept: 'anyone',
    checkLink: 'anyone',
    signIn: 'anyone',
    finishSignIn: 'anyone',
    signOut: 'anyone',
    listProviders: 'anyone',
  },
  ...{ beginProviderSignIn: 'anyone', createToken: 'team', revokeToken: 'team' },
  // A person sees the names of their teams and tokens, also of those that need another sign-in.
  ...{ getMe: 'own account', listTokens: 'own account', changePassword: 'own account', unlinkIdentity: 'own account' },
  ...{ beginTotp: 'own account', confirmTotp: 'own account', removeTotp: 'own account' },
  ...{ beginKeyRegistration: 'own account', finishKeyRegistration: 'own account', renameKey: 'own account' },
  ...{ removeKey: 'own account', createRecoveryCodes: 'own account' },
  ...{ listSessions: 'own account', endSession: 'own account', endOtherSessions: 'own account' },
}

/** A token cannot call these at all. */
const ofTeam = Object.entries(accountMethods).flatMap(([name, kind]) => (kind === 'team' ? [name] : []))

const teamMethods: readonly string[] = [
  ...wire.AdminService.methods.map(({ name }) => `AdminService/${name}`),
  ...wire.TeamHooksService.methods.map(({ name }) => `TeamHooksService/${name}`),
  ...wire.AccountService.methods
    .filter(({ localName }) => ofTeam.includes(localName))
    .map(({ name }) => `AccountService/${name}`),
]
/** These need the proof of a machine. A session or a token of a person is never enough. */
const machineMethods = wire.DeviceService.methods
  .filter(({ name }) => name !== 'Enroll')
  .map(({ name }) => `DeviceService/${name}`)

type Headers = Readonly<Record<string, string>>
interface Refused {
  readonly url: string
  readonly teamId: string
  /** The headers of callers without access, by name. */
  readonly callers: Readonly<Record<string, Headers>>
  readonly reason: RegExp
}

async function expectRefusals({ url, teamId, callers, reason }: Refused): Promise<void> {
  for (const [caller, headers] of Object.entries(callers)) {
    for (const method of teamMethods) {
      const { status, body } = await personAt(url).call(method, { teamId, tokenId: 'x' }, headers)
      const isOther = method.startsWith('AccountService/') && headers.authorization !== undefined
      expect([caller, method, status, body.message]).toEqual([
        ...[caller, method, 403],
        expect.stringMatching(isOther ? /a token cannot do this/ : reason),
      ])
    }
    for (const method of machineMethods)
      expect([caller, method, (await personAt(url).call(method, {}, headers)).status]).toEqual([caller, method, 401])
    // The timestamp is public: machines poll it without a proof.
    const files = [`/repo/${teamId}/metadata/1.root.json`, `/export/${teamId}/decisions.csv`]
    for (const path of [...files, '/scim/v2/Users', '/scim/v2/Groups'])
      expect([path, [401, 403].includes((await fetch(`${url}${path}`, { headers })).status)]).toEqual([path, true])
  }
}

test('every service and every method is in one of the tables', () => {
  const { AccountService, AdminService, DeviceService, TeamHooksService } = wire
  const known = [AccountService, AdminService, DeviceService, TeamHooksService].map(({ typeName }) => typeName)
  expect(services.map(({ typeName }) => typeName).sort()).toEqual(known.sort())
  expect(Object.keys(accountMethods).sort()).toEqual(AccountService.methods.map(({ localName }) => localName).sort())
})

eachStore('every route', (bench) => {
  test('a password-only session in a managed team is refused everywhere, and so are its tokens', async () => {
    const team = await startProviderTeam(bench)
    const { provider, teamId, url } = team
    const { token } = (await team.owner.call('AccountService/CreateToken', { teamId, name: 'old' })).body
    const browser = createBrowserLike()
    await browser.call(url, 'AccountService/SignIn', { email: 'owner@example.com', password })
    provider.current = { sub: 'owner', email: 'owner@example.com', email_verified: true, groups: ['owners'] }
    const link = { provider: 'example', link: true, password }
    await browser.visit((await browser.call(url, 'AccountService/BeginProviderSignIn', link)).body.url)
    expect((await browser.call(url, 'AdminService/ListHooks', { teamId })).status).toBe(200)
    const attacker = personAt(url)
    await attacker.call('AccountService/SignIn', { email: 'owner@example.com', password })
    const callers = {
      ...{ 'a session': { cookie: attacker.cookie() } },
      ...{ 'a token': { authorization: `Bearer ${token}` } },
    }
    await expectRefusals({
      url,
      teamId,
      callers,
      reason: /needs a sign-in with Example SSO|created without Example SSO/,
    })
    const tokens = (await browser.call(url, 'AdminService/ListTokens', { teamId })).body.tokens
    expect(tokens.map(({ name }: { name: string }) => name)).toEqual(['old'])
  })

  test('a session without a second factor in a team that requires one is refused everywhere, and so are its tokens', async () => {
    const team = await startTeam(bench)
    const { teamId, url, owner } = team
    const ben = await team.join('ben@example.com', 'owner')
    const { token } = (await ben.call('AccountService/CreateToken', { teamId, name: 'old' })).body
    const totp = URI.parse((await owner.call('AccountService/BeginTotp', { password })).body.uri)
    const code = 'period' in totp ? totp.generate({ timestamp: team.server.context.now() }) : ''
    await owner.call('AccountService/ConfirmTotp', { code })
    expect((await owner.call('AdminService/SetSecondFactorPolicy', { teamId, required: true })).status).toBe(200)
    const callers = {
      ...{ 'a session': { cookie: ben.cookie() } },
      ...{ 'a token': { authorization: `Bearer ${token}` } },
    }
    await expectRefusals({ url, teamId, callers, reason: /this team requires a second factor/ })
  })
})
