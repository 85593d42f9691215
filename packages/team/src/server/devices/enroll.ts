/** A machine joins with a code, and leaves. */
import type { Context } from '../context.ts'
import { systems } from '../hooks/check-script.ts'
import { Refusal } from '../refusal.ts'
import { hashOf, newId, newSecret } from '../secrets.ts'
import { fileAt } from '../store/files.ts'
import { append } from '../store/journal.ts'
import { lockTeam } from '../store/teams.ts'
import { findCode, invalidCode, useCode } from './codes.ts'
import { type Machine, readKey } from './machines.ts'

export interface Joining {
  readonly code: string
  readonly publicKey: Uint8Array
  readonly name: string
  readonly operatingSystem: string
  readonly clientVersion: string
}

export async function enroll(context: Context, joining: Joining) {
  const { store, now } = context
  const options = checked(joining)
  const code = await store.acrossTeams((q) => findCode(q, joining.code))
  if (code === undefined) throw invalidCode()
  const [id, token, team] = [newId(), `hld_${newSecret()}`, code.team_id]
  const row = { team_id: team, id, token_hash: hashOf(token), public_key: joining.publicKey, revoked_at: null }
  const joined = await store.inTeam(team, async (q) => {
    // The team first, as everywhere: two who lock in another order wait for each other.
    const { name } = await lockTeam(q)
    await useCode(q, code.id, now())
    const root = await fileAt(q, '1.root.json')
    if (root === undefined) throw new Refusal('precondition', 'this team has no root key yet')
    const detail = { name: options.name, operating_system: options.operating_system, code: code.id, by: code.author }
    await append(q, team, now(), { actor: `device ${id}`, action: 'device.enrolled', target: id, detail })
    const fresh = {
      revision: 0,
      active_hooks: 0,
      refused: '',
      last_sync_at: null,
      accepted_sequence: 0,
      missing: '[]',
      beat_ms: 0,
    }
    await q
      .insertInto('devices')
      .values({ ...row, ...options, ...fresh, enrolled_at: now() })
      .execute()
    return { teamName: name, root }
  })
  context.live.machines.add(row)
  return { teamId: team, deviceId: id, token, ...joined }
}

function checked({ publicKey, name, operatingSystem, clientVersion }: Joining) {
  readKey(publicKey)
  if (!systems.includes(operatingSystem))
    throw new Refusal('invalid', `operating_system is one of ${systems.join(', ')}`)
  const shown = name.trim()
  if (shown === '' || shown.length > 200 || /\p{Cc}/u.test(shown))
    throw new Refusal('invalid', 'name has 1 to 200 characters, without control characters')
  return { name: shown, operating_system: operatingSystem, client_version: versionText(clientVersion) }
}

export const versionText = (text: string): string => text.replace(/\p{Cc}/gu, '').slice(0, 100)

export async function leave(context: Context, { team, id }: Machine): Promise<void> {
  const { store, now } = context
  await store.inTeam(team, async (q) => {
    await append(q, team, now(), { actor: `device ${id}`, action: 'device.left', target: id })
    await q.updateTable('devices').set({ revoked_at: now() }).where('id', '=', id).execute()
  })
  context.live.machines.revoke(id)
}
