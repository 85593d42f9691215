/** Creates, signs and reads metadata of The Update Framework. */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { canonicalize } from '@tufjs/canonical-json'
import { type Key, Metadata, type Root, Signature, type Snapshot, type Targets, type Timestamp } from '@tufjs/models'

export type Signed = Root | Targets | Snapshot | Timestamp

export interface SigningKey {
  readonly key: Key
  /** The private key as PKCS#8. */
  readonly secret: Uint8Array
}

export function signMetadata(part: Signed, keys: readonly SigningKey[]): Uint8Array {
  const metadata = new Metadata(part)
  for (const { key, secret } of keys)
    metadata.sign((data) => {
      const secretKey = createPrivateKey({ key: Buffer.from(secret), format: 'der', type: 'pkcs8' })
      return new Signature({ keyID: key.keyID, sig: sign(null, data, secretKey).toString('hex') })
    })
  return Buffer.from(JSON.stringify(metadata.toJSON()))
}

/** The key id of the specification: the hash of the canonical key. */
export const keyIdOf = (key: { keytype: string; scheme: string; keyval: { public: string } }): string =>
  sha256(Buffer.from(canonicalize(key)))

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The specification requires times in whole seconds. */
export const formatExpiry = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')

/** Reads the signed part without verification, for files that this server wrote itself. */
export const readSignedPart = (bytes: Uint8Array): Record<string, unknown> =>
  (JSON.parse(Buffer.from(bytes).toString('utf8')) as { signed: Record<string, unknown> }).signed

export const readVersionNumber = (bytes: Uint8Array | undefined): number =>
  bytes === undefined ? 0 : Number(readSignedPart(bytes).version)
