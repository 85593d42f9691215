/** The online keys of a team: one for each role but root, made here, kept sealed. A root made elsewhere has to name them. */
import { generateKeyPairSync } from 'node:crypto'
import { Key } from '@tufjs/models'
import type { Context } from '../context.ts'
import type { Bit, Query, Row } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { keyIdOf, type SigningKey } from './tuf.ts'

export const onlineRoles = ['targets', 'snapshot', 'timestamp'] as const
export type OnlineRole = (typeof onlineRoles)[number]

const purpose = (team: string, role: string) => `signing key of ${team} for ${role}`

export type OnlineKeys = Readonly<Record<OnlineRole, SigningKey>>

/** The keys of a team; made when first asked for. */
export async function onlineKeys(q: Query, context: Pick<Context, 'seal' | 'now'>, team: string): Promise<OnlineKeys> {
  const known = await read(q, 0)
  if (known.length < onlineRoles.length) {
    await lockTeam(q)
    // Somebody may have been first.
    if ((await read(q, 0)).length === 0) for (const role of onlineRoles) await make(q, context, team, role, 0)
  }
  return opened(await read(q, 0), context, team)
}

/** Those that wait for a root to name them. */
export async function nextKeys(q: Query, context: Context, team: string): Promise<OnlineKeys | undefined> {
  const rows = await read(q, 1)
  return rows.length === 0 ? undefined : opened(rows, context, team)
}

/** Others every time: those before may have been seen by whoever is to be kept out. */
export async function makeNextKeys(q: Query, context: Context, team: string): Promise<OnlineKeys> {
  await q.deleteFrom('signing_keys').where('is_next', '=', 1).execute()
  for (const role of onlineRoles) await make(q, context, team, role, 1)
  return opened(await read(q, 1), context, team)
}

/** The next ones are those in use now; nothing is left of the old. */
export async function useNextKeys(q: Query): Promise<void> {
  await q.deleteFrom('signing_keys').where('is_next', '=', 0).execute()
  await q.updateTable('signing_keys').set({ is_next: 0 }).execute()
}

const read = (q: Query, isNext: Bit) => q.selectFrom('signing_keys').selectAll().where('is_next', '=', isNext).execute()

function opened(rows: readonly Row<'signing_keys'>[], { seal }: Pick<Context, 'seal'>, team: string): OnlineKeys {
  const of = (role: OnlineRole): SigningKey => {
    const row = rows.find((one) => one.role === role)
    if (row === undefined) throw new Error(`the key for ${role} is gone`)
    return { key: keyOf(row.public_key), secret: seal.open(purpose(team, role), row.sealed) }
  }
  return { targets: of('targets'), snapshot: of('snapshot'), timestamp: of('timestamp') }
}

async function make(
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
      key_id: keyOf(raw).keyID,
      public_key: raw,
      sealed: seal.close(purpose(team, role), secret),
      created_at: now(),
      is_next,
    })
    .execute()
}

function keyOf(raw: Uint8Array): Key {
  const value = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: Buffer.from(raw).toString('hex') } }
  return new Key({ keyID: keyIdOf(value), keyType: 'ed25519', scheme: 'ed25519', keyVal: value.keyval })
}

/** As a root has them: what `hookline team keygen` copies into the one it signs. */
export function asRootParts(keys: OnlineKeys) {
  return {
    keys: Object.fromEntries(onlineRoles.map((role) => [keys[role].key.keyID, keys[role].key.toJSON()])),
    roles: Object.fromEntries(onlineRoles.map((role) => [role, { keyids: [keys[role].key.keyID], threshold: 1 }])),
  }
}
