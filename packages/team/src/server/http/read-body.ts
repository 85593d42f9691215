/** A body in one piece. Kept as it came, each of many small chunks would take far more room than its bytes. */
import type { Held } from './room.ts'

const firstBytes = 1024

/** Undefined: it has more than `most` bytes. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  held: Held,
): Promise<Uint8Array | undefined> {
  let whole = new Uint8Array(0)
  let length = 0
  for await (const chunk of chunks) {
    const needed = length + chunk.byteLength
    if (needed > most) return undefined
    if (needed > whole.byteLength) whole = grown(whole, Math.min(most, Math.max(needed, 2 * length, firstBytes)), held)
    whole.set(chunk, length)
    length = needed
  }
  return whole.subarray(0, length)
}

function grown(bytes: Uint8Array, size: number, held: Held): Uint8Array<ArrayBuffer> {
  held.take(size - bytes.byteLength)
  const larger = new Uint8Array(size)
  larger.set(bytes)
  return larger
}
