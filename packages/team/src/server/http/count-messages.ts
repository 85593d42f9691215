/** How many messages there are in a body, without making one of them. */
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { Refusal } from '../refusal.ts'

/** A body with messages to count is sent plain, in one frame where the protocol has frames. */
export function refuseMoreMessages(body: Uint8Array, headers: Headers, of: DescMessage, most: number): void {
  const type = headers.get('content-type') ?? ''
  const message = /^application\/grpc/i.test(type) ? frameIn(body) : body
  const packing = headers.get('content-encoding') ?? ''
  if (message === undefined || !['', 'identity'].includes(packing))
    throw new Refusal('invalid', 'this message is sent in one piece, and not packed')
  // As JSON each has a brace, and the outermost one more.
  const count = /json/i.test(type) ? bracesIn(message, most + 2) - 1 : messagesIn(message, of, most + 1)
  if (count > most) throw new Refusal('invalid', `this message has more than ${most} others in it`)
}

/** Undefined: there is not just one, or it is packed. */
function frameIn(body: Uint8Array): Uint8Array | undefined {
  const head = 5
  if (body.byteLength < head || body[0] !== 0) return undefined
  const length = new DataView(body.buffer, body.byteOffset).getUint32(1)
  return body.byteLength === head + length ? body.subarray(head) : undefined
}

function bracesIn(text: Uint8Array, enough: number): number {
  let count = 0
  for (let at = text.indexOf(0x7b); at >= 0 && count < enough; at = text.indexOf(0x7b, at + 1)) count += 1
  return count
}

function messagesIn(body: Uint8Array, of: DescMessage, enough: number): number {
  const reader = new BinaryReader(body)
  let count = 0
  const walk = (desc: DescMessage, end: number): void => {
    while (reader.pos < end && count < enough) {
      const [number, wireType] = reader.tag()
      const field = desc.fields.find((one) => one.number === number)
      // A decoder does not look: it would read on from another place than we do.
      if (field !== undefined && wireTypeOf(field) !== wireType) throw new Error('a field of another type')
      if (field?.message === undefined) {
        reader.skip(wireType, number)
        continue
      }
      count += 1
      const length = reader.uint32()
      walk(field.message, reader.pos + length)
    }
  }
  try {
    walk(of, body.byteLength)
  } catch {
    throw new Refusal('invalid', 'the body is not the message of this method')
  }
  return count
}

const wireTypes: Readonly<Partial<Record<ScalarType, WireType>>> = {
  [ScalarType.STRING]: WireType.LengthDelimited,
  [ScalarType.BYTES]: WireType.LengthDelimited,
  [ScalarType.DOUBLE]: WireType.Bit64,
  [ScalarType.FIXED64]: WireType.Bit64,
  [ScalarType.SFIXED64]: WireType.Bit64,
  [ScalarType.FLOAT]: WireType.Bit32,
  [ScalarType.FIXED32]: WireType.Bit32,
  [ScalarType.SFIXED32]: WireType.Bit32,
}
const wireTypeOf = ({ scalar, message }: DescField): WireType =>
  message !== undefined
    ? WireType.LengthDelimited
    : ((scalar === undefined ? undefined : wireTypes[scalar]) ?? WireType.Varint)
