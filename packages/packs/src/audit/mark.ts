/** The mark beside an audit: where its chain begins and how far it came, so that what is cut off at either end is missed. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularText } from '@hookline/core/files'
import type { Link } from './record.ts'

export interface Mark extends Link {
  /** The number of the first record that is still kept; unknown for a chain that is older than its mark. */
  readonly first?: number
}

export const markFile = (directory: string): string => join(directory, 'audit.mark')

export function markOf(directory: string): Mark | undefined {
  try {
    const value = JSON.parse(readRegularText(markFile(directory)) ?? '') as Mark
    return typeof value?.n === 'number' && typeof value.hash === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** After its record: a crash between the two leaves a mark that is behind, which is no fault. */
export function setMark(directory: string, mark: Mark): void {
  const file = markFile(directory)
  // Only the holder of the lock writes it: what stands there was left behind, and may be a FIFO.
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(mark)}\n`, { mode: 0o600, flag: 'wx' })
  renameSync(`${file}.new`, file)
}

/** Why a chain from `first` to `last` is not all that the mark speaks of. */
export function missing(mark: Mark, first: number | undefined, last: Link | undefined): string | undefined {
  if (last === undefined || last.n < mark.n)
    return `record ${mark.n} was written and is not there: lines or files were removed at the end`
  if (last.n === mark.n && last.hash !== mark.hash) return `record ${mark.n} is not the one that was written`
  return mark.first !== undefined && first !== undefined && first > mark.first
    ? `records ${mark.first} to ${first - 1} are not there, and were not old enough to be removed`
    : undefined
}
