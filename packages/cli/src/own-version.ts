/** The version of this command, from its package.json. */
import { readFileSync } from 'node:fs'

/** The built files are two directories below it, the sources are one. */
export function ownVersion(): string {
  const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
  try {
    const { name, version } = read('../../package.json')
    if (name === 'hookline') return version
  } catch {
    // These are the sources.
  }
  return read('../package.json').version
}
