import { expect, test } from 'vitest'
import { type BrowserLike, createBrowserLike } from '../../testing/browser-like.ts'
import { eachStore, password, personAt } from '../../testing/index.ts'
import { type ProviderTeam, startProviderTeam } from '../../testing/sign-in.ts'
import type { Context } from '../context.ts'
import { checkSessions } from './check-sessions.ts'

const minute = 60_000
const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['developers'] }

async function begin(browser: BrowserLike, { url }: { readonly url: string }, more: object = {}) {
  return browser.call(url, 'AccountService/BeginProviderSignIn', { provider: 'example', ...more })
}

/** Signs in as a browser does. Returns the last address. */
async function signIn(browser: BrowserLike, team: ProviderTeam, more: object = {}): Promise<string> {
  const { body } = await begin(browser, team, more)
  return (await browser.visit(body.url)).url.replace(team.url, '')
}

const checkAll = (context: Context) =>
  Promise.all(context.providers.map((provider) => checkSessions(context, provider)))

const me = async (browser: BrowserLike, { url }: ProviderTeam) => browser.call(url, 'AccountService/GetMe')

eachStore('identity providers', (bench) => {
  test('a person signs in, and their groups decide the role', async () => {
    const team = await startProviderTeam(bench)
    const { provider, teamId, url } = team
    const browser = createBrowserLike()
    provider.current = { ...ada, groups: ['staff', 'developers'] }
    expect((await browser.call(url, 'AccountService/ListProviders')).body).toEqual({
      providers: [{ id: 'example', name: 'Example SSO' }],
    })
    expect(await signIn(browser, team, { returnTo: '/account' })).toBe('/account')
    expect((await me(browser, team)).body).toMatchObject({
      ...{ email: 'ada@example.com', teams: [{ teamId, role: 'author' }] },
      identities: [{ provider: 'example', providerName: 'Example SSO', email: 'ada@example.com' }],
    })
    expect((await browser.call(url, 'AdminService/ListHooks', { teamId })).status).toBe(200)
    expect(
      (await browser.call(url, 'AdminService/InviteMember', { teamId, email: 'x@y.z', role: 'owner' })).status,
    ).toBe(403)
    // The same person in another browser gets the same account.
    const second = createBrowserLike()
    provider.current = { ...ada, groups: ['owners'], email: 'renamed@example.com' }
    await signIn(second, team)
    expect((await me(second, team)).body).toMatchObject({ email: 'ada@example.com', teams: [{ role: 'owner' }] })
    const { entries } = (await browser.call(url, 'AdminService/ListJournal', { teamId })).body
    expect(entries.slice(0, 2).map(({ action, actor }: { action: string; actor: string }) => [action, actor])).toEqual([
      ['member.role', 'identity provider example'],
      ['member.joined', 'identity provider example'],
    ])
  })

  test('group removed: the next sign-in ends the membership, the sessions and the tokens', async () => {
    const team = await startProviderTeam(bench)
    const { provider, teamId, url } = team
    const [browser, other] = [createBrowserLike(), createBrowserLike()]
    provider.current = ada
    await signIn(browser, team)
    const { token } = (await browser.call(url, 'AccountService/CreateToken', { teamId, name: 't' })).body
    provider.current = { ...ada, groups: ['unknown'] }
    expect(await signIn(other, team)).toBe('/?sign-in=no-role')
    expect((await me(browser, team)).status).toBe(401)
    const byToken = await fetch(`${url}/hookline.team.v1.AdminService/ListHooks`, {
      ...{ method: 'POST', body: JSON.stringify({ teamId }) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    expect(byToken.status).toBe(401)
    expect(other.cookies(url).size).toBe(0)
  })

  test('service tokens of an owner who loses the group end at the next sign-in', async () => {
    const team = await startProviderTeam(bench)
    const { provider, teamId, url } = team
    for (const groups of [['developers'], []]) {
      const browser = createBrowserLike()
      provider.current = { ...ada, groups: ['owners'] }
      await signIn(browser, team)
      const made = { teamId, name: 'ci', scopes: ['scim', 'hooks:read'] }
      const { token } = (await browser.call(url, 'AdminService/CreateServiceToken', made)).body
      const list = async () => {
        const headers = { authorization: `Bearer ${token}` }
        return (await personAt(url).call('AdminService/ListHooks', { teamId }, headers)).status
      }
      expect(await list()).toBe(200)
      provider.current = { ...ada, groups }
      await signIn(createBrowserLike(), team)
      expect([groups, await list()]).toEqual([groups, 401])
    }
  })

  test('group removed: the regular check ends the session without a sign-in', async () => {
    const team = await startProviderTeam(bench, { scopes: ['openid', 'email', 'groups', 'offline_access'] })
    const { provider, server, advanceClock } = team
    const browser = createBrowserLike()
    provider.current = ada
    await signIn(browser, team)
    advanceClock(16 * minute)
    await checkAll(server.context)
    expect((await me(browser, team)).body.teams).toMatchObject([{ role: 'author' }])
    provider.people.set('ada', { ...ada, groups: ['staff'] })
    advanceClock(16 * minute)
    await checkAll(server.context)
    expect((await me(browser, team)).body.teams).toMatchObject([{ role: 'viewer' }])
    provider.people.set('ada', { ...ada, groups: [] })
    advanceClock(16 * minute)
    await checkAll(server.context)
    expect((await me(browser, team)).status).toBe(401)
  })

  test('a person who is gone at the provider loses the session, and a provider that is down ends none', async () => {
    const team = await startProviderTeam(bench, { scopes: ['openid', 'email', 'groups', 'offline_access'] })
    const { provider, server, advanceClock, logged } = team
    const [first, second] = [createBrowserLike(), createBrowserLike()]
    provider.current = ada
    await signIn(first, team)
    provider.current = { ...ada, sub: 'ben', email: 'ben@example.com' }
    await signIn(second, team)
    provider.people.delete('ada')
    advanceClock(16 * minute)
    await checkAll(server.context)
    expect([(await me(first, team)).status, (await me(second, team)).status]).toEqual([401, 200])
    await provider.close()
    advanceClock(16 * minute)
    await checkAll(server.context)
    expect((await me(second, team)).status).toBe(200)
    expect(logged.at(-1)).toContain('identity provider example')
    advanceClock(12 * 60 * minute)
    expect((await me(second, team)).status).toBe(401)
  })

  test('an existing account is never linked by its address', async () => {
    const team = await startProviderTeam(bench)
    const { provider } = team
    provider.current = { ...ada, sub: 'someone', email: 'Owner@example.com' }
    expect(await signIn(createBrowserLike(), team)).toBe('/?sign-in=exists')
  })

  test('unverified address: an address that the provider may not vouch for creates no account', async () => {
    const team = await startProviderTeam(bench)
    const people: readonly (readonly [object, string])[] = [
      [{ email_verified: false }, 'unverified'],
      [{ email: '' }, 'unverified'],
      [{ email: 'a@evil.com@example.com' }, 'unverified'],
      [{ email: 'a@other.com' }, 'domain'],
      [{ email: 'a@notexample.com' }, 'domain'],
    ]
    for (const [more, code] of people) {
      team.provider.current = { ...ada, ...more }
      expect(await signIn(createBrowserLike(), team)).toBe(`/?sign-in=${code}`)
    }
    const { store } = team.server.context
    const accounts = await store.acrossTeams((q) => q.selectFrom('accounts').select('email').execute())
    expect(accounts).toEqual([{ email: 'owner@example.com' }])
  })

  test('a signed-in user links an identity, and from then on the provider decides', async () => {
    const team = await startProviderTeam(bench)
    const { provider, teamId, url } = team
    const browser = createBrowserLike()
    await browser.call(url, 'AccountService/SignIn', { email: 'owner@example.com', password })
    provider.current = { ...ada, sub: 'the owner', email: 'o@elsewhere.com', groups: ['developers'] }
    expect(await signIn(browser, team, { link: true, password, returnTo: '/account' })).toBe('/account')
    // The last owner stays an owner, whatever the groups say.
    expect((await me(browser, team)).body).toMatchObject({ hasPassword: true, teams: [{ role: 'owner' }] })
    const byPassword = createBrowserLike()
    await byPassword.call(url, 'AccountService/SignIn', { email: 'owner@example.com', password })
    const refused = await byPassword.call(url, 'AdminService/ListHooks', { teamId })
    expect([refused.status, refused.body.message]).toEqual([403, 'this team needs a sign-in with Example SSO'])
    expect((await browser.call(url, 'AccountService/UnlinkIdentity', { provider: 'example' })).body.code).toBe(
      'failed_precondition',
    )
    const { accountId } = (await me(browser, team)).body
    const changed = await browser.call(url, 'AdminService/SetRole', { teamId, accountId, role: 'viewer' })
    expect(changed.body.message).toContain('decide the role of this member')
  })

  test('an identity that belongs to another account cannot be linked', async () => {
    const team = await startProviderTeam(bench)
    const { provider, url } = team
    provider.current = ada
    await signIn(createBrowserLike(), team)
    const browser = createBrowserLike()
    await browser.call(url, 'AccountService/SignIn', { email: 'owner@example.com', password })
    expect(await signIn(browser, team, { link: true, password })).toBe('/?sign-in=linked-elsewhere')
    expect((await begin(createBrowserLike(), team, { link: true })).status).toBe(401)
  })

  test('a link fails if its session has ended in the meantime', async () => {
    const team = await startProviderTeam(bench)
    const { provider, url } = team
    const browser = createBrowserLike()
    await browser.call(url, 'AccountService/SignIn', { email: 'owner@example.com', password })
    const { body } = await begin(browser, team, { link: true, password })
    await browser.call(url, 'AccountService/SignOut')
    provider.current = { ...ada, sub: 'the attacker' }
    expect((await browser.visit(body.url)).url).toBe(`${url}/?sign-in=expired`)
  })

  test('a token of a managed member stops a week after the provider last confirmed them', async () => {
    const team = await startProviderTeam(bench)
    const { provider, teamId, url, advanceClock } = team
    const browser = createBrowserLike()
    provider.current = ada
    await signIn(browser, team)
    const { token } = (await browser.call(url, 'AccountService/CreateToken', { teamId, name: 't' })).body
    const byToken = async () => {
      const response = await fetch(`${url}/hookline.team.v1.AdminService/ListHooks`, {
        ...{ method: 'POST', body: JSON.stringify({ teamId }) },
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      })
      return response.status
    }
    expect(await byToken()).toBe(200)
    advanceClock(8 * 24 * 60 * minute)
    expect(await byToken()).toBe(403)
    await signIn(createBrowserLike(), team)
    expect(await byToken()).toBe(200)
  })

  test('an account without a password cannot sign in with one, and has no second factor here', async () => {
    const team = await startProviderTeam(bench)
    team.provider.current = ada
    const browser = createBrowserLike()
    await signIn(browser, team)
    for (const method of ['BeginTotp', 'BeginKeyRegistration'])
      expect((await browser.call(team.url, `AccountService/${method}`)).body.code).toBe('failed_precondition')
    for (const word of ['', 'not the password of any account', password]) {
      const answer = await createBrowserLike().call(team.url, 'AccountService/SignIn', {
        email: ada.email,
        password: word,
      })
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated'])
    }
  })

  test('session fixation: a sign-in ends the old session and starts one with a new secret', async () => {
    const team = await startProviderTeam(bench)
    const { provider, url } = team
    const browser = createBrowserLike()
    provider.current = ada
    await signIn(browser, team)
    const before = browser.cookies(url).get('__Host-hookline') ?? ''
    await signIn(browser, team)
    expect(browser.cookies(url).get('__Host-hookline')).not.toBe(before)
    const old = createBrowserLike()
    old.setCookie(url, '__Host-hookline', before)
    expect((await me(old, team)).status).toBe(401)
    const fixed = createBrowserLike()
    fixed.setCookie(url, '__Host-hookline', 'a value that the attacker knows')
    await signIn(fixed, team)
    expect(fixed.cookies(url).get('__Host-hookline')).toMatch(/^[\w-]{43}$/)
  })

  test('open redirect: an address of another site is replaced by the start page', async () => {
    const team = await startProviderTeam(bench)
    team.provider.current = ada
    const wrong = ['//evil.example', 'https://evil.example', '/\\evil.example', '/a?b=//evil', 'javascript:alert(1)']
    for (const returnTo of [...wrong, '/%2f/evil', '/\t/evil', '/'.repeat(300), '/a?b=\r\nx: y', '/a?b#c'])
      expect([returnTo, await signIn(createBrowserLike(), team, { returnTo })]).toEqual([returnTo, '/'])
    // The filters of a link that somebody sent are part of its page.
    const filtered = '/hl_abc/decisions?hook=7&rule=shell-guard%2Frm&from=2026-01-01T00:00:00.000Z'
    expect(await signIn(createBrowserLike(), team, { returnTo: filtered })).toBe(filtered)
  })

  test('replayed code: a callback works once, and only in the browser that began it', async () => {
    const team = await startProviderTeam(bench)
    const { provider, url } = team
    provider.current = ada
    const browser = createBrowserLike()
    const stopAtCallback = /\/sign-in\/callback\//
    const callback = (await browser.visit((await begin(browser, team)).body.url, stopAtCallback)).url
    // CSRF on login: the attacker's callback address in the browser of the victim.
    const victim = createBrowserLike()
    expect((await victim.visit(callback)).url).toBe(`${url}/?sign-in=expired`)
    const secret = browser.cookies(url).get('__Host-hookline-sign-in') ?? ''
    const both = await Promise.all([browser.visit(callback), browser.visit(callback)])
    expect(both.map((visit) => visit.url.replace(url, '')).sort()).toEqual(['/', '/?sign-in=expired'])
    browser.setCookie(url, '__Host-hookline-sign-in', secret)
    expect((await browser.visit(callback)).url).toBe(`${url}/?sign-in=expired`)
    // The code of one sign-in in another one of the same browser.
    const code = new URL(callback).searchParams.get('code') ?? ''
    const next = new URL((await browser.visit((await begin(browser, team)).body.url, stopAtCallback)).url)
    next.searchParams.set('code', code)
    expect((await browser.visit(next.href)).url).toBe(`${url}/?sign-in=refused`)
  })

  test('wrong redirect URI: the provider refuses every other one', async () => {
    const team = await startProviderTeam(bench)
    const browser = createBrowserLike()
    const { body } = await begin(browser, team)
    for (const wrong of [
      'https://evil.example/',
      `${team.url}/sign-in/callback/example/`,
      `${team.url}/sign-in/callback/other`,
    ]) {
      const address = new URL(body.url)
      address.searchParams.set('redirect_uri', wrong)
      const answer = await browser.visit(address.href)
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('invalid_redirect_uri')])
    }
    expect((await browser.visit(`${team.url}/sign-in/callback/other?code=x&state=y`)).url).toBe(
      `${team.url}/?sign-in=expired`,
    )
  })

  test('a sign-in that takes longer than ten minutes fails', async () => {
    const team = await startProviderTeam(bench)
    const browser = createBrowserLike()
    team.provider.current = ada
    const callback = (await browser.visit((await begin(browser, team)).body.url, /\/sign-in\/callback\//)).url
    team.advanceClock(11 * minute)
    expect((await browser.visit(callback)).url).toBe(`${team.url}/?sign-in=expired`)
  })

  test('a request of another site cannot begin a sign-in', async () => {
    const team = await startProviderTeam(bench)
    const answer = await fetch(`${team.url}/hookline.team.v1.AccountService/BeginProviderSignIn`, {
      ...{ method: 'POST', body: '{"provider":"example"}' },
      headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null])
  })
})
