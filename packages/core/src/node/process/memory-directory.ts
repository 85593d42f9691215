/** Directories for short-lived payloads and FIFOs. In-memory ones come first: payloads should not be written to disk. */
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../system/code-of.ts'

/** In order of preference. Not all of them may be usable: the caller tries one after another. */
export function memoryDirectories(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const runtime =
    env.XDG_RUNTIME_DIR === undefined ? undefined : privateDirectory(join(env.XDG_RUNTIME_DIR, 'hookline'))
  const shared = process.platform === 'linux' ? ['/dev/shm'] : []
  return [...(runtime === undefined ? [] : [runtime]), ...shared, tmpdir()]
}

/** The directory, if only this user can write to it: in a shared one, another user could replace files. */
function privateDirectory(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') return undefined
  }
  try {
    const found = lstatSync(path)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0 ? path : undefined
  } catch {
    return undefined
  }
}
