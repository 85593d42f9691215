import { expect, test } from 'vitest'
import { type BrowserLike, createBrowserLike } from '../../testing/browser-like.ts'
import { accept, eachStore, password, personAt } from '../../testing/index.ts'
import { type ProviderTeam, startProviderTeam } from '../../testing/sign-in.ts'
import { formatLink, makeLink, makeTeam } from '../accounts/links.ts'
import { newTeamId } from '../secrets.ts'

const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['owners'] }

/** Another team on the same server, with an owner who has this address and a password. */
async function startOtherTeam({ server, url }: ProviderTeam, email: string) {
  const { store, now } = server.context
  const other = newTeamId()
  const secret = await store.inTeam(other, async (q) => {
    await makeTeam(q, other, now())
    return makeLink(q, other, { kind: 'owner', role: 'owner', email: '', author: 'test' }, now())
  })
  const person = personAt(url)
  await accept(person, formatLink(server.context, secret), email, { teamName: 'Others' })
  return { other, person }
}

const signIn = async (browser: BrowserLike, { url }: ProviderTeam, more: object = {}) => {
  const request = { provider: 'example', ...more }
  const { body } = await browser.call(url, 'AccountService/BeginProviderSignIn', request)
  return (await browser.visit(body.url)).url.replace(url, '')
}

const passwordBrowser = async ({ url }: ProviderTeam, email: string): Promise<BrowserLike> => {
  const browser = createBrowserLike()
  await browser.call(url, 'AccountService/SignIn', { email, password })
  return browser
}

const actions = async ({ server }: ProviderTeam, team: string): Promise<readonly string[]> => {
  const entries = server.context.store.inTeam(team, (q) => q.selectFrom('journal').select('action').execute())
  return (await entries).map(({ action }) => action)
}

eachStore('the provider of one team and the other teams of an account', (bench) => {
  /** Ada owns another team with a password, and has linked the provider of the first team. */
  const linked = async (more: object = {}) => {
    const team = await startProviderTeam(bench, more)
    const { other } = await startOtherTeam(team, 'ada@other.example')
    const browser = await passwordBrowser(team, 'ada@other.example')
    team.provider.current = ada
    expect(await signIn(browser, team, { link: true, password })).toBe('/')
    return { ...team, other, browser, team }
  }

  test('provider of another team: its sessions and their tokens have no access', async () => {
    const { team, url, teamId, other, browser } = await linked()
    const list = async (by: BrowserLike, of: string) =>
      (await by.call(url, 'AdminService/ListHooks', { teamId: of })).status
    // The provider speaks for its own team only, also in a browser that never had the password.
    const attacker = createBrowserLike()
    await signIn(attacker, team)
    for (const by of [browser, attacker]) expect([await list(by, teamId), await list(by, other)]).toEqual([200, 403])
    const token = { teamId: other, name: 't' }
    expect((await attacker.call(url, 'AccountService/CreateToken', token)).status).toBe(403)
    const own = await passwordBrowser(team, 'ada@other.example')
    expect([await list(own, teamId), await list(own, other)]).toEqual([403, 200])
    const made = (await own.call(url, 'AccountService/CreateToken', token)).body.token
    const byToken = await personAt(url).call(
      'AdminService/ListHooks',
      { teamId: other },
      { authorization: `Bearer ${made}` },
    )
    expect(byToken.status).toBe(200)
  })

  test('second factor of a provider: it does not count after a change of the password', async () => {
    const { url, other, server, browser } = await linked({ asksSecondFactor: true })
    await server.context.store.inTeam(other, (q) => q.updateTable('teams').set({ requires_second_factor: 1 }).execute())
    const next = 'another long and good password'
    const changed = await browser.call(url, 'AccountService/ChangePassword', {
      oldPassword: password,
      newPassword: next,
    })
    expect(changed.status).toBe(200)
    const refused = await browser.call(url, 'AdminService/ListHooks', { teamId: other })
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('requires a second factor')])
  })

  test('a linked identity is recorded in all teams of the account', async () => {
    const { team, teamId, other } = await linked()
    expect(await actions(team, other)).toContain('account.identity-linked')
    expect(await actions(team, teamId)).toContain('account.identity-linked')
  })

  test('squatting: an unverified account does not keep the owner of the address out', async () => {
    const team = await startProviderTeam(bench)
    const { other, person } = await startOtherTeam(team, ada.email)
    team.provider.current = ada
    const browser = createBrowserLike()
    expect(await signIn(browser, team)).toBe('/')
    const me = (await browser.call(team.url, 'AccountService/GetMe')).body
    expect(me).toMatchObject({ email: ada.email, teams: [{ teamId: team.teamId }] })
    // The other account keeps its teams under another address, and their owners see why.
    const displaced = (await person.call('AccountService/GetMe')).body
    expect(displaced).toMatchObject({
      email: expect.stringMatching(/^displaced-.*\.invalid$/),
      teams: [{ teamId: other }],
    })
    expect(await actions(team, other)).toContain('account.displaced')
    const again = personAt(team.url)
    expect((await again.call('AccountService/SignIn', { email: ada.email, password })).status).toBe(401)
    expect((await again.call('AccountService/SignIn', { email: displaced.email, password })).status).toBe(200)
  })

  test('squatting: a verified account and a member of the team are not displaced', async () => {
    const { team } = await linked()
    team.provider.current = { ...ada, sub: 'somebody else', email: 'owner@example.com' }
    expect(await signIn(createBrowserLike(), team)).toBe('/?sign-in=exists')
    team.provider.current = { ...ada, sub: 'ben', email: 'ben@example.com' }
    await signIn(createBrowserLike(), team)
    team.provider.current = { ...ada, sub: 'not ben', email: 'ben@example.com' }
    expect(await signIn(createBrowserLike(), team)).toBe('/?sign-in=exists')
  })
})
