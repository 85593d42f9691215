/** When what runs was last changed: the hook file of an entry, and its scripts. */
import { statSync } from 'node:fs'
import type { Entry } from '@hookline/core/node'

/** Milliseconds since 1970; undefined where no file says. */
export function changedAt(files: readonly string[]): number | undefined {
  const times = files.flatMap((file) => timeOf(file) ?? [])
  return times.length === 0 ? undefined : Math.max(...times)
}

export const filesOf = (entries: readonly Entry[]): readonly string[] => [
  ...new Set(entries.flatMap(({ origin }) => origin.file ?? [])),
]

function timeOf(file: string): number | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs
  } catch {
    return undefined
  }
}
