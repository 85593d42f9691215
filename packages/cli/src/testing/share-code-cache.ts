/** One code cache for all homes that tests make: otherwise the first start in each would compile the command again. */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shared = fileURLToPath(new URL('../../dist/code', import.meta.url))

/** `cacheHome` is what XDG_CACHE_HOME names. */
export function shareCodeCache(cacheHome: string): void {
  const own = join(cacheHome, 'hookline')
  for (const directory of [shared, own]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  symlinkSync(shared, join(own, 'code'), 'junction')
}
