/** Verifies that the team signed a revocation of this machine, using the root that this machine trusts. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { revocationText } from '../../wire/revocation.ts'
import type { EnrolledDevice } from './device.ts'

export function isRevocation({ teamId, deviceId, paths }: EnrolledDevice, statement: string): boolean {
  const [, at, signature] = /^(\d{1,15})\.([\w-]{86})$/.exec(statement) ?? []
  if (at === undefined || signature === undefined) return false
  const text = Buffer.from(revocationText(teamId, deviceId, Number(at)))
  return timestampKeys(paths.metadata).some((key) => verify(null, text, key, Buffer.from(signature, 'base64url')))
}

interface RootPart {
  readonly keys: Readonly<Record<string, { readonly keytype: string; readonly keyval: { readonly public: string } }>>
  readonly roles: Readonly<Record<string, { readonly keyids: readonly string[] }>>
}

/** Reads the keys from the saved root, which was verified before it was saved. */
function timestampKeys(metadata: string): readonly KeyObject[] {
  const stored = readState(join(metadata, 'root.json'))
  if (stored.kind !== 'read') return []
  try {
    // The root was verified before it was saved.
    const { keys, roles } = stored.value.signed as RootPart
    return (roles.timestamp?.keyids ?? []).flatMap((id) => {
      const key = keys[id]
      return key?.keytype === 'ed25519' ? [toPublicKey(key.keyval.public)] : []
    })
  } catch {
    return []
  }
}

/** The bytes before the 32 bytes of an Ed25519 key in SPKI. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const toPublicKey = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' })
