/** Where this very program stands, wherever it was built to: the package around this file says. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function programFile(): string | undefined {
  for (let at = dirname(fileURLToPath(import.meta.url)); at !== dirname(at); at = dirname(at)) {
    const bin = binOf(join(at, 'package.json'))
    if (bin !== undefined) return join(at, bin)
  }
  return undefined
}

function binOf(file: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { bin?: { hookline?: string } }).bin?.hookline
  } catch {
    return undefined
  }
}
