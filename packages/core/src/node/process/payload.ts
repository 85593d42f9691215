/** Provides a hook's stdin as a file without a name, so that `/dev/stdin` can be opened and nothing stays on disk. */
import { closeSync, constants, mkdtempSync, openSync, rmdirSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Linux's O_TMPFILE, which Node does not list: a file that never had a name. */
const tmpfileFlags = 0o20000000 | (constants.O_DIRECTORY ?? 0)

/** A descriptor at the start of the text; undefined if no directory is usable (full, read-only, out of descriptors). */
export function openPayload(text: string, directories: readonly string[]): number | undefined {
  const bytes = Buffer.from(text)
  for (const directory of directories) {
    const fd = openNameless(directory) ?? openUnlinked(directory)
    if (fd === undefined) continue
    if (writeWhole(fd, bytes)) return fd
    closeSync(fd)
  }
  return undefined
}

function openNameless(directory: string): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return openSync(directory, tmpfileFlags | constants.O_RDWR | constants.O_EXCL, 0o600)
  } catch {
    return undefined
  }
}

/** The same for systems and file systems without O_TMPFILE. */
export function openUnlinked(parent: string): number | undefined {
  let directory: string | undefined
  try {
    directory = mkdtempSync(join(parent, 'hookline-'))
    const path = join(directory, 'payload')
    const fd = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
    unlinkSync(path)
    return fd
  } catch {
    return undefined
  } finally {
    if (directory !== undefined) removeEmpty(directory)
  }
}

export function removeEmpty(directory: string): void {
  try {
    rmdirSync(directory)
  } catch {
    // Not empty, or already removed: no reason to fail the hook.
  }
}

/** Writes at explicit positions, so that the descriptor's offset, which the hook inherits, stays at the start. */
function writeWhole(fd: number, bytes: Buffer): boolean {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at, bytes.length - at, at)
    return true
  } catch {
    return false
  }
}
