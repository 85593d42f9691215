/** The root of what a team signs, made and signed here: its keys never leave this machine. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalize } from '@tufjs/canonical-json'
import { Key, Metadata, MetadataKind, Root, Signature } from '@tufjs/models'
import { TeamError } from '../failure.ts'
import { sha256 } from '../hook-set.ts'

export interface RootKey {
  readonly key: Key
  readonly secret: KeyObject
}

export const newRootKey = (): RootKey => rootKeyOf(generateKeyPairSync('ed25519').privateKey)
export const readRootKey = (pem: string): RootKey => rootKeyOf(createPrivateKey(pem))
export const rootKeyText = ({ secret }: RootKey): string => String(secret.export({ format: 'pem', type: 'pkcs8' }))

function rootKeyOf(secret: KeyObject): RootKey {
  // The last 32 bytes of the SPKI are the key itself.
  const raw = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  const value = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: raw.toString('hex') } }
  const keyID = sha256(Buffer.from(canonicalize(value)))
  return { secret, key: new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal: value.keyval }) }
}

export interface RootWish {
  readonly version: number
  /** What the server said its own keys and roles are. */
  readonly online: string
  /** Those that say yes to the root after this one. */
  readonly keys: readonly Key[]
  readonly threshold: number
  /** Enough of its own, and of the root's before. */
  readonly signers: readonly RootKey[]
  readonly now: number
}

const yearMs = 365 * 24 * 3_600_000

export function makeRoot({ version, online, keys, threshold, signers, now }: RootWish): Buffer {
  const parts = onlineParts(online)
  const root = Root.fromJSON({
    _type: 'root',
    spec_version: '1.0.31',
    version,
    expires: new Date(now + yearMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    consistent_snapshot: true,
    keys: { ...parts.keys, ...Object.fromEntries(keys.map((key) => [key.keyID, key.toJSON()])) },
    roles: { ...parts.roles, root: { keyids: keys.map(({ keyID }) => keyID), threshold } },
  })
  const metadata = new Metadata(root)
  for (const { key, secret } of new Map(signers.map((one) => [one.key.keyID, one])).values())
    metadata.sign((data) => new Signature({ keyID: key.keyID, sig: sign(null, data, secret).toString('hex') }))
  return Buffer.from(JSON.stringify(metadata.toJSON()))
}

interface OnlineParts {
  readonly keys: Record<string, never>
  readonly roles: Record<string, never>
}

/** Only the three roles that a server has: it must not name itself the root. */
function onlineParts(text: string): OnlineParts {
  try {
    const { keys, roles } = JSON.parse(text) as OnlineParts
    const { targets, snapshot, timestamp } = roles as Record<string, never>
    if (targets !== undefined && snapshot !== undefined && timestamp !== undefined)
      return { keys, roles: { targets, snapshot, timestamp } as Record<string, never> }
  } catch {
    // Said below.
  }
  throw new TeamError('refused', 'the server did not say which keys it signs with')
}

export const readRoot = (bytes: Uint8Array): Metadata<Root> =>
  Metadata.fromJSON(MetadataKind.Root, JSON.parse(Buffer.from(bytes).toString('utf8')))

/** Whether the keys of one root say yes to another. */
export function saysYes(before: Metadata<Root>, next: Metadata<Root>): boolean {
  try {
    before.verifyDelegate('root', next)
    return true
  } catch {
    return false
  }
}
