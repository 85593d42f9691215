/** Asks identity providers again whether people still have access. Sessions without a refresh token end by their own limit. */
import { endSessionsByHash } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Query, Row } from '../store/index.ts'
import { applyClaims, sealRefreshToken } from './complete.ts'
import { SignInFailure } from './failure.ts'
import { isRejected, type Provider } from './provider.ts'

const batchSize = 50

export async function checkSessions(context: Context): Promise<void> {
  for (const provider of context.providers) {
    const due = context.now() - provider.config.checkMs
    const sessions = await context.store.acrossTeams((q) => findDue(q, provider.config.id, due))
    for (const session of sessions) await checkSession(context, provider, session)
  }
}

const findDue = (q: Query, provider: string, due: number): Promise<Row<'sessions'>[]> =>
  q
    .selectFrom('sessions')
    .selectAll()
    .where('provider', '=', provider)
    .where('refresh_token', 'is not', null)
    .where('checked_at', '<=', due)
    .orderBy('checked_at')
    .limit(batchSize)
    .execute()

async function checkSession(context: Context, provider: Provider, session: Row<'sessions'>): Promise<void> {
  const { store, seal, now, log } = context
  const { config } = provider
  const subject = await store.acrossTeams((q) => findSubject(q, session))
  if (!(await store.acrossTeams((q) => claim(q, session, now()))) || session.refresh_token === null) return
  const token = Buffer.from(seal.open(`refresh token ${config.id}`, session.refresh_token)).toString('utf8')
  try {
    if (subject === undefined) throw new SignInFailure('no-role')
    const claims = await provider.refresh(token, subject)
    if ((await applyClaims(context, config, claims)) === undefined) throw new SignInFailure('no-role')
    const refresh_token = sealRefreshToken(context, config, claims) ?? session.refresh_token
    await store.acrossTeams((q) =>
      q.updateTable('sessions').set({ refresh_token }).where('hash', '=', session.hash).execute(),
    )
  } catch (thrown) {
    // If the provider cannot be asked, the session stays until its own limit, and the next check tries again.
    if (thrown instanceof SignInFailure || isRejected(thrown))
      return store.acrossTeams((q) => endSessionsByHash(q, [session.hash]))
    log(`identity provider ${config.id}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

/** Several replicas check at once. Only one of them gets the session. */
async function claim(q: Query, { hash, checked_at }: Row<'sessions'>, now: number): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('sessions')
    .set({ checked_at: now })
    .where('hash', '=', hash)
    .where('checked_at', '=', checked_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const findSubject = async (q: Query, { account_id, provider }: Row<'sessions'>) =>
  (
    await q
      .selectFrom('identities')
      .select('subject')
      .where('account_id', '=', account_id)
      .where('provider', '=', provider)
      .executeTakeFirst()
  )?.subject
