/** The end of a text file, however long the file is. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Empty where it cannot be read. */
export function textEnd(path: unknown, bytes = 64 * 1024): string {
  if (typeof path !== 'string' || path === '') return ''
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const stats = fstatSync(file)
    if (!stats.isFile()) return ''
    const buffer = Buffer.alloc(Math.min(bytes, stats.size))
    const read = readSync(file, buffer, 0, buffer.length, Math.max(0, stats.size - buffer.length))
    return buffer.toString('utf8', 0, read)
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
