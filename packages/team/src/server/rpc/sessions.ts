/** The own sessions: seen, and ended. */
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { AccountService } from '../../wire/index.ts'
import { endOneSession, endOtherSessions, type ShownSession, sessionsOf } from '../accounts/own-sessions.ts'
import { secretIn } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Query, Row } from '../store/index.ts'
import { isoTime } from './admin/methods.ts'
import { personAsks } from './who.ts'

type Methods = Pick<ServiceImpl<typeof AccountService>, 'listSessions' | 'endSession' | 'endOtherSessions'>
type Work = (q: Query, account: Row<'accounts'>, secret: string) => Promise<void>

export function sessionMethods(context: Context): Methods {
  const { store, now } = context
  /** Those that are there after the work. */
  const after = (handler: HandlerContext, work: Work) =>
    store.acrossTeams(async (q) => {
      const account = await personAsks(q, handler.requestHeader, now())
      const secret = secretIn(handler.requestHeader.get('cookie')) ?? ''
      await work(q, account, secret)
      return { sessions: (await sessionsOf(q, context, account.id, secret)).map(sessionOf) }
    })
  return {
    listSessions: (_request, handler) => after(handler, async () => {}),
    endSession: ({ sessionId }, handler) =>
      after(handler, (q, account, secret) => endOneSession(q, context, account, secret, sessionId)),
    endOtherSessions: (_request, handler) =>
      after(handler, (q, account, secret) => endOtherSessions(q, context, account, secret)),
  }
}

const sessionOf = ({ id, created_at, used_at, address, agent, isThis }: ShownSession) => ({
  id,
  begunAt: isoTime(created_at),
  usedAt: isoTime(used_at),
  address,
  agent,
  isThis,
})
