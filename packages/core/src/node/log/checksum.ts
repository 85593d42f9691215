/**
 * CRC-32 of bytes, as `node:zlib` computes it. Loading that module takes a millisecond, and most processes check one line: they
 * compute it here. A process that reads a log has thousands of lines, and uses the module from the second one on.
 */
const SHORT_BYTES = 8 * 1024

let count = 0
let native: ((bytes: Uint8Array) => number) | undefined

export function checksum(bytes: Uint8Array): number {
  if (count++ === 0 && bytes.length <= SHORT_BYTES) return plainChecksum(bytes)
  native ??= process.getBuiltinModule('node:zlib').crc32
  return native(bytes)
}

/** By halves of a byte: a table of 256 rows would take longer to make than one line to check. Signed, so that V8 need not allocate. */
export function plainChecksum(bytes: Uint8Array): number {
  const table = Int32Array.from({ length: 16 }, (_, half) => shiftBits(half))
  let crc = -1
  for (let at = 0; at < bytes.length; at++) {
    crc ^= bytes[at] ?? 0
    crc = (table[crc & 15] ?? 0) ^ (crc >>> 4)
    crc = (table[crc & 15] ?? 0) ^ (crc >>> 4)
  }
  return ~crc >>> 0
}

function shiftBits(half: number): number {
  let bits = half
  for (let at = 0; at < 4; at++) bits = bits & 1 ? (bits >>> 1) ^ 0xedb88320 : bits >>> 1
  return bits
}
