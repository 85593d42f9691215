/** The end of a text file, however long the file is. */
import { closeSync, readSync } from 'node:fs'
import { openRegular } from '@hookline/core/files'

/** Empty where it cannot be read. */
export function textEnd(path: unknown, bytes = 64 * 1024): string {
  if (typeof path !== 'string' || path === '') return ''
  const opened = openRegular(path)
  if (opened.kind !== 'opened') return ''
  try {
    const buffer = Buffer.alloc(Math.min(bytes, opened.size))
    const read = readSync(opened.descriptor, buffer, 0, buffer.length, opened.size - buffer.length)
    return buffer.toString('utf8', 0, read)
  } catch {
    return ''
  } finally {
    closeSync(opened.descriptor)
  }
}
