/** A body in one piece. Kept as it came, each of many small chunks would take far more room than its bytes. */
import type { SyncLock } from './room.ts'

const firstBytes = 1024

/** Undefined: it has more than `most` bytes. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  held: SyncLock,
): Promise<Uint8Array | undefined> {
  let full = new Uint8Array(0)
  let length = 0
  for await (const chunk of chunks) {
    const needed = length + chunk.byteLength
    if (needed > most) return undefined
    if (needed > full.byteLength) full = grown(full, Math.min(most, Math.max(needed, 2 * length, firstBytes)), held)
    full.set(chunk, length)
    length = needed
  }
  return full.subarray(0, length)
}

function grown(bytes: Uint8Array, size: number, held: SyncLock): Uint8Array<ArrayBuffer> {
  held.take(size - bytes.byteLength)
  const larger = new Uint8Array(size)
  larger.set(bytes)
  return larger
}
