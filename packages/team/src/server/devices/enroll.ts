/** Enrolls a machine with a code, and lets it leave. */

import type { Context } from '../context.ts'
import { systems } from '../hooks/check-script.ts'
import { Refusal } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { shorten } from '../shorten.ts'
import { recordEvent } from '../store/audit-log.ts'
import { readStoredFile } from '../store/files.ts'
import { lockTeam } from '../store/teams.ts'
import { findCode, invalidCode, useCode } from './codes.ts'
import { type Machine, readKey } from './machines.ts'

export interface EnrolRequest {
  readonly code: string
  readonly publicKey: Uint8Array
  readonly name: string
  readonly operatingSystem: string
  readonly clientVersion: string
}

export async function enroll(context: Context, request: EnrolRequest) {
  const { store, now } = context
  const fields = checkFields(request)
  const code = await store.acrossTeams((q) => findCode(q, request.code))
  if (code === undefined) throw invalidCode()
  const [id, token, team] = [newId(), `hld_${newSecret()}`, code.team_id]
  const row = { team_id: team, id, token_hash: hashOf(token), public_key: request.publicKey, revoked_at: null }
  const joined = await store.inTeam(team, async (q) => {
    // Lock the team first, as everywhere: a different order can cause a deadlock.
    const { name } = await lockTeam(q)
    await useCode(q, code.id, now())
    const root = await readStoredFile(q, '1.root.json')
    if (root === undefined) throw new Refusal('precondition', 'this team has no root key yet')
    const detail = { name: fields.name, operating_system: fields.operating_system, code: code.id, by: code.author }
    await recordEvent(q, team, now(), { actor: `device ${id}`, action: 'device.enrolled', target: id, detail })
    const initialState = {
      revision: 0,
      active_hooks: 0,
      refused: '',
      last_sync_at: null,
      accepted_sequence: 0,
      missing: '[]',
      beat_ms: 0,
      code_note: code.note,
      code_author: code.author,
    }
    await q
      .insertInto('devices')
      .values({ ...row, ...fields, ...initialState, enrolled_at: now() })
      .execute()
    return { teamName: name, root }
  })
  context.cache.machines.add(row)
  return { teamId: team, deviceId: id, token, ...joined }
}

function checkFields({ publicKey, name, operatingSystem, clientVersion }: EnrolRequest) {
  readKey(publicKey)
  if (!systems.includes(operatingSystem))
    throw new Refusal(
      'invalid',
      `operating_system must be one of ${systems.join(', ')}, got ${JSON.stringify(operatingSystem)}`,
    )
  const trimmedName = name.trim()
  if (trimmedName === '' || trimmedName.length > 200 || /\p{Cc}/u.test(trimmedName))
    throw new Refusal('invalid', 'name must have 1 to 200 characters and no control characters')
  return { name: trimmedName, operating_system: operatingSystem, client_version: cleanVersion(clientVersion) }
}

export const cleanVersion = (text: string): string => shorten(text.replace(/\p{Cc}/gu, ''), 100)

export async function leave(context: Context, { team, id }: Machine): Promise<void> {
  const { store, now } = context
  await store.inTeam(team, async (q) => {
    await recordEvent(q, team, now(), { actor: `device ${id}`, action: 'device.left', target: id })
    await q.updateTable('devices').set({ revoked_at: now() }).where('id', '=', id).execute()
  })
  context.cache.machines.revoke(id)
}
