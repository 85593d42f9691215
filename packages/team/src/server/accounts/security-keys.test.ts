import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { createBrowserLike } from '../../testing/browser-like.ts'
import { eachStore, password, type StoreBench, startTeam, type TeamServer } from '../../testing/index.ts'
import { createSoftwareKey, type Lies, type SoftwareKey } from '../../testing/software-key.ts'
import { startServer } from '../index.ts'

const minute = 60_000
/** The server logs why it refuses a key. */
const quiet = { log: () => {} }

/** A browser that is signed in, and a key with the origin that browsers use for this machine. */
async function startPerson(team: TeamServer, email = 'owner@example.com') {
  const browser = createBrowserLike()
  const { url } = team
  const call = (method: string, body: object = {}) => browser.call(url, `AccountService/${method}`, body)
  await call('SignIn', { email, password })
  const key = createSoftwareKey(url.replace('127.0.0.1', 'localhost'))
  const register = async (name = 'blue key', lies: Lies = {}, by: SoftwareKey = key) => {
    const { options } = (await call('BeginKeyRegistration', { password })).body
    return call('FinishKeyRegistration', { response: by.register(options, lies), name })
  }
  /** Signs in another browser with the password and a key. */
  const signInWithKey = async (lies: Lies = {}, by: SoftwareKey = key) => {
    const other = createBrowserLike()
    const asked = await other.call(url, 'AccountService/SignIn', { email, password })
    const assertion = by.assert(asked.body.keyOptions, lies)
    const answer = await other.call(url, 'AccountService/FinishSignIn', { assertion })
    return { status: answer.status, other, asked, assertion }
  }
  return { browser, call, key, register, signInWithKey }
}

eachStore('security keys', (bench: StoreBench) => {
  test('a key is registered, named and listed, and then required', async () => {
    const team = await startTeam(bench, quiet)
    const { browser, call, register, signInWithKey, key } = await startPerson(team)
    const { status, body } = await register()
    expect(status).toBe(200)
    expect(body.me.keys).toMatchObject([{ id: key.id, name: 'blue key' }])
    expect(body.recoveryCodes).toHaveLength(10)
    expect(body.recoveryCodes[0]).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect((await call('RenameKey', { keyId: key.id, name: 'red key' })).body.keys[0].name).toBe('red key')
    const asked = await createBrowserLike().call(team.url, 'AccountService/SignIn', {
      email: 'owner@example.com',
      password,
    })
    expect([asked.body.me, asked.body.totpNeeded]).toEqual([undefined, true])
    const signedIn = await signInWithKey()
    expect(signedIn.status).toBe(200)
    expect((await signedIn.other.call(team.url, 'AccountService/GetMe')).body.keys[0].usedAt).not.toBe('')
    const { entries } = (await browser.call(team.url, 'AdminService/ListJournal', { teamId: team.teamId })).body
    expect(entries.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
      'account.key-renamed',
      'account.key-added',
      'account.sessions-ended',
    ])
  })

  const lies: readonly (readonly [string, Lies])[] = [
    ['WebAuthn wrong origin', { origin: 'https://evil.example' }],
    ['WebAuthn wrong rpId', { rpId: 'evil.example' }],
    ['WebAuthn wrong challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['WebAuthn wrong type', { type: 'webauthn.other' }],
    ['WebAuthn without the presence of the user', { flags: 0x40 }],
  ]

  const alsoUsed: typeof lies = [
    ['a wrong signature', { breaksSignature: true }],
    ['an unknown credential', { id: 'AAAA' }],
  ]

  test('a lying key can neither be registered nor used', async () => {
    const team = await startTeam(bench, quiet)
    const { register, signInWithKey, call, key } = await startPerson(team)
    for (const [name, lie] of lies) expect([name, (await register('x', lie)).status]).toEqual([name, 401])
    expect((await call('GetMe')).body.keys ?? []).toEqual([])
    await register()
    for (const [name, lie] of [...lies, ...alsoUsed]) {
      const { status, other } = await signInWithKey(lie)
      expect([name, status]).toEqual([name, 401])
      expect((await other.call(team.url, 'AccountService/GetMe')).status).toBe(401)
    }
    key.counter = 50
    expect((await signInWithKey()).status).toBe(200)
  })

  test('WebAuthn counter going back: a copied key is refused', async () => {
    const { register, signInWithKey, key } = await startPerson(await startTeam(bench, quiet))
    key.counter = 7
    await register()
    expect((await signInWithKey()).status).toBe(200)
    for (const counter of [7, 8, 0])
      expect([counter, (await signInWithKey({ counter })).status]).toEqual([counter, 401])
    expect((await signInWithKey({ counter: 100 })).status).toBe(200)
  })

  test('replayed assertion: a challenge works once, also after a wrong answer', async () => {
    const team = await startTeam(bench, quiet)
    const { register, key } = await startPerson(team)
    await register()
    const browser = createBrowserLike()
    const call = (method: string, body: object) => browser.call(team.url, `AccountService/${method}`, body)
    const ask = () => call('SignIn', { email: 'owner@example.com', password })
    const assertion = key.assert((await ask()).body.keyOptions)
    const cookie = browser.cookies(team.url).get('__Host-hookline-sign-in') ?? ''
    expect((await call('FinishSignIn', { assertion })).status).toBe(200)
    for (const _ of [1, 2]) {
      browser.setCookie(team.url, '__Host-hookline-sign-in', cookie)
      expect((await call('FinishSignIn', { assertion })).status).toBe(401)
    }
    // The assertion of one challenge for another one.
    await ask()
    expect((await call('FinishSignIn', { assertion })).status).toBe(401)
    // After a wrong answer, the right one comes too late.
    const { keyOptions } = (await ask()).body
    expect((await call('FinishSignIn', { assertion: '{}' })).status).toBe(401)
    expect((await call('FinishSignIn', { assertion: key.assert(keyOptions) })).status).toBe(401)
    // And a challenge expires.
    const late = (await ask()).body.keyOptions
    team.advanceClock(11 * minute)
    expect((await call('FinishSignIn', { assertion: key.assert(late) })).status).toBe(401)
  })

  test("WebAuthn other user's credential: a key works only for its own account", async () => {
    const team = await startTeam(bench, quiet)
    await team.join('ben@example.com', 'viewer')
    const [owner, ben] = [await startPerson(team), await startPerson(team, 'ben@example.com')]
    await owner.register()
    await ben.register()
    expect((await owner.signInWithKey({}, ben.key)).status).toBe(401)
    expect((await owner.call('RemoveKey', { keyId: ben.key.id, password })).status).toBe(404)
    expect((await owner.call('RenameKey', { keyId: ben.key.id, name: 'mine' })).status).toBe(404)
    // A registration that one user began cannot be finished by another, and a key cannot be registered twice.
    const { options } = (await owner.call('BeginKeyRegistration', { password })).body
    const flow = owner.browser.cookies(team.url).get('__Host-hookline-sign-in') ?? ''
    ben.browser.setCookie(team.url, '__Host-hookline-sign-in', flow)
    const stolen = await ben.call('FinishKeyRegistration', { response: owner.key.register(options), name: 'x' })
    expect(stolen.status).toBe(401)
    expect((await ben.register('again', {}, owner.key)).body.code).toBe('already_exists')
  })

  test('a recovery code replaces the key once', async () => {
    const team = await startTeam(bench, quiet)
    const { register, call } = await startPerson(team)
    const { recoveryCodes } = (await register()).body
    const signIn = (totp: string) =>
      createBrowserLike().call(team.url, 'AccountService/SignIn', { email: 'owner@example.com', password, totp })
    const both = await Promise.all([signIn(recoveryCodes[0]), signIn(recoveryCodes[0])])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(recoveryCodes[1].toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await signIn('000000')).status).toBe(401)
    expect((await call('GetMe')).body.recoveryCodes).toBe(8)
    expect((await call('CreateRecoveryCodes', { password: 'wrong' })).status).toBe(401)
    const renewed = (await call('CreateRecoveryCodes', { password })).body.recoveryCodes
    expect((await signIn(recoveryCodes[2])).status).toBe(401)
    expect((await signIn(renewed[0])).status).toBe(200)
    const stored = await team.server.context.store.acrossTeams((q) =>
      q.selectFrom('recovery_codes').selectAll().execute(),
    )
    expect(JSON.stringify(stored)).not.toContain(renewed[1])
  })

  test('the last key can be removed with the password, and takes the recovery codes with it', async () => {
    const team = await startTeam(bench, quiet)
    const { register, call, key } = await startPerson(team)
    await register()
    expect((await call('RemoveKey', { keyId: key.id, password: 'wrong' })).status).toBe(401)
    expect((await call('RemoveKey', { keyId: key.id, password })).body).toMatchObject({ email: 'owner@example.com' })
    const stored = await team.server.context.store.acrossTeams((q) =>
      q.selectFrom('recovery_codes').selectAll().execute(),
    )
    expect(stored).toEqual([])
    expect((await call('SignIn', { email: 'owner@example.com', password })).body.me.email).toBe('owner@example.com')
    expect((await call('CreateRecoveryCodes', { password })).body.code).toBe('failed_precondition')
  })

  test('a team that requires a second factor is closed to sessions and tokens without one', async () => {
    const team = await startTeam(bench, quiet)
    const { teamId, url } = team
    const person = await startPerson(team)
    const policy = (required: boolean) =>
      person.browser.call(url, 'AdminService/SetSecondFactorPolicy', { teamId, required })
    expect((await policy(true)).body.message).toContain('sign in with a second factor yourself first')
    const viewer = await team.join('ben@example.com', 'viewer')
    const { token } = (await viewer.call('AccountService/CreateToken', { teamId, name: 't' })).body
    const service = await team.owner.call('AdminService/CreateServiceToken', {
      teamId,
      name: 'ci',
      scopes: ['hooks:read'],
    })
    await person.register()
    expect((await policy(true)).status).toBe(200)
    const list = async (headers?: Record<string, string>) =>
      (await viewer.call('AdminService/ListHooks', { teamId }, headers)).status
    const byToken = (secret: string) => list({ authorization: `Bearer ${secret}`, cookie: '' })
    expect([await list(), await byToken(token), await byToken(service.body.token)]).toEqual([403, 403, 200])
    expect((await person.browser.call(url, 'AdminService/ListHooks', { teamId })).status).toBe(200)
    expect((await viewer.call('AccountService/GetMe')).body.teams[0].requiresSecondFactor).toBe(true)
    // Setting one up opens the team at once.
    const totp = URI.parse((await viewer.call('AccountService/BeginTotp', { password })).body.uri)
    const code = 'period' in totp ? totp.generate({ timestamp: team.server.context.now() }) : ''
    await viewer.call('AccountService/ConfirmTotp', { code })
    expect(await list()).toBe(200)
    const fresh = (await viewer.call('AccountService/CreateToken', { teamId, name: 'u' })).body.token
    expect(await byToken(fresh)).toBe(200)
    await viewer.call('AccountService/RemoveTotp', { password })
    expect([await list(), await byToken(fresh)]).toEqual([403, 403])
    expect((await policy(false)).status).toBe(200)
    expect(await list()).toBe(200)
  })

  test('a server that has only an address offers no keys', async () => {
    const server = await startServer({ ...(await bench.preparedOptions()), publicUrl: 'http://192.0.2.7:4680' })
    bench.undo(() => server.close())
    const url = `http://127.0.0.1:${server.port}`
    const browser = createBrowserLike()
    const answer = await browser.call(url, 'AccountService/Accept', {
      ...{ secret: server.ownerLink?.split('#')[1], email: 'o@example.com', password },
    })
    expect(answer.status).toBe(200)
    expect((await browser.call(url, 'AccountService/BeginKeyRegistration', { password })).body.message).toContain(
      'host name',
    )
  })
})
