/** What one call of `hookline run` leaves for a later one about the same act: private, short-lived, and never needed to be safe. */
import { createHash } from 'node:crypto'
import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import { makeDirectory } from '@hookline/core/node'

export interface Marks {
  /** Never throws: a mark that cannot be kept is as one that was never left. */
  leave(key: string, text: string): void
  /** The text, once; undefined where there is none, or only an old one. */
  take(key: string): string | undefined
}

const HOUR_MS = 3600 * 1000

/** The directory is asked for at the first mark: most calls leave none. */
export function diskMarks(place: () => string): Marks {
  // Keys come from an agent's payload: they are never a path.
  const fileOf = (key: string) => join(place(), hashOf(key))
  return {
    leave(key, text) {
      ignoringErrors(() => {
        const directory = place()
        makeDirectory(directory)
        sweep(directory)
        writeFileSync(fileOf(key), text, { mode: 0o600, flag: 'wx' })
      })
    },
    take(key) {
      const file = fileOf(key)
      return ignoringErrors(() => {
        const text = isFresh(file) ? readRegularText(file) : undefined
        unlinkSync(file)
        return text
      })
    },
  }
}

/** Of a text as an agent shows it: byte order mark, line ends and the last line's end aside. */
export const contentHash = (text: string): string =>
  hashOf(
    text
      .replace(/^\uFEFF/, '')
      .replace(/\r\n/g, '\n')
      .replace(/\n$/, ''),
  )

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const isFresh = (file: string): boolean => Date.now() - statSync(file).mtimeMs < HOUR_MS

function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name)
    ignoringErrors(() => {
      if (!isFresh(file)) unlinkSync(file)
    })
  }
}

function ignoringErrors<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
