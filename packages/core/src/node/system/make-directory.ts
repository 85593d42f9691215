/** Makes a directory and those above it. Throws what the disk throws. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from './code-of.ts'

/** One by one: below /proc, where a directory is there and takes no other, Node's own `recursive` never comes back. */
export function makeDirectory(path: string, mode = 0o700): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  for (const one of missing) {
    try {
      mkdirSync(one, { mode })
    } catch (error) {
      // Somebody else was faster.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
