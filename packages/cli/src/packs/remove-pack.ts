/** Takes a pack out of the hookline.json that it stands in. */
import type { Entry } from '@hookline/core/node'
import { CannotEdit, type FileChange, hooksChange } from '../edit/change.ts'
import { UsageError } from '../flags.ts'

/** The entries of the pack that is meant, by its name or by the name of one of its hooks; none: something else is meant. */
export function packMeant(word: string, entries: readonly Entry[]): readonly Entry[] {
  const own = entries.filter(({ pack, name }) => pack !== undefined && (pack === word || name === word))
  const editable = own.filter(({ origin }) => origin.source === 'project' || origin.source === 'user')
  const files = new Set(editable.map(({ origin }) => origin.file))
  if (files.size > 1)
    throw new UsageError(`${word} stands in ${[...files].join(' and ')}: take it out of one of them by hand`)
  return editable.length > 0 ? editable : own
}

export function withoutPack([first]: readonly Entry[], cwd: string): FileChange {
  const { file, source } = first?.origin ?? {}
  if (first?.pack === undefined || file === undefined || (source !== 'project' && source !== 'user'))
    throw new CannotEdit(`${first?.pack} is managed by your organisation or team and cannot be removed here`)
  return hooksChange(file, [{ kind: 'remove-pack', name: first.pack }], cwd)
}
