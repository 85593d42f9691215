import { formatLink } from '../../accounts/links.ts'
import { inviteMember, readInvitations, removeMember, revokeInvitation, setRole } from '../../accounts/members.ts'
import { readTokens, revokeToken } from '../../accounts/tokens.ts'
import type { Context } from '../../context.ts'
import { readMembers } from '../../store/accounts.ts'
import { toTokenMessage } from '../token-message.ts'
import { isoTime, type Methods } from './methods.ts'
import { getActor } from './require-role.ts'

export const createMemberMethods = (context: Context) =>
  ({
    async listMembers(_request, handler) {
      const { team } = getActor(handler)
      const rows = await context.store.inTeam(team, readMembers)
      return { members: rows.map(toMemberMessage) }
    },
    async inviteMember({ email, role }, handler) {
      return { link: formatLink(context, await inviteMember(context, getActor(handler), email, role)) }
    },
    async listInvitations(_request, handler) {
      const rows = await context.store.inTeam(getActor(handler).team, (q) => readInvitations(q, context.now()))
      return { invitations: rows.map(toInvitationMessage) }
    },
    async revokeInvitation({ email }, handler) {
      await revokeInvitation(context, getActor(handler), email)
      return {}
    },
    async setRole({ accountId, role }, handler) {
      return toMemberMessage(await setRole(context, getActor(handler), accountId, role))
    },
    async removeMember({ accountId }, handler) {
      await removeMember(context, getActor(handler), accountId)
      return {}
    },
    async listTokens(_request, handler) {
      const { team } = getActor(handler)
      return { tokens: (await context.store.inTeam(team, (q) => readTokens(q))).map(toTokenMessage) }
    },
    async revokeToken({ tokenId }, handler) {
      const { team, name } = getActor(handler)
      await revokeToken(context, team, tokenId, { actor: name })
      return {}
    },
  }) satisfies Methods

const toInvitationMessage = ({ email, role, author, expires_at }: Awaited<ReturnType<typeof readInvitations>>[0]) => ({
  email,
  role,
  author,
  expiresAt: isoTime(expires_at),
})

const toMemberMessage = ({
  account_id,
  email,
  role,
  joined_at,
  totp_confirmed,
}: Awaited<ReturnType<typeof readMembers>>[0]) => ({
  accountId: account_id,
  email,
  role,
  joinedAt: isoTime(joined_at),
  totp: totp_confirmed === 1,
})
