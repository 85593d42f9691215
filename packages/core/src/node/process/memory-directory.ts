/** Where payloads and FIFOs may stand for a moment: memory first, because payloads are no business of a disk. */
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeOf } from '../system/code-of.ts'

/** In order of preference. A directory that cannot be used is found out by whoever uses it. */
export function memoryDirectories(env: Readonly<Record<string, string | undefined>> = process.env): readonly string[] {
  const runtime =
    env.XDG_RUNTIME_DIR === undefined ? undefined : privateDirectory(join(env.XDG_RUNTIME_DIR, 'hookline'))
  const shared = process.platform === 'linux' ? ['/dev/shm'] : []
  return [...(runtime === undefined ? [] : [runtime]), ...shared, tmpdir()]
}

/** The directory, when it is ours alone: inside one that others can write to, names could be swapped under us. */
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
