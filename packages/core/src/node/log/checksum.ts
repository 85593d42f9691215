/** CRC-32 of bytes. The module is loaded at the first use: an event without hooks writes nothing and should not pay 2 ms for it. */
let known: ((bytes: Uint8Array) => number) | undefined

export function checksum(bytes: Uint8Array): number {
  known ??= process.getBuiltinModule('node:zlib').crc32
  return known(bytes)
}
