/** A security key in software, which can also lie: another origin, another site, an old challenge, a counter that goes back. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface Lies {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  readonly type?: string
  /** The flags of the authenticator data. The default says that the user is present and verified. */
  readonly flags?: number
  readonly id?: string
  /** Signs other bytes than it sends. */
  readonly breaksSignature?: boolean
}

export interface SoftwareKey {
  readonly id: string
  counter: number
  register(options: string, lies?: Lies): string
  assert(options: string, lies?: Lies): string
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** The few kinds of CBOR that an attestation needs. */
function cbor(value: unknown): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
  throw new Error(`cannot encode ${String(value)}`)
}

export function createSoftwareKey(origin: string): SoftwareKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')
  const toBytes = (text: string) => Buffer.from(text, 'base64url')
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, toBytes(x)],
      [-3, toBytes(y)],
    ]),
  )
  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
      }),
    )
  const authenticatorData = (rpId: string, flags: number, counter: number): Buffer => {
    const bytes = Buffer.alloc(5)
    bytes[0] = flags
    bytes.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), bytes])
  }
  const answer = (response: object, lies: Lies): string =>
    JSON.stringify({
      id: lies.id ?? id,
      rawId: lies.id ?? id,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    })
  const key: SoftwareKey = {
    id,
    counter: 0,
    register(options, lies = {}) {
      const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } }
      const head = authenticatorData(lies.rpId ?? rp.id, lies.flags ?? 0x45, lies.counter ?? key.counter)
      const length = Buffer.from([0, rawId.length])
      const authData = Buffer.concat([head, Buffer.alloc(16), length, rawId, cose])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const clientDataJSON = clientData('webauthn.create', challenge, lies).toString('base64url')
      return answer({ clientDataJSON, attestationObject: attestation.toString('base64url'), transports: ['usb'] }, lies)
    },
    assert(options, lies = {}) {
      const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string }
      key.counter += 1
      const data = authenticatorData(lies.rpId ?? rpId, lies.flags ?? 0x05, lies.counter ?? key.counter)
      const client = clientData('webauthn.get', challenge, lies)
      const signed = Buffer.concat([data, sha256(lies.breaksSignature === true ? 'other' : client)])
      const signature = sign('sha256', signed, privateKey).toString('base64url')
      const authenticator = data.toString('base64url')
      return answer({ clientDataJSON: client.toString('base64url'), authenticatorData: authenticator, signature }, lies)
    },
  }
  return key
}
