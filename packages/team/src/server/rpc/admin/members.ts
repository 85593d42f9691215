import { formatLink } from '../../accounts/links.ts'
import { inviteMember, readInvitations, removeMember, revokeInvitation, setRole } from '../../accounts/members.ts'
import { setSecondFactorPolicy } from '../../accounts/second-factor-policy.ts'
import { createServiceToken, readScopes, readServiceTokens, revokeServiceToken } from '../../accounts/service-tokens.ts'
import { readTokens, revokeToken } from '../../accounts/tokens.ts'
import type { Context } from '../../context.ts'
import { readMembers } from '../../store/accounts.ts'
import type { Row } from '../../store/index.ts'
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
    async setSecondFactorPolicy({ required }, handler) {
      await setSecondFactorPolicy(context, getActor(handler), required)
      return { required }
    },
    async createServiceToken(request, handler) {
      const { token, row } = await createServiceToken(context, getActor(handler), request)
      return { token, serviceToken: toServiceTokenMessage(row, context.now()) }
    },
    async listServiceTokens(_request, handler) {
      const rows = await context.store.inTeam(getActor(handler).team, readServiceTokens)
      return { serviceTokens: rows.map((row) => toServiceTokenMessage(row, context.now())) }
    },
    async revokeServiceToken({ serviceTokenId }, handler) {
      await revokeServiceToken(context, getActor(handler), serviceTokenId)
      return {}
    },
  }) satisfies Methods

const toServiceTokenMessage = (row: Row<'service_tokens'>, now: number) => ({
  id: row.id,
  name: row.name,
  scopes: [...readScopes(row)],
  author: row.author,
  createdAt: isoTime(row.created_at),
  expiresAt: isoTime(row.expires_at),
  usedAt: isoTime(row.used_at === 0 ? null : row.used_at),
  expired: row.expires_at <= now,
})

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
  keys,
  managed_by,
}: Awaited<ReturnType<typeof readMembers>>[0]) => ({
  accountId: account_id,
  email,
  role,
  joinedAt: isoTime(joined_at),
  totp: totp_confirmed === 1,
  keys: Number(keys ?? 0),
  managedBy: managed_by,
})
