/** The files of the chosen proposals: scripts first, the file that names them last. */
import { join } from 'node:path'
import type { HooksChange } from '@hookline/core/node'
import { hooksFileSchema } from '@hookline/core/protocol'
import { changeOf, type FileChange, hooksChange, readText } from '../edit/change.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { readTarget, type Target } from '../edit/target.ts'
import type { Proposal } from './proposals.ts'

export function planned(chosen: readonly Proposal[], target: Target, cwd: string): readonly FileChange[] {
  const scripts = chosen.map(({ script, text }) =>
    changeOf(join(target.base, '.cursor', 'hooks', script), text, cwd, { executable: true }),
  )
  const there = entriesThere(target, cwd)
  const changes = chosen
    .flatMap(({ entries }) => entries)
    // An entry that runs the same script for the same event is enough, whatever else the person made of it.
    .filter(({ event, entry }) => !there.some((one) => one.event === event && one.command === entry.command))
    .map(({ event, entry }): HooksChange => ({ kind: 'add', event, entry }))
  if (changes.length === 0) return scripts
  const schema = schemaBeside(target.file, hooksFileSchema(), cwd)
  return [...scripts, schema.file, hooksChange(target.file, [schema.change, ...changes], cwd)]
}

function entriesThere(target: Target, cwd: string) {
  const text = readText(target.file, cwd)
  return text === undefined ? [] : readTarget(text, target).entries
}
