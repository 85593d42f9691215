import { expect, test } from 'vitest'
import { createBrowserLike } from '../../testing/browser-like.ts'
import { eachStore } from '../../testing/index.ts'
import { startProviderTeam } from '../../testing/sign-in.ts'
import { checkSessions } from './check-sessions.ts'
import type { Claims, Provider } from './provider.ts'

const minute = 60_000
const ada = { sub: 'ada', email: 'ada@example.com', email_verified: true, groups: ['staff'] }

eachStore('regular checks of sessions', (bench) => {
  /** A team with this many sessions that are due, and the answer that the provider gives for them. */
  const withSessions = async (count: number) => {
    const team = await startProviderTeam(bench, { scopes: ['openid', 'email', 'groups', 'offline_access'] })
    const browser = createBrowserLike()
    team.provider.current = ada
    const { body } = await browser.call(team.url, 'AccountService/BeginProviderSignIn', { provider: 'example' })
    await browser.visit(body.url)
    const { context } = team.server
    await context.store.acrossTeams(async (q) => {
      const [session] = await q.selectFrom('sessions').selectAll().where('provider', '=', 'example').execute()
      if (session === undefined) throw new Error('the sign-in failed')
      const copies = Array.from({ length: count - 1 }, (_, n) => ({ ...session, hash: `copy ${n}` }))
      for (let from = 0; from < copies.length; from += 50)
        await q
          .insertInto('sessions')
          .values(copies.slice(from, from + 50))
          .execute()
    })
    team.advanceClock(16 * minute)
    const [real] = context.providers
    if (real === undefined) throw new Error('the server has no provider')
    const claims: Claims = {
      ...{ issuer: team.provider.issuer, subject: 'ada', email: ada.email, isEmailVerified: true, groups: ['staff'] },
      ...{ refreshToken: undefined, hasSecondFactor: false },
    }
    const provider = (refresh: Provider['refresh']): Provider => ({ ...real, refresh })
    const countDue = async () => {
      const due = context.now() - real.config.checkMs
      const rows = context.store.acrossTeams((q) =>
        q
          .selectFrom('sessions')
          .select('hash')
          .where('provider', '=', 'example')
          .where('checked_at', '<=', due)
          .execute(),
      )
      return (await rows).length
    }
    return { ...team, context, provider, claims, countDue }
  }

  test('one run checks all due sessions, with a bounded number of requests at the same time', async () => {
    const { context, provider, claims, countDue } = await withSessions(450)
    let [asked, open, most] = [0, 0, 0]
    const refresh = async () => {
      asked += 1
      open += 1
      most = Math.max(most, open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open -= 1
      return claims
    }
    await checkSessions(context, provider(refresh))
    expect([asked, await countDue()]).toEqual([450, 0])
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(20)
  })

  test('a provider that is down is not asked for every session, and single errors do not stop a run', async () => {
    const { context, provider, claims, countDue } = await withSessions(100)
    let asked = 0
    await checkSessions(
      context,
      provider(async () => {
        asked += 1
        throw new Error('no answer')
      }),
    )
    expect(asked).toBeLessThan(45)
    const left = await countDue()
    expect(left).toBe(100 - asked)
    let later = 0
    await checkSessions(
      context,
      provider(async () => {
        later += 1
        if (later % 3 === 0) throw new Error('no answer')
        return claims
      }),
    )
    expect([later, await countDue()]).toEqual([left, 0])
  })

  test('a provider that hangs does not delay another one', async () => {
    const { context, provider, claims, countDue } = await withSessions(30)
    let release = () => {}
    const hang = new Promise<Claims>((resolve) => {
      release = () => resolve(claims)
    })
    const hanging = checkSessions(
      context,
      provider(() => hang),
    )
    await expect.poll(countDue).toBe(10)
    await checkSessions(
      context,
      provider(async () => claims),
    )
    expect(await countDue()).toBe(0)
    release()
    await hanging
  })
})
