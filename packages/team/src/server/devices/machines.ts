/** Enrolled machines in memory, so that a machine gets its files while the database is unavailable. */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { Refusal } from '../refusal.ts'
import { hashOf } from '../secrets.ts'
import type { Row, Store } from '../store/index.ts'

export interface Machine {
  readonly team: string
  readonly id: string
  readonly key: KeyObject
  isRevoked: boolean
  /** The signed statement for a revoked machine (see revocation.ts). */
  revocation?: string | undefined
  /** The remaining rate budget, and when it was computed. */
  rateBudget?: { readonly remaining: number; readonly at: number }
}

export interface Machines {
  /** Finds the machine in memory only. */
  known(token: string): Machine | undefined
  /** Finds the machine in memory or in the database: another replica may have enrolled it. */
  find(token: string): Promise<Machine | undefined>
  add(row: DeviceKey): void
  revoke(id: string): void
}

type DeviceKey = Pick<Row<'devices'>, 'team_id' | 'id' | 'public_key' | 'token_hash' | 'revoked_at'>
const deviceKeyColumns = ['team_id', 'id', 'public_key', 'token_hash', 'revoked_at'] as const

const maxUnknown = 10_000
const tokenShape = /^hld_[\w-]{43}$/

export async function loadMachines(store: Store): Promise<Machines> {
  const byToken = new Map<string, Machine>()
  const byId = new Map<string, Machine>()
  // Tokens as received, so that a request does not have to compute the hash.
  const byText = new Map<string, Machine>()
  // Tokens are random, so an unknown one stays unknown. Ask the database only once for it.
  const unknown = new Set<string>()
  const add = (row: DeviceKey): Machine => {
    const machine = toMachine(row)
    byToken.set(row.token_hash, machine)
    byId.set(row.id, machine)
    return machine
  }
  const known = (token: string): Machine | undefined => {
    const cached = byText.get(token)
    if (cached !== undefined) return cached
    const machine = byToken.get(hashOf(token))
    if (machine !== undefined) byText.set(token, machine)
    return machine
  }
  const columns = deviceKeyColumns
  const rows = await store.acrossTeams((q) =>
    q.selectFrom('devices').select(columns).where('revoked_at', 'is', null).execute(),
  )
  for (const row of rows) add(row)
  return {
    add,
    known,
    async find(token) {
      const machine = known(token)
      const hash = hashOf(token)
      if (machine !== undefined || !tokenShape.test(token) || unknown.has(hash)) return machine
      const row = await store.acrossTeams((q) =>
        q.selectFrom('devices').select(columns).where('token_hash', '=', hash).executeTakeFirst(),
      )
      if (row !== undefined) return add(row)
      if (unknown.size >= maxUnknown) unknown.clear()
      unknown.add(hash)
      return undefined
    },
    revoke(id) {
      const machine = byId.get(id)
      if (machine !== undefined) machine.isRevoked = true
    },
  }
}

const toMachine = ({ team_id, id, public_key, revoked_at }: DeviceKey): Machine => ({
  team: team_id,
  id,
  key: readKey(public_key),
  isRevoked: revoked_at !== null,
})

/** Accepts only an Ed25519 key in SPKI DER. */
export function readKey(bytes: Uint8Array): KeyObject {
  try {
    const key = createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The error below covers an invalid key too.
  }
  throw new Refusal('invalid', 'public_key must be an Ed25519 key in SPKI DER')
}
