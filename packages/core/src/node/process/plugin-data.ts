/** Creates the directory in which a plugin keeps its data between sessions (`CLAUDE_PLUGIN_DATA`). */
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Platform } from '../../ports.ts'
import { stateDirectory } from '../../sources/locations.ts'

/** Created for this user only, when the first hook of the plugin runs; undefined if it cannot be created. */
export function createPluginData(platform: Platform): (root: string) => string | undefined {
  const made = new Map<string, string | undefined>()
  return (root) => {
    if (!made.has(root)) made.set(root, makeDirectory(join(stateDirectory(platform), 'plugins', uniqueName(root))))
    return made.get(root)
  }
}

/** The hash distinguishes two plugins whose directories have the same name. */
const uniqueName = (root: string): string =>
  `${basename(root).replace(/[^\w.-]/g, '-')}-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`

function makeDirectory(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return path
  } catch {
    return undefined
  }
}
