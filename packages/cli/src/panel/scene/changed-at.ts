/** Finds when files of hooks last changed. */
import { statSync } from 'node:fs'
import type { Entry } from '@hookline/core/node'

/** The newest modification time in milliseconds since 1970; undefined if none of the files can be read. */
export function changedAt(files: readonly string[]): number | undefined {
  const times = files.flatMap((file) => modifiedAt(file) ?? [])
  return times.length === 0 ? undefined : Math.max(...times)
}

export const hookFiles = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ origin }) => origin.file ?? [])),
]

function modifiedAt(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs
  } catch {
    return undefined
  }
}
