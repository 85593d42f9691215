/** Asks identity providers again whether people still have access. Sessions without a refresh token end by their own limit. */
import { endSessionsByHash } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Query, Row } from '../store/index.ts'
import { applyClaims, sealRefreshToken } from './complete.ts'
import { SignInFailure } from './failure.ts'
import { isRejected, type Provider } from './provider.ts'

/** Sessions that are read at once, and requests to the provider at the same time. */
const [batchSize, parallelChecks] = [200, 20]

/** Checks all due sessions of one provider, so that a provider that hangs or is down does not delay the others. */
export async function checkSessions(context: Context, provider: Provider): Promise<void> {
  const due = context.now() - provider.config.checkMs
  for (;;) {
    const sessions = await context.store.acrossTeams((q) => findDue(q, provider.config.id, due))
    if (sessions.length === 0 || !(await checkBatch(context, provider, sessions))) return
  }
}

/** Returns false if the provider cannot be asked: as many checks in a row have failed as run at the same time. The next run asks it again. */
async function checkBatch(
  context: Context,
  provider: Provider,
  sessions: readonly Row<'sessions'>[],
): Promise<boolean> {
  const queue = sessions.values()
  let failures = 0
  const work = async (): Promise<void> => {
    for (const session of queue) {
      failures = (await checkSession(context, provider, session)) ? 0 : failures + 1
      if (failures >= parallelChecks) return
    }
  }
  await Promise.all(Array.from({ length: parallelChecks }, work))
  return failures < parallelChecks
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

/** Returns false if the provider could not be asked. */
async function checkSession(context: Context, provider: Provider, session: Row<'sessions'>): Promise<boolean> {
  const { store, seal, now, log } = context
  const { config } = provider
  const subject = await store.acrossTeams((q) => findSubject(q, session))
  if (!(await store.acrossTeams((q) => claim(q, session, now()))) || session.refresh_token === null) return true
  const token = Buffer.from(seal.open(`refresh token ${config.id}`, session.refresh_token)).toString('utf8')
  try {
    if (subject === undefined) throw new SignInFailure('no-role')
    const claims = await provider.refresh(token, subject)
    if ((await applyClaims(context, config, claims)) === undefined) throw new SignInFailure('no-role')
    const refresh_token = sealRefreshToken(context, config, claims) ?? session.refresh_token
    await store.acrossTeams((q) =>
      q.updateTable('sessions').set({ refresh_token }).where('hash', '=', session.hash).execute(),
    )
    return true
  } catch (thrown) {
    // If the provider cannot be asked, the session stays until its own limit, and the next check tries again.
    if (thrown instanceof SignInFailure || isRejected(thrown)) {
      await store.acrossTeams((q) => endSessionsByHash(q, [session.hash]))
      return true
    }
    log(`identity provider ${config.id}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    return false
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
