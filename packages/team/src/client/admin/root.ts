/** Creates and signs the root of a team's signed repository. The root keys never leave this machine. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalize } from '@tufjs/canonical-json'
import { Key, Metadata, MetadataKind, Root, Signature } from '@tufjs/models'
import { TeamError } from '../failure.ts'
import { sha256 } from '../hook-set.ts'

export interface RootKey {
  readonly key: Key
  readonly secret: KeyObject
}

export const createRootKey = (): RootKey => toRootKey(generateKeyPairSync('ed25519').privateKey)
export const readRootKey = (pem: string): RootKey => toRootKey(createPrivateKey(pem))
export const exportRootKey = ({ secret }: RootKey): string => String(secret.export({ format: 'pem', type: 'pkcs8' }))

function toRootKey(secret: KeyObject): RootKey {
  // The last 32 bytes of the SPKI are the key itself.
  const raw = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  const value = { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: raw.toString('hex') } }
  const keyID = sha256(Buffer.from(canonicalize(value)))
  return { secret, key: new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal: value.keyval }) }
}

export interface RootOptions {
  readonly version: number
  /** The keys and roles of the server, as JSON from the server. */
  readonly online: string
  /** The keys that may sign the next root. */
  readonly keys: readonly Key[]
  readonly threshold: number
  /** Enough keys of this root and of the root before it. */
  readonly signers: readonly RootKey[]
  readonly now: number
}

const validityMs = 365 * 24 * 3_600_000

export function makeRoot({ version, online, keys, threshold, signers, now }: RootOptions): Buffer {
  const parts = readOnlineParts(online)
  const root = Root.fromJSON({
    _type: 'root',
    spec_version: '1.0.31',
    version,
    expires: new Date(now + validityMs).toISOString().replace(/\.\d+Z$/, 'Z'),
    consistent_snapshot: true,
    keys: { ...parts.keys, ...Object.fromEntries(keys.map((key) => [key.keyID, key.toJSON()])) },
    roles: { ...parts.roles, root: { keyids: keys.map(({ keyID }) => keyID), threshold } },
  })
  const metadata = new Metadata(root)
  for (const { key, secret } of new Map(signers.map((signer) => [signer.key.keyID, signer])).values())
    metadata.sign((data) => new Signature({ keyID: key.keyID, sig: sign(null, data, secret).toString('hex') }))
  return Buffer.from(JSON.stringify(metadata.toJSON()))
}

interface OnlineParts {
  readonly keys: Record<string, never>
  readonly roles: Record<string, never>
}

/** Takes only the three roles of a server, so that the server cannot name itself the root. */
function readOnlineParts(text: string): OnlineParts {
  try {
    // Root.fromJSON checks the keys and roles.
    const { keys, roles } = JSON.parse(text) as OnlineParts
    const { targets, snapshot, timestamp } = roles
    if (targets !== undefined && snapshot !== undefined && timestamp !== undefined)
      return { keys, roles: { targets, snapshot, timestamp } }
  } catch {
    // The error below covers invalid JSON too.
  }
  throw new TeamError(
    'refused',
    'the server did not send the keys that it signs with. Check that it runs a current version of hookline',
  )
}

export const readRoot = (bytes: Uint8Array): Metadata<Root> =>
  Metadata.fromJSON(MetadataKind.Root, JSON.parse(Buffer.from(bytes).toString('utf8')))

/** True if enough keys of the first root signed the second one. */
export function hasSigned(signer: Metadata<Root>, root: Metadata<Root>): boolean {
  try {
    signer.verifyDelegate('root', root)
    return true
  } catch {
    return false
  }
}
