/** Plans the changes of hookline.json for the chosen packs. */
import type { HooksChange } from '@hookline/core/node'
import { type FileChange, hooksChange, readText } from '../edit/change.ts'
import { emptyOwn, ownSchema } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import type { Target } from '../edit/target.ts'
import type { Suggestion } from './suggestions.ts'

/** Adds packs that are not in the file yet. */
export function planPacks(added: readonly Suggestion[], own: Target, cwd: string): readonly FileChange[] {
  if (added.length === 0) return []
  const changes = added.map(({ pack, parameters }): HooksChange => ({ kind: 'pack', name: pack.name, parameters }))
  if (readText(own.file, cwd) !== undefined) return [hooksChange(own.file, changes, cwd, emptyOwn)]
  const schema = schemaBeside(own.file, ownSchema(), cwd)
  return [schema.file, hooksChange(own.file, [schema.change, ...changes], cwd, emptyOwn)]
}
