/** Creates root keys and roots for tests, as `hookline team keygen` does. */
import { generateKeyPairSync } from 'node:crypto'
import { Key, Root } from '@tufjs/models'
import { keyIdOf, type SigningKey, signMetadata } from '../server/signing/tuf.ts'
import type { Person } from './server.ts'

export function newSigningKey(): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const keyval = { public: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex') }
  const keyID = keyIdOf({ keytype: 'ed25519', scheme: 'ed25519', keyval })
  const key = new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal: keyval })
  return { key, secret: privateKey.export({ format: 'der', type: 'pkcs8' }) }
}

export interface RootOptions {
  readonly version?: number
  readonly expires?: string
  readonly threshold?: number
  /** The keys that the root names. */
  readonly keys: readonly SigningKey[]
  /** The keys that sign the root. Default: the same keys. */
  readonly signers?: readonly SigningKey[]
  /** Changes the parts before they are signed. */
  change?(json: RootJson): void
}
// biome-ignore lint/suspicious/noExplicitAny: tests create invalid roots on purpose
type RootJson = any

/** `online` is the response of GetSigningKeys. */
export function makeRoot(online: string, options: RootOptions): Uint8Array {
  const { version = 1, expires = '2099-01-01T00:00:00Z', threshold = 1, keys, signers = keys } = options
  const parts = JSON.parse(online)
  const json: RootJson = {
    _type: 'root',
    spec_version: '1.0.31',
    version,
    expires,
    consistent_snapshot: true,
    keys: { ...parts.keys, ...Object.fromEntries(keys.map(({ key }) => [key.keyID, key.toJSON()])) },
    roles: { ...parts.roles, root: { keyids: keys.map(({ key }) => key.keyID), threshold } },
  }
  options.change?.(json)
  return signMetadata(Root.fromJSON(json), signers)
}

export async function signingKeys(owner: Person, teamId: string): Promise<string> {
  return (await owner.call('AdminService/GetSigningKeys', { teamId })).body.onlineKeys
}

/** Uploads the first root of a team and returns the key that signed it. */
export async function uploadRoot(owner: Person, teamId: string): Promise<SigningKey> {
  const key = newSigningKey()
  const root = makeRoot(await signingKeys(owner, teamId), { keys: [key] })
  const response = await owner.call('AdminService/SetRoot', { teamId, root: Buffer.from(root).toString('base64') })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return key
}
