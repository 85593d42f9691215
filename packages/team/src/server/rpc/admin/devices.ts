import type { Context } from '../../context.ts'
import { createCode, readCodes, revokeCode } from '../../devices/codes.ts'
import { listDevices } from '../../devices/list.ts'
import { revokeDevice } from '../../devices/manage.ts'
import type { Row } from '../../store/index.ts'
import { isoTime, type Methods, pageSize } from './methods.ts'
import { getActor } from './require-role.ts'

export const createDeviceMethods = (context: Context) =>
  ({
    async listDevices({ before, limit, ...filter }, handler) {
      const { team } = getActor(handler)
      const page = await context.store.inTeam(team, (q) => listDevices(q, filter, before, pageSize(limit)))
      return { devices: page.devices.map(toDeviceMessage), next: page.next, total: page.total }
    },
    async revokeDevice({ deviceId }, handler) {
      return toDeviceMessage(await revokeDevice(context, getActor(handler), deviceId))
    },
    async createEnrollmentCode({ note, uses, validHours }, handler) {
      const actor = getActor(handler)
      const code = await context.store.inTeam(actor.team, (q) =>
        createCode(q, context, actor, { note, uses, validHours }),
      )
      return { code, command: `hookline team enroll ${context.publicUrl()} ${code}` }
    },
    async listEnrollmentCodes(_request, handler) {
      const { team } = getActor(handler)
      const codes = await context.store.inTeam(team, readCodes)
      return { codes: codes.map(toCodeMessage) }
    },
    async revokeEnrollmentCode({ codeId }, handler) {
      const actor = getActor(handler)
      await context.store.inTeam(actor.team, (q) => revokeCode(q, context, actor, codeId))
      return {}
    },
  }) satisfies Methods

export const toDeviceMessage = (row: Row<'devices'>) => ({
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
  coverage: row.coverage,
  codeNote: row.code_note,
  codeAuthor: row.code_author,
  isCanary: row.is_canary === 1,
  candidate: BigInt(row.candidate),
})

const toCodeMessage = ({ id, note, uses_left, expires_at, author, revoked_at }: Row<'codes'>) => ({
  id,
  note,
  usesLeft: uses_left,
  expiresAt: isoTime(expires_at),
  author,
  revoked: revoked_at !== null,
})
