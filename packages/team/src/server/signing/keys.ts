/** The online keys of a team: one for each role but root, made here, kept sealed. A root made elsewhere has to name them. */
import { generateKeyPairSync } from 'node:crypto'
import { Key } from '@tufjs/models'
import type { Context } from '../context.ts'
import type { Query } from '../store/index.ts'
import { lockTeam } from '../store/teams.ts'
import { keyIdOf, type SigningKey } from './tuf.ts'

export const onlineRoles = ['targets', 'snapshot', 'timestamp'] as const
export type OnlineRole = (typeof onlineRoles)[number]

const purpose = (team: string, role: string) => `signing key of ${team} for ${role}`

/** The keys of a team; made when first asked for. */
export async function onlineKeys(
  q: Query,
  context: Context,
  team: string,
): Promise<Readonly<Record<OnlineRole, SigningKey>>> {
  const known = await read(q)
  if (known.length < onlineRoles.length) {
    await lockTeam(q)
    // Somebody may have been first.
    if ((await read(q)).length === 0) for (const role of onlineRoles) await make(q, context, team, role)
  }
  const rows = await read(q)
  const of = (role: OnlineRole): SigningKey => {
    const row = rows.find((one) => one.role === role)
    if (row === undefined) throw new Error(`the key for ${role} is gone`)
    return { key: keyOf(row.public_key), secret: context.seal.open(purpose(team, role), row.sealed) }
  }
  return { targets: of('targets'), snapshot: of('snapshot'), timestamp: of('timestamp') }
}

const read = (q: Query) => q.selectFrom('signing_keys').selectAll().execute()

async function make(q: Query, { seal, now }: Context, team: string, role: OnlineRole): Promise<void> {
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
    })
    .execute()
}

function keyOf(raw: Uint8Array): Key {
  const value = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: Buffer.from(raw).toString('hex') } }
  return new Key({ keyID: keyIdOf(value), keyType: 'ed25519', scheme: 'ed25519', keyVal: value.keyval })
}

/** As a root has them: what `hookline team keygen` copies into the one it signs. */
export function asRootParts(keys: Readonly<Record<OnlineRole, SigningKey>>) {
  return {
    keys: Object.fromEntries(onlineRoles.map((role) => [keys[role].key.keyID, keys[role].key.toJSON()])),
    roles: Object.fromEntries(onlineRoles.map((role) => [role, { keyids: [keys[role].key.keyID], threshold: 1 }])),
  }
}
