/** Finds the file of this program, wherever it is built to, by the package.json around this file. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function programFile(): string | undefined {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const bin = readBin(join(at, 'package.json'))
    if (bin !== undefined) return join(at, bin)
  }
  return undefined
}

function readBin(file: string): string | undefined {
  try {
    // True for our own package.json. Any other has no such field, or makes this throw.
    return (JSON.parse(readFileSync(file, 'utf8')) as { bin?: { hookline?: string } }).bin?.hookline
  } catch {
    return undefined
  }
}
