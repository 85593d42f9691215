/** Hashes of texts and of files' bytes. */
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, readSync } from 'node:fs'
import type { Files } from '../../ports.ts'
import { openRegular } from './regular-file.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Above these a file's stamp stands for its bytes: any change of it is still a change, and hashing must not stall the engine. */
const largest = 64 * 2 ** 20
const largestTogether = 256 * 2 ** 20
const mostRemembered = 10_000
/** A file that was changed a moment ago may change again without another stamp. */
const settledMs = 100

/** Hashes files in their order. What was hashed is remembered by the stamp, which names the file itself: many links to one file cost one reading. */
export function createFileHasher(files: Pick<Files, 'stamp'>): (paths: readonly string[]) => readonly string[] {
  const known = new Map<string, Hashed>()
  return (paths) => {
    if (known.size > mostRemembered) known.clear()
    const now = new Map<string, Hashed>()
    let left = largestTogether
    return paths.map((path) => {
      const stamp = files.stamp(path)
      const again = now.get(stamp)
      if (again !== undefined) return again.hash
      const found = known.get(stamp) ?? hashFile(path, left)
      if (found === undefined || found.size > left) return `unhashed:${stamp}`
      left -= found.size
      now.set(stamp, found)
      if (found.settled) known.set(stamp, found)
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
    if (size > largest || size > left) return undefined
    const { ctimeMs } = fstatSync(descriptor)
    return { hash: hashOf(descriptor), size, settled: Date.now() - ctimeMs > settledMs }
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

/** A file may have no size and no end, such as one that the kernel writes: the limit holds while reading too. */
function hashOf(descriptor: number): string {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(64 * 1024)
  for (let count = readSync(descriptor, buffer), total = 0; count > 0; count = readSync(descriptor, buffer)) {
    total += count
    if (total > largest) throw new Error('longer than is hashed')
    hash.update(buffer.subarray(0, count))
  }
  return hash.digest('hex')
}
