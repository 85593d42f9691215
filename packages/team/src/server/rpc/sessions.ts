/** Lists and ends the sessions of the caller. */
import type { HandlerContext, ServiceImpl } from '@connectrpc/connect'
import type { AccountService } from '../../wire/index.ts'
import { endOneSession, endOtherSessions, readSessions, type ShownSession } from '../accounts/own-sessions.ts'
import { readSessionSecret } from '../accounts/sessions.ts'
import type { Context } from '../context.ts'
import type { Query, Row } from '../store/index.ts'
import { isoTime } from './admin/methods.ts'
import { authenticatePerson } from './authenticate.ts'

type SessionMethods = Pick<ServiceImpl<typeof AccountService>, 'listSessions' | 'endSession' | 'endOtherSessions'>
type SessionWork = (q: Query, account: Row<'accounts'>, secret: string) => Promise<void>

export function sessionMethods(context: Context): SessionMethods {
  const { store, now } = context
  /** Does the work, then returns the remaining sessions. */
  const listAfter = (handler: HandlerContext, work: SessionWork) =>
    store.acrossTeams(async (q) => {
      const account = await authenticatePerson(q, handler.requestHeader, now())
      const secret = readSessionSecret(handler.requestHeader.get('cookie')) ?? ''
      await work(q, account, secret)
      return { sessions: (await readSessions(q, context, account.id, secret)).map(toSessionMessage) }
    })
  return {
    listSessions: (_request, handler) => listAfter(handler, async () => {}),
    endSession: ({ sessionId }, handler) =>
      listAfter(handler, (q, account, secret) => endOneSession(q, context, account, secret, sessionId)),
    endOtherSessions: (_request, handler) =>
      listAfter(handler, (q, account, secret) => endOtherSessions(q, context, account, secret)),
  }
}

const toSessionMessage = ({ id, created_at, used_at, address, agent, isThis }: ShownSession) => ({
  id,
  begunAt: isoTime(created_at),
  usedAt: isoTime(used_at),
  address,
  agent,
  isThis,
})
