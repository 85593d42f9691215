/** Creates a directory and its parents. May throw file system errors. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from './code-of.ts'

/** Creates them one by one: below /proc, where directories exist but cannot be created, Node's `recursive` never returns. */
export function makeDirectory(path: string, mode = 0o700): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  for (const one of missing) {
    try {
      mkdirSync(one, { mode })
    } catch (error) {
      // Another process has created it meanwhile.
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}
