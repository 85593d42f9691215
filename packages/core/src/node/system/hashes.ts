/** Computes SHA-256 hashes of texts, bytes and files. */
import { createHash, hash } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { Files } from '../../ports.ts'
import { openRegular } from './regular-file.ts'

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text)

/** Above these sizes the file's stamp is used instead of a hash: it still shows a change, and hashing must not stall the engine. */
const maxFileSize = 64 * 2 ** 20
const maxTotalSize = 256 * 2 ** 20
const maxCached = 10_000
/** A file that changed a moment ago may change again without getting a new stamp, so its hash is not cached. */
const settledMs = 100

/** Hashes files in order. Hashes are cached by stamp, which identifies the file itself: many links to one file cost one read. */
export function createFileHasher(files: Pick<Files, 'stamp'>): (paths: readonly string[]) => readonly string[] {
  const cache = new Map<string, Hashed>()
  return (paths) => {
    if (cache.size > maxCached) cache.clear()
    const current = new Map<string, Hashed>()
    let left = maxTotalSize
    return paths.map((path) => {
      const stamp = files.stamp(path)
      const duplicate = current.get(stamp)
      if (duplicate !== undefined) return duplicate.hash
      const found = cache.get(stamp) ?? hashFile(path, left)
      if (found === undefined || found.size > left) return `unhashed:${stamp}`
      left -= found.size
      current.set(stamp, found)
      if (found.settled) cache.set(stamp, found)
      return found.hash
    })
  }
}

interface Hashed {
  readonly hash: string
  readonly size: number
  readonly settled: boolean
}

function hashFile(path: string, left: number): Hashed | undefined {
  const opened = openRegular(path)
  if (opened.kind !== 'opened') return undefined
  const { descriptor, size } = opened
  try {
    if (size > maxFileSize || size > left) return undefined
    const { ctimeMs } = fstatSync(descriptor)
    return { hash: hashContent(descriptor), size, settled: Date.now() - ctimeMs > settledMs }
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

/** Files that the kernel writes may have no size and no end, so the limit is checked while reading too. */
function hashContent(descriptor: number): string {
  const hashing = createHash('sha256')
  const buffer = Buffer.allocUnsafe(64 * 1024)
  for (let count = readSync(descriptor, buffer), total = 0; count > 0; count = readSync(descriptor, buffer)) {
    total += count
    if (total > maxFileSize) throw new Error('the file is too long to hash')
    hashing.update(buffer.subarray(0, count))
  }
  return hashing.digest('hex')
}
