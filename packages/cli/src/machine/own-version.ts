/** The version of this command, from its package.json. */
import { readFileSync } from 'node:fs'

/** The built files are two directories below it, the sources are one. A damaged installation may have none. */
export function ownVersion(): string {
  for (const path of ['../../package.json', '../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
      if (name === 'hookline') return version
    } catch {
      // Another directory has it.
    }
  }
  return 'of unknown version'
}
