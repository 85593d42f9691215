/** Removes a pack from its hookline.json. */
import type { Entry } from '@hookline/core/node'
import { CannotEdit, type FileChange, hooksChange } from '../edit/change.ts'
import { UsageError } from '../flags.ts'

/** Finds the entries of a pack by its name or by the name of one of its hooks. Empty if there is no such pack. */
export function findPackEntries(name: string, entries: readonly Entry[]): readonly Entry[] {
  const own = entries.filter((entry) => entry.pack !== undefined && (entry.pack === name || entry.name === name))
  const editable = own.filter(({ origin }) => origin.source === 'project' || origin.source === 'user')
  const files = new Set(editable.map(({ origin }) => origin.file))
  if (files.size > 1)
    throw new UsageError(`${name} is in ${[...files].join(' and ')}. Remove it by hand from one of them`)
  return editable.length > 0 ? editable : own
}

export function withoutPack([first]: readonly Entry[], cwd: string): FileChange {
  const { file, source } = first?.origin ?? {}
  if (first?.pack === undefined || file === undefined || (source !== 'project' && source !== 'user'))
    throw new CannotEdit(`${first?.pack} is managed by your organisation or team, so you cannot remove it here`)
  return hooksChange(file, [{ kind: 'remove-pack', name: first.pack }], cwd)
}
