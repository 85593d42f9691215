/** Counts the messages in a body without decoding them. */
import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf'
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import { Refusal } from '../refusal.ts'

/** A body with a message limit must be uncompressed, and in one frame if the protocol has frames. */
export function limitMessages(body: Uint8Array, headers: Headers, schema: DescMessage, most: number): void {
  const type = headers.get('content-type') ?? ''
  const message = /^application\/grpc/i.test(type) ? readFrame(body) : body
  const encoding = headers.get('content-encoding') ?? ''
  if (message === undefined || !['', 'identity'].includes(encoding))
    throw new Refusal('invalid', 'this message must be sent in one piece and without compression')
  // In JSON each message has one brace, including the outermost.
  const count = /json/i.test(type) ? countBraces(message, most + 2) - 1 : countMessages(message, schema, most + 1)
  if (count > most) throw new Refusal('invalid', `this message contains more than ${most} nested messages`)
}

/** Returns undefined if there is more than one frame or if the frame is compressed. */
function readFrame(body: Uint8Array): Uint8Array | undefined {
  const headLength = 5
  if (body.byteLength < headLength || body[0] !== 0) return undefined
  const length = new DataView(body.buffer, body.byteOffset).getUint32(1)
  return body.byteLength === headLength + length ? body.subarray(headLength) : undefined
}

function countBraces(text: Uint8Array, limit: number): number {
  let count = 0
  for (let at = text.indexOf(0x7b); at >= 0 && count < limit; at = text.indexOf(0x7b, at + 1)) count += 1
  return count
}

function countMessages(body: Uint8Array, schema: DescMessage, limit: number): number {
  const reader = new BinaryReader(body)
  let count = 0
  const walk = (desc: DescMessage, end: number): void => {
    while (reader.pos < end && count < limit) {
      const [number, wireType] = reader.tag()
      const field = desc.fields.find((candidate) => candidate.number === number)
      // The decoder does not check the wire type and would continue at a different offset than this function.
      if (field !== undefined && findWireType(field) !== wireType) throw new Error('a field has the wrong wire type')
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
    walk(schema, body.byteLength)
  } catch {
    throw new Refusal('invalid', 'the body is not a valid message for this method')
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
const findWireType = ({ scalar, message }: DescField): WireType =>
  message !== undefined
    ? WireType.LengthDelimited
    : ((scalar === undefined ? undefined : wireTypes[scalar]) ?? WireType.Varint)
