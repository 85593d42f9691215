/** Marks on disk, for calls of `hookline run` about the same act: private and short-lived. */
import { createHash } from 'node:crypto'
import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { type Marks, makeDirectory } from '@hookline/core/node'

const HOUR_MS = 3600 * 1000

/** Looks for the directory at the first mark, because most calls leave none. */
export function diskMarks(findDirectory: () => string): Marks {
  // Keys come from an agent's payload, so they are never used as a path.
  const fileOf = (key: string) => join(findDirectory(), hash(key))
  return {
    hash,
    leave(key, text) {
      ignoreErrors(() => {
        const directory = findDirectory()
        makeDirectory(directory)
        sweep(directory)
        writeFileSync(fileOf(key), text, { mode: 0o600, flag: 'wx' })
      })
    },
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
const isFresh = (file: string): boolean => Date.now() - statSync(file).mtimeMs < HOUR_MS

function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    ignoreErrors(() => {
      if (!isFresh(file)) unlinkSync(file)
    })
  }
}

function ignoreErrors<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
