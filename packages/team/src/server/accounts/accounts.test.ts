import { URI } from 'otpauth'
import { expect, test } from 'vitest'
import { accept, eachStore, password, personAt, startTeam } from '../../testing/index.ts'
import { startServer } from '../index.ts'

const minute = 60_000
const day = 24 * 60 * minute

eachStore('accounts', (bench) => {
  test('the link of the first start creates one owner and works once', async () => {
    const storeOptions = await bench.preparedOptions()
    const server = await startServer(storeOptions)
    const [first, second] = [personAt(server.url), personAt(server.url)]
    const check = (link = '') => second.call('AccountService/CheckLink', { secret: link.split('#')[1] ?? '' })
    for (const { body } of [await check(server.ownerLink), await check(server.ownerLink)])
      expect(body).toEqual({ kind: 'owner' })
    const made = await accept(first, server.ownerLink ?? '', 'Ada@Example.com', { teamName: 'Analytics' })
    expect(made.body).toMatchObject({
      email: 'ada@example.com',
      teams: [{ teamId: expect.stringMatching(/^hl_[a-z2-7]{16}$/), teamName: 'Analytics', role: 'owner' }],
    })
    const used = await check(server.ownerLink)
    expect([used.status, used.body.message]).toEqual([
      404,
      'this link is not valid: it was used or has expired. Ask for a new one.',
    ])
    expect((await check()).status).toBe(404)
    const again = await accept(second, server.ownerLink ?? '', 'eve@example.com')
    expect([again.status, again.body.code]).toEqual([404, 'not_found'])
    await server.close()
    const restarted = await startServer(storeOptions)
    expect(restarted.ownerLink).toBeUndefined()
    await restarted.close()
  })

  test('only one of two parallel requests can use a link', async () => {
    const server = await startServer(await bench.preparedOptions())
    const came = await Promise.all(
      ['a', 'b', 'c'].map((name) => accept(personAt(server.url), server.ownerLink ?? '', `${name}@example.com`)),
    )
    expect(came.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    await server.close()
  })

  test('a start without an owner prints a new link, and a link expires after a day', async () => {
    const storeOptions = await bench.preparedOptions()
    const first = await startServer(storeOptions)
    await first.close()
    const second = await startServer({ ...storeOptions, now: () => Date.now() + day + 1 })
    expect(second.ownerLink).not.toBe(first.ownerLink)
    expect((await accept(personAt(second.url), first.ownerLink ?? '', 'a@example.com')).status).toBe(404)
    expect((await accept(personAt(second.url), second.ownerLink ?? '', 'a@example.com')).status).toBe(200)
    await second.close()
  })

  test('a session is a host-only cookie that is new for each sign-in', async () => {
    const { owner, url } = await startTeam(bench)
    const before = owner.cookie()
    const came = await owner.call('AccountService/SignIn', { email: 'OWNER@example.com', password })
    expect(came.headers.get('set-cookie')).toMatch(
      /^__Host-hookline=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=\d+$/,
    )
    expect(owner.cookie()).not.toBe(before)
    expect((await personAt(url).call('AccountService/GetMe', {}, { cookie: before })).status).toBe(401)
    expect((await owner.call('AccountService/GetMe')).body.email).toBe('owner@example.com')
    const cookie = owner.cookie()
    await owner.call('AccountService/SignOut')
    expect((await personAt(url).call('AccountService/GetMe', {}, { cookie })).status).toBe(401)
  })

  test('a session ends after a day without use and after a week', async () => {
    const { owner, advanceClock } = await startTeam(bench)
    for (const _ of [1, 2, 3, 4, 5, 6, 7]) {
      advanceClock(day - 10 * minute)
      expect((await owner.call('AccountService/GetMe')).status).toBe(200)
    }
    advanceClock(2 * 60 * minute)
    expect((await owner.call('AccountService/GetMe')).status).toBe(401)
    await owner.call('AccountService/SignIn', { email: 'owner@example.com', password })
    advanceClock(day + minute)
    expect((await owner.call('AccountService/GetMe')).status).toBe(401)
  })

  test('too many attempts from one address block only that address', async () => {
    const storeOptions = await bench.preparedOptions()
    await (await startTeam(bench, storeOptions)).server.close()
    const behindProxy = await startServer({ ...storeOptions, publicUrl: 'https://hooks.example.com' })
    bench.undo(() => behindProxy.close())
    const url = `http://127.0.0.1:${behindProxy.port}`
    const tryFrom = (from: string, secret: string) =>
      personAt(url).call(
        'AccountService/SignIn',
        { email: 'owner@example.com', password: secret },
        { 'x-forwarded-for': from },
      )
    for (let n = 0; n < 120; n += 1) await tryFrom('6.6.6.6', 'wrong')
    expect((await tryFrom('6.6.6.6', password)).status).toBe(429)
    expect((await tryFrom('7.7.7.7', password)).status).toBe(200)
  })

  test('wrong passwords and unknown addresses get the same response and are limited', async () => {
    const { url, advanceClock } = await startTeam(bench)
    const eve = personAt(url)
    const tryOnce = (email: string, word: string) => eve.call('AccountService/SignIn', { email, password: word })
    const [known, unknown] = [await tryOnce('owner@example.com', 'x'), await tryOnce('unknown@example.com', 'x')]
    expect(known.body).toEqual(unknown.body)
    expect([known.status, unknown.status]).toEqual([401, 401])
    const many = await Promise.all(Array.from({ length: 14 }, () => tryOnce('owner@example.com', 'y')))
    expect(many.filter(({ status }) => status === 401)).toHaveLength(9)
    const limited = await tryOnce('owner@example.com', password)
    expect([limited.status, limited.body.code]).toEqual([429, 'resource_exhausted'])
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    advanceClock(16 * minute)
    expect((await tryOnce('owner@example.com', password)).status).toBe(200)
  })

  test('a short password is refused, and changing the password ends every other session', async () => {
    const { owner, url, teamId } = await startTeam(bench)
    const elsewhere = personAt(url)
    await elsewhere.call('AccountService/SignIn', { email: 'owner@example.com', password })
    const change = (oldPassword: string, newPassword: string) =>
      owner.call('AccountService/ChangePassword', { oldPassword, newPassword })
    expect((await change(password, 'short')).body.message).toBe('the password must have at least 12 characters')
    expect((await change('wrong', 'another long password')).status).toBe(401)
    expect((await change(password, 'another long password')).status).toBe(200)
    expect((await owner.call('AccountService/GetMe')).status).toBe(200)
    expect((await elsewhere.call('AccountService/GetMe')).status).toBe(401)
    const signIn = (word: string) =>
      elsewhere.call('AccountService/SignIn', { email: 'owner@example.com', password: word })
    expect((await signIn(password)).status).toBe(401)
    expect((await signIn('another long password')).status).toBe(200)
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ action: 'account.password-changed', actor: 'owner@example.com' })
    expect(JSON.stringify(entries)).not.toContain('long password')
  })

  test('a confirmed second factor is required, and each code works once', async () => {
    const { owner, url, server, advanceClock } = await startTeam(bench)
    const { uri } = (await owner.call('AccountService/BeginTotp', { password })).body
    const totp = URI.parse(uri)
    if (!('period' in totp)) throw new Error('not a time-based code')
    const code = (steps = 0) => totp.generate({ timestamp: server.context.now() + steps * 30_000 })
    expect((await owner.call('AccountService/ConfirmTotp', { code: '000000' })).status).toBe(400)
    expect((await owner.call('AccountService/ConfirmTotp', { code: code() })).body.totp).toBe(true)
    const elsewhere = personAt(url)
    const signIn = (with_: string) =>
      elsewhere.call('AccountService/SignIn', { email: 'owner@example.com', password, totp: with_ })
    const asked = await signIn('')
    expect([asked.body, elsewhere.cookie()]).toEqual([{ totpNeeded: true }, ''])
    expect((await signIn(code())).status).toBe(401)
    advanceClock(60_000)
    const next = code()
    const both = await Promise.all([signIn(next), signIn(next)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await owner.call('AccountService/BeginTotp', { password })).body.code).toBe('failed_precondition')
    expect((await owner.call('AccountService/RemoveTotp', { password: 'wrong' })).status).toBe(401)
    expect((await owner.call('AccountService/RemoveTotp', { password })).body.totp ?? false).toBe(false)
    expect((await signIn('')).body.me.email).toBe('owner@example.com')
  })

  test('an invitation for an existing account needs its password and code', async () => {
    const { owner, teamId, join, server } = await startTeam(bench)
    const ben = await join('ben@example.com', 'viewer')
    const { uri } = (await ben.call('AccountService/BeginTotp', { password })).body
    const totp = URI.parse(uri)
    const code = 'period' in totp ? totp.generate({ timestamp: server.context.now() }) : ''
    await ben.call('AccountService/ConfirmTotp', { code })
    const id = (await ben.call('AccountService/GetMe')).body.accountId
    await owner.call('AdminService/RemoveMember', { teamId, accountId: id })
    const { link } = (
      await owner.call('AdminService/InviteMember', { teamId, email: 'ben@example.com', role: 'author' })
    ).body
    const eve = personAt(server.url)
    expect((await accept(eve, link, 'ben@example.com', { password: 'guessed guessed' })).status).toBe(401)
    expect((await accept(eve, link, 'ben@example.com')).body.code).toBe('failed_precondition')
    expect((await accept(eve, link, 'eve@example.com')).status).toBe(400)
    expect(eve.cookie()).toBe('')
  })

  test('a token acts for its owner in one team and cannot change the account', async () => {
    const { owner, url, teamId, server } = await startTeam(bench)
    const { token } = (await owner.call('AccountService/CreateToken', { teamId, name: 'laptop' })).body
    expect(token).toMatch(/^hlt_/)
    const program = personAt(url)
    const headers = { authorization: `Bearer ${token}` }
    expect((await program.call('AdminService/ListMembers', { teamId }, headers)).body.members).toHaveLength(1)
    expect((await program.call('AccountService/GetMe', {}, headers)).body.teams).toHaveLength(1)
    const refused = await program.call('AccountService/CreateToken', { teamId, name: 'more' }, headers)
    expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied'])
    const wrong = { authorization: 'Bearer hlt_wrong', cookie: owner.cookie() }
    expect((await program.call('AdminService/ListMembers', { teamId }, wrong)).status).toBe(401)
    await program.call('AdminService/InviteMember', { teamId, email: 'x@example.com', role: 'viewer' }, headers)
    const { entries } = (await owner.call('AdminService/ListJournal', { teamId })).body
    expect(entries[0]).toMatchObject({ actor: 'owner@example.com (token laptop)', action: 'member.invited' })
    const stored = await server.context.store.acrossTeams((q) => q.selectFrom('tokens').selectAll().execute())
    expect(JSON.stringify(stored)).not.toContain(token.slice(4))
  })

  test('a server with another master key does not start', async () => {
    const storeOptions = await bench.preparedOptions()
    const first = await startServer(storeOptions)
    await first.close()
    const env = { HOOKLINE_MASTER_KEY: Buffer.alloc(32, 7).toString('base64') }
    await expect(startServer({ ...storeOptions, env })).rejects.toThrow('another master key')
    await expect(startServer({ ...storeOptions, env: { HOOKLINE_MASTER_KEY: 'short' } })).rejects.toThrow('32 bytes')
  })
})
