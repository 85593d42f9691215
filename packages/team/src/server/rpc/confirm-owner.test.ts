import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { createBrowserLike } from '../../testing/browser-like.ts'
import { eachStore, password, personAt, startTeam, type TeamServer } from '../../testing/index.ts'
import { startProviderTeam } from '../../testing/sign-in.ts'
import { createSoftwareKey } from '../../testing/software-key.ts'

const minute = 60_000
const email = 'owner@example.com'

/** What changes how an account signs in. Each needs the password, and the second factor if there is one. */
const changes: readonly (readonly [string, object])[] = [
  ['BeginTotp', {}],
  ['BeginKeyRegistration', {}],
  ['RemoveTotp', {}],
  ['RemoveKey', { keyId: 'x' }],
  ['CreateRecoveryCodes', {}],
  ['ChangePassword', { newPassword: 'another long and good password' }],
  ['BeginProviderSignIn', { provider: 'example', link: true }],
]

/** The old password has another name in a change of the password. */
const withPassword = (method: string, more: object, given: string): object =>
  method === 'ChangePassword' ? { ...more, oldPassword: given } : { ...more, password: given }

async function addTotp({ server, owner }: Pick<TeamServer, 'server' | 'owner'>) {
  const totp = URI.parse((await owner.call('AccountService/BeginTotp', { password })).body.uri)
  const code = () => ('period' in totp ? totp.generate({ timestamp: server.context.now() }) : '')
  expect((await owner.call('AccountService/ConfirmTotp', { code: code() })).status).toBe(200)
  return code
}

eachStore('changes of how an account signs in', (bench) => {
  test('stolen session: without the password it changes nothing', async () => {
    const { owner } = await startTeam(bench)
    for (const [method, more] of changes)
      for (const given of ['', 'not the password']) {
        const answer = await owner.call(`AccountService/${method}`, withPassword(method, more, given))
        // The attempts count together, so the last ones are refused by the rate limit.
        expect([method, [401, 429].includes(answer.status)]).toEqual([method, true])
      }
  })

  test('stolen session and password: without the existing second factor they change nothing', async () => {
    const team = await startTeam(bench)
    const code = await addTotp(team)
    team.advanceClock(11 * minute)
    const call = (method: string, body: object) => team.owner.call(`AccountService/${method}`, body)
    for (const [method, more] of changes) {
      const answer = await call(method, withPassword(method, more, password))
      expect([method, answer.body.code, answer.body.message]).toEqual([
        ...[method, 'failed_precondition'],
        expect.stringContaining('this account has a second factor'),
      ])
    }
    expect((await call('BeginKeyRegistration', { password, totp: '000000' })).status).toBe(401)
    const used = code()
    expect((await call('BeginKeyRegistration', { password, totp: used })).status).toBe(200)
    expect((await call('CreateRecoveryCodes', { password, totp: used })).status).toBe(401)
  })

  test('a sign-in with the second factor counts as its proof for ten minutes', async () => {
    const team = await startTeam(bench)
    const code = await addTotp(team)
    team.advanceClock(11 * minute)
    const person = personAt(team.url)
    await person.call('AccountService/SignIn', { email, password, totp: code() })
    expect((await person.call('AccountService/CreateRecoveryCodes', { password })).status).toBe(200)
    team.advanceClock(11 * minute)
    const late = await person.call('AccountService/CreateRecoveryCodes', { password })
    expect(late.body.code).toBe('failed_precondition')
  })

  test('the first second factor ends all other sessions', async () => {
    const team = await startTeam(bench, { log: () => {} })
    const me = async (person: typeof team.owner) => (await person.call('AccountService/GetMe')).status
    const other = personAt(team.url)
    await other.call('AccountService/SignIn', { email, password })
    await addTotp(team)
    expect([await me(team.owner), await me(other)]).toEqual([200, 401])
    // A security key as the first one does the same, and a later one ends no session.
    const [browser, elsewhere] = [createBrowserLike(), personAt(team.url)]
    await team.join('ben@example.com', 'viewer')
    const ben = { email: 'ben@example.com', password }
    await browser.call(team.url, 'AccountService/SignIn', ben)
    await elsewhere.call('AccountService/SignIn', ben)
    const register = async () => {
      const key = createSoftwareKey(team.url.replace('127.0.0.1', 'localhost'))
      const { options } = (await browser.call(team.url, 'AccountService/BeginKeyRegistration', { password })).body
      const answer = { response: key.register(options), name: 'key' }
      const { status } = await browser.call(team.url, 'AccountService/FinishKeyRegistration', answer)
      expect(status).toBe(200)
      return key
    }
    const key = await register()
    expect(await me(elsewhere)).toBe(401)
    const second = createBrowserLike()
    const { keyOptions } = (await second.call(team.url, 'AccountService/SignIn', ben)).body
    await second.call(team.url, 'AccountService/FinishSignIn', { assertion: key.assert(keyOptions) })
    await register()
    expect((await second.call(team.url, 'AccountService/GetMe')).status).toBe(200)
  })

  test('a link ends all other sessions, and a session of a provider gets no second factor here', async () => {
    const { provider, url, owner } = await startProviderTeam(bench)
    const browser = createBrowserLike()
    const call = (method: string, body: object = {}) => browser.call(url, `AccountService/${method}`, body)
    await call('SignIn', { email, password })
    provider.current = { sub: 'o', email: 'o@example.com', email_verified: true, groups: ['owners'] }
    await browser.visit((await call('BeginProviderSignIn', { provider: 'example', link: true, password })).body.url)
    expect((await call('GetMe')).status).toBe(200)
    expect((await owner.call('AccountService/GetMe')).status).toBe(401)
    for (const method of ['BeginTotp', 'BeginKeyRegistration', 'ConfirmTotp'])
      expect([method, (await call(method, { password, code: '000000' })).body.message]).toEqual([
        ...[method, expect.stringContaining('sign in with your password first')],
      ])
  })

  test('an account without a password links a provider within ten minutes of its sign-in', async () => {
    const { provider, url, advanceClock } = await startProviderTeam(bench)
    const browser = createBrowserLike()
    const begin = (more: object = {}) =>
      browser.call(url, 'AccountService/BeginProviderSignIn', { provider: 'example', ...more })
    provider.current = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['staff'] }
    await browser.visit((await begin()).body.url)
    expect((await begin({ link: true })).status).toBe(200)
    advanceClock(11 * minute)
    expect((await begin({ link: true })).body.code).toBe('failed_precondition')
  })
})
