import { linkTo } from '../../accounts/links.ts'
import { invitationsOf, inviteMember, removeMember, revokeInvitation, setRole } from '../../accounts/members.ts'
import { revokeToken, tokensOf } from '../../accounts/tokens.ts'
import type { Context } from '../../context.ts'
import { membersOf } from '../../store/accounts.ts'
import { tokenOf } from '../token-message.ts'
import { actorOf } from './guard.ts'
import { isoTime, type Methods } from './methods.ts'

export const members = (context: Context) =>
  ({
    async listMembers(_request, handler) {
      const { team } = actorOf(handler)
      const found = await context.store.inTeam(team, membersOf)
      return { members: found.map(memberOf) }
    },
    async inviteMember({ email, role }, handler) {
      return { link: linkTo(context, await inviteMember(context, actorOf(handler), email, role)) }
    },
    async listInvitations(_request, handler) {
      const found = await context.store.inTeam(actorOf(handler).team, (q) => invitationsOf(q, context.now()))
      return { invitations: found.map(invitationOf) }
    },
    async revokeInvitation({ email }, handler) {
      await revokeInvitation(context, actorOf(handler), email)
      return {}
    },
    async setRole({ accountId, role }, handler) {
      return memberOf(await setRole(context, actorOf(handler), accountId, role))
    },
    async removeMember({ accountId }, handler) {
      await removeMember(context, actorOf(handler), accountId)
      return {}
    },
    async listTokens(_request, handler) {
      const { team } = actorOf(handler)
      return { tokens: (await context.store.inTeam(team, (q) => tokensOf(q))).map(tokenOf) }
    },
    async revokeToken({ tokenId }, handler) {
      const { team, name } = actorOf(handler)
      await revokeToken(context, team, tokenId, { actor: name })
      return {}
    },
  }) satisfies Methods

const invitationOf = ({ email, role, author, expires_at }: Awaited<ReturnType<typeof invitationsOf>>[0]) => ({
  email,
  role,
  author,
  expiresAt: isoTime(expires_at),
})

const memberOf = ({
  account_id,
  email,
  role,
  joined_at,
  totp_confirmed,
}: Awaited<ReturnType<typeof membersOf>>[0]) => ({
  accountId: account_id,
  email,
  role,
  joinedAt: isoTime(joined_at),
  totp: totp_confirmed === 1,
})
