/** The directory in which a plugin keeps data of its own between sessions (`CLAUDE_PLUGIN_DATA`). */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { stateDirectory } from '../../sources/locations.ts'

/** Made for this user alone at the first hook that runs; undefined where it cannot be made. */
export function createPluginData(platform: Platform): (root: string) => string | undefined {
  const made = new Map<string, string | undefined>()
  return (root) => {
    if (!made.has(root)) made.set(root, makeDirectory(join(stateDirectory(platform), 'plugins', nameOf(root))))
    return made.get(root)
  }
}

/** Two plugins may have directories of the same name. */
const nameOf = (root: string): string =>
  `${basename(root).replace(/[^\w.-]/g, '-')}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`

function makeDirectory(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  } catch {
    return undefined
  }
}
