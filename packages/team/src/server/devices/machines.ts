/** Enrolled machines in memory, so that an unchanged poll is answered without the database, and while that is away. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import type { Row, Store } from '../store/index.ts'

export interface Machine {
  readonly team: string
  readonly id: string
  readonly key: KeyObject
  isRevoked: boolean
  /** What it is told then, signed (see revocation.ts). */
  revocation?: string | undefined
  /** When it last asked, where the database does not know yet. */
  syncedAt?: number
  /** How much more it may tell, and when that was so. */
  pace?: { readonly left: number; readonly at: number }
}

export interface Machines {
  /** In memory. */
  known(token: string): Machine | undefined
  /** In memory, else in the database: another replica may have enrolled it. */
  find(token: string): Promise<Machine | undefined>
  add(row: DeviceKey): void
  /** In memory. */
  withId(id: string): Machine | undefined
  revoke(id: string): void
  /** Those that asked since the database was last told. */
  synced(): readonly Machine[]
}

export type DeviceKey = Pick<Row<'devices'>, 'team_id' | 'id' | 'public_key' | 'token_hash' | 'revoked_at'>
export const deviceKeyColumns = ['team_id', 'id', 'public_key', 'token_hash', 'revoked_at'] as const

const mostUnknown = 10_000
const shape = /^hld_[\w-]{43}$/

export async function loadMachines(store: Store): Promise<Machines> {
  const byToken = new Map<string, Machine>()
  const byId = new Map<string, Machine>()
  // As it came, once it was found: a poll spares itself the hash.
  const byText = new Map<string, Machine>()
  // A token that is not there will never be: it is random. So a wrong one asks the database once.
  const unknown = new Set<string>()
  const add = (row: DeviceKey): Machine => {
    const machine = machineOf(row)
    byToken.set(row.token_hash, machine)
    byId.set(row.id, machine)
    return machine
  }
  const known = (token: string): Machine | undefined => {
    const seen = byText.get(token)
    if (seen !== undefined) return seen
    const found = byToken.get(hashOf(token))
    if (found !== undefined) byText.set(token, found)
    return found
  }
  const columns = deviceKeyColumns
  const rows = await store.acrossTeams((q) =>
    q.selectFrom('devices').select(columns).where('revoked_at', 'is', null).execute(),
  )
  for (const row of rows) add(row)
  return {
    add,
    known,
    withId: (id) => byId.get(id),
    async find(token) {
      const found = known(token)
      const hash = hashOf(token)
      if (found !== undefined || !shape.test(token) || unknown.has(hash)) return found
      const row = await store.acrossTeams((q) =>
        q.selectFrom('devices').select(columns).where('token_hash', '=', hash).executeTakeFirst(),
      )
      if (row !== undefined) return add(row)
      if (unknown.size >= mostUnknown) unknown.clear()
      unknown.add(hash)
      return undefined
    },
    revoke(id) {
      const machine = byId.get(id)
      if (machine !== undefined) machine.isRevoked = true
    },
    synced: () => [...byId.values()].filter(({ syncedAt }) => syncedAt !== undefined),
  }
}

const machineOf = ({ team_id, id, public_key, revoked_at }: DeviceKey): Machine => ({
  team: team_id,
  id,
  key: readKey(public_key),
  isRevoked: revoked_at !== null,
})

/** An Ed25519 key in SPKI DER, and nothing else. */
export function readKey(bytes: Uint8Array): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below.
  }
  throw new Refusal('invalid', 'public_key is no Ed25519 key in SPKI DER')
}
