/** Marks on disk that a call of `hookline run` leaves for later ones: private and short-lived. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { type Marks, makeDirectory } from '@hookline/core/node'

const HOUR_MS = 3600 * 1000

export interface DiskMarks extends Marks {
  has(key: string): boolean
  /** True for the one call that left the mark. */
  leave(key: string, text: string): boolean
}

/** Looks for the directory at the first mark, because most calls leave none. Older marks are removed when one is left. */
export function diskMarks(findDirectory: () => string, maxAgeMs = HOUR_MS): DiskMarks {
  // Keys come from an agent's payload, so they are never used as a path.
  const fileOf = (key: string) => join(findDirectory(), hash(key))
  const isFresh = (file: string): boolean => Date.now() - statSync(file).mtimeMs < maxAgeMs
  const sweep = (directory: string): void => {
    for (const name of readdirSync(directory)) {
      const file = join(directory, name)
      ignoreErrors(() => {
        if (!isFresh(file)) unlinkSync(file)
      })
    }
  }
  return {
    hash,
    has: (key) => existsSync(fileOf(key)),
    leave: (key, text) =>
      ignoreErrors(() => {
        const directory = findDirectory()
        makeDirectory(directory)
        sweep(directory)
        writeFileSync(fileOf(key), text, { mode: 0o600, flag: 'wx' })
        return true
      }) ?? false,
    take(key) {
      const file = fileOf(key)
      return ignoreErrors(() => {
        const text = isFresh(file) ? readRegularText(file) : undefined
        unlinkSync(file)
        return text
      })
    },
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

function ignoreErrors<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
