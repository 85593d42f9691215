/** Reads what a collector answers: how much of a request it did not take. Never throws: the answer may be anything. */

export interface PartialSuccess {
  readonly rejected: number
  /** For people, and from a stranger. */
  readonly message: string
}
const none: PartialSuccess = { rejected: 0, message: '' }

export function readAnswer(body: Uint8Array, isJson: boolean): PartialSuccess {
  try {
    return isJson ? readJson(new TextDecoder().decode(body)) : readProtobuf(body)
  } catch {
    return none
  }
}

function readJson(text: string): PartialSuccess {
  const { partialSuccess } = JSON.parse(text)
  if (typeof partialSuccess !== 'object' || partialSuccess === null) return none
  const { rejectedLogRecords, rejectedSpans, rejectedDataPoints, errorMessage } = partialSuccess
  return toResult(rejectedLogRecords ?? rejectedSpans ?? rejectedDataPoints, errorMessage)
}

/** Field 1 of the answer is the partial success. Its field 1 is the number, its field 2 the message. */
function readProtobuf(body: Uint8Array): PartialSuccess {
  const inner = readFields(body).get(1)
  if (!(inner instanceof Uint8Array)) return none
  const fields = readFields(inner)
  const message = fields.get(2)
  return toResult(fields.get(1), message instanceof Uint8Array ? new TextDecoder().decode(message) : '')
}

function toResult(rejected: unknown, message: unknown): PartialSuccess {
  const count = Number(rejected ?? 0)
  return {
    rejected: Number.isSafeInteger(count) && count > 0 ? count : 0,
    message: typeof message === 'string' ? message : '',
  }
}

/** Only numbers and bytes, which is all that such an answer has. */
function readFields(bytes: Uint8Array): ReadonlyMap<number, number | Uint8Array> {
  const fields = new Map<number, number | Uint8Array>()
  let at = 0
  const readVarint = (): number => {
    let value = 0
    for (let shift = 0; shift < 10; shift += 1) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('the answer is cut off')
      value += (byte & 127) * 2 ** (7 * shift)
      if (byte < 128) break
    }
    return value
  }
  while (at < bytes.length) {
    const tag = readVarint()
    const type = tag % 8
    if (type !== 0 && type !== 2) throw new Error('the answer has another kind of field')
    const value = readVarint()
    fields.set(Math.floor(tag / 8), type === 0 ? value : bytes.subarray(at, at + value))
    if (type === 2) at += value
  }
  return fields
}
