/** Whether a server's word that this machine is revoked is the team's: by the root that this machine believes. */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { join } from 'node:path'
import { readState } from '@hookline/core/team'
import { revocationText } from '../wire/revocation.ts'
import type { Enrolled } from './device.ts'

export function isRevocation({ teamId, deviceId, places }: Enrolled, statement: string): boolean {
  const [, at, made] = /^(\d{1,15})\.([\w-]{86})$/.exec(statement) ?? []
  if (at === undefined || made === undefined) return false
  const text = Buffer.from(revocationText(teamId, deviceId, Number(at)))
  return timestampKeys(places.metadata).some((key) => verify(null, text, key, Buffer.from(made, 'base64url')))
}

interface RootPart {
  readonly keys: Readonly<Record<string, { readonly keytype: string; readonly keyval: { readonly public: string } }>>
  readonly roles: Readonly<Record<string, { readonly keyids: readonly string[] }>>
}

/** The root was verified when it was written there. */
function timestampKeys(metadata: string): readonly KeyObject[] {
  const found = readState(join(metadata, 'root.json'))
  if (found.kind !== 'read') return []
  try {
    const { keys, roles } = found.value.signed as RootPart
    return (roles.timestamp?.keyids ?? []).flatMap((id) => {
      const key = keys[id]
      return key?.keytype === 'ed25519' ? [keyOf(key.keyval.public)] : []
    })
  } catch {
    return []
  }
}

/** What comes before the 32 bytes of an Ed25519 key in SPKI. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')
const keyOf = (hex: string): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiHead, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' })
