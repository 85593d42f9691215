import type { Context } from '../../context.ts'
import { codesOf, createCode, revokeCode } from '../../devices/codes.ts'
import { countDevices, devicesAfter, pageAfter, revokeDevice } from '../../devices/manage.ts'
import type { Row } from '../../store/index.ts'
import { actorOf } from './guard.ts'
import { isoTime, type Methods, pageSize } from './methods.ts'

export const devices = (context: Context) =>
  ({
    async listDevices({ before, limit }, handler) {
      const { team } = actorOf(handler)
      const size = pageSize(limit)
      const [found, total] = await context.store.inTeam(
        team,
        async (q) => [await devicesAfter(q, before, size + 1), await countDevices(q)] as const,
      )
      const shown = found.slice(0, size)
      const last = shown.at(-1)
      return { devices: shown.map(deviceOf), next: found.length > size && last ? pageAfter(last) : '', total }
    },
    async revokeDevice({ deviceId }, handler) {
      return deviceOf(await revokeDevice(context, actorOf(handler), deviceId))
    },
    async createEnrollmentCode({ note, uses, validHours }, handler) {
      const actor = actorOf(handler)
      const code = await context.store.inTeam(actor.team, (q) =>
        createCode(q, context, actor, { note, uses, validHours }),
      )
      return { code, command: `hookline team enroll ${context.publicUrl()} ${code}` }
    },
    async listEnrollmentCodes(_request, handler) {
      const { team } = actorOf(handler)
      const codes = await context.store.inTeam(team, codesOf)
      return { codes: codes.map(codeOf) }
    },
    async revokeEnrollmentCode({ codeId }, handler) {
      const actor = actorOf(handler)
      await context.store.inTeam(actor.team, (q) => revokeCode(q, context, actor, codeId))
      return {}
    },
  }) satisfies Methods

const deviceOf = (row: Row<'devices'>) => ({
  id: row.id,
  name: row.name,
  operatingSystem: row.operating_system,
  clientVersion: row.client_version,
  revision: BigInt(row.revision),
  enrolledAt: isoTime(row.enrolled_at),
  lastSyncAt: isoTime(row.last_sync_at),
  revoked: row.revoked_at !== null,
  refused: row.refused,
  activeHooks: row.active_hooks,
})

const codeOf = ({ id, note, uses_left, expires_at, author, revoked_at }: Row<'codes'>) => ({
  id,
  note,
  usesLeft: uses_left,
  expiresAt: isoTime(expires_at),
  author,
  revoked: revoked_at !== null,
})
