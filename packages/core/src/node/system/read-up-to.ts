import { readSync } from 'node:fs'

/** Reads one byte more than allowed, to notice a file that grows meanwhile or reports no size. */
export function readUpTo(descriptor: number, size: number, maxBytes: number): Buffer {
  let buffer = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1)
  for (let length = 0; ; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    length += count
    if (count === 0 || length > maxBytes) return buffer.subarray(0, length)
    if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(2 * length + 4096, maxBytes + 1))
  }
}
