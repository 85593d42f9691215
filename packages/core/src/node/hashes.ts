/** Hashes of texts and of files' bytes. */
import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { Files } from '../ports.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Above this a file's stamp stands for its bytes: hashing must not stall the engine. */
const largest = 64 * 2 ** 20

/** Remembers what it hashed for as long as the file's stamp stays. */
export function createFileHasher(files: Pick<Files, 'stamp'>): (path: string) => string {
  const known = new Map<string, { readonly stamp: string; readonly hash: string }>()
  return (path) => {
    const stamp = files.stamp(path)
    const before = known.get(path)
    if (before?.stamp === stamp) return before.hash
    const hash = hashBytes(path) ?? `unhashed:${stamp}`
    known.set(path, { stamp, hash })
    return hash
  }
}

function hashBytes(path: string): string | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch {
    return undefined
  }
  try {
    const stats = fstatSync(descriptor)
    return stats.isFile() && stats.size <= largest ? hashOf(descriptor) : undefined
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

function hashOf(descriptor: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(64 * 1024)
  for (let count = readSync(descriptor, buffer); count > 0; count = readSync(descriptor, buffer))
    hash.update(buffer.subarray(0, count))
  return hash.digest('hex')
}
