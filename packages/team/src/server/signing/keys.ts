/** The online keys of a team: one for each role except root. The server creates and seals them, and the team's root must name them. */
import { generateKeyPairSync } from 'node:crypto'
import { Key } from '@tufjs/models'
import type { Context } from '../context.ts'
import type { Bit, Query, Row } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { keyIdOf, type SigningKey } from './tuf.ts'

export const onlineRoles = ['targets', 'snapshot', 'timestamp'] as const
export type OnlineRole = (typeof onlineRoles)[number]

const sealPurpose = (team: string, role: string) => `signing key of ${team} for ${role}`

export type OnlineKeys = Readonly<Record<OnlineRole, SigningKey>>

/** Returns the keys of a team. Creates them at the first call. */
export async function onlineKeys(q: Query, context: Pick<Context, 'seal' | 'now'>, team: string): Promise<OnlineKeys> {
  const known = await readKeyRows(q, 0)
  if (known.length < onlineRoles.length) {
    await lockTeam(q)
    // Another request may have created them before the lock.
    if ((await readKeyRows(q, 0)).length === 0)
      for (const role of onlineRoles) await createKey(q, context, team, role, 0)
  }
  return openKeys(await readKeyRows(q, 0), context, team)
}

/** Returns the new keys that no root names yet. */
export async function nextKeys(q: Query, context: Context, team: string): Promise<OnlineKeys | undefined> {
  const rows = await readKeyRows(q, 1)
  return rows.length === 0 ? undefined : openKeys(rows, context, team)
}

/** Creates new keys at every call, because an attacker may have seen the previous ones. */
export async function makeNextKeys(q: Query, context: Context, team: string): Promise<OnlineKeys> {
  await q.deleteFrom('signing_keys').where('is_next', '=', 1).execute()
  for (const role of onlineRoles) await createKey(q, context, team, role, 1)
  return openKeys(await readKeyRows(q, 1), context, team)
}

/** Replaces the current keys with the new ones and deletes the old ones. */
export async function useNextKeys(q: Query): Promise<void> {
  await q.deleteFrom('signing_keys').where('is_next', '=', 0).execute()
  await q.updateTable('signing_keys').set({ is_next: 0 }).execute()
}

const readKeyRows = (q: Query, isNext: Bit) =>
  q.selectFrom('signing_keys').selectAll().where('is_next', '=', isNext).execute()

function openKeys(rows: readonly Row<'signing_keys'>[], { seal }: Pick<Context, 'seal'>, team: string): OnlineKeys {
  const openKey = (role: OnlineRole): SigningKey => {
    const row = rows.find((candidate) => candidate.role === role)
    if (row === undefined) throw new Error(`the key for ${role} is missing in the database`)
    return { key: toKey(row.public_key), secret: seal.open(sealPurpose(team, role), row.sealed) }
  }
  return { targets: openKey('targets'), snapshot: openKey('snapshot'), timestamp: openKey('timestamp') }
}

async function createKey(
  q: Query,
  { seal, now }: Pick<Context, 'seal' | 'now'>,
  team: string,
  role: OnlineRole,
  is_next: Bit,
): Promise<void> {
  const pair = generateKeyPairSync('ed25519')
  // The last 32 bytes of the SPKI are the key itself.
  const raw = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const secret = pair.privateKey.export({ format: 'der', type: 'pkcs8' })
  await q
    .insertInto('signing_keys')
    .values({
      team_id: team,
      role,
      key_id: toKey(raw).keyID,
      public_key: raw,
      sealed: seal.close(sealPurpose(team, role), secret),
      created_at: now(),
      is_next,
    })
    .execute()
}

function toKey(raw: Uint8Array): Key {
  const value = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: Buffer.from(raw).toString('hex') } }
  return new Key({ keyID: keyIdOf(value), keyType: 'ed25519', scheme: 'ed25519', keyVal: value.keyval })
}

/** Converts the keys to the format of a root. `hookline team keygen` copies them into the root that it signs. */
export function toRootParts(keys: OnlineKeys) {
  return {
    keys: Object.fromEntries(onlineRoles.map((role) => [keys[role].key.keyID, keys[role].key.toJSON()])),
    roles: Object.fromEntries(onlineRoles.map((role) => [role, { keyids: [keys[role].key.keyID], threshold: 1 }])),
  }
}
