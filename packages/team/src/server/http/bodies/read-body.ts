/** Reads a body into one buffer, because many small chunks take much more memory than their bytes. */
import type { Reservation } from './memory-budget.ts'

const initialBytes = 1024

/** Returns undefined if the body has more than `most` bytes. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
  reservation: Reservation,
): Promise<Uint8Array | undefined> {
  let buffer = new Uint8Array(0)
  let length = 0
  for await (const chunk of chunks) {
    const needed = length + chunk.byteLength
    if (needed > most) return undefined
    if (needed > buffer.byteLength)
      buffer = growBuffer(buffer, Math.min(most, Math.max(needed, 2 * length, initialBytes)), reservation)
    buffer.set(chunk, length)
    length = needed
  }
  return buffer.subarray(0, length)
}

function growBuffer(bytes: Uint8Array, size: number, reservation: Reservation): Uint8Array<ArrayBuffer> {
  reservation.take(size - bytes.byteLength)
  const larger = new Uint8Array(size)
  larger.set(bytes)
  return larger
}
