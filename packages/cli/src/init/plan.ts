/** The files of what was chosen: the packs in hookline.json, then who calls them. */
import { callsHookline, type Entry, type HooksChange, rewritesOf } from '@hookline/core/node'
import { hooksFileSchema } from '@hookline/core/protocol'
import {
  type Connecting,
  isOwnedBy,
  missingEvents,
  settingsEdits,
  strictEdits,
  type Wanted,
} from '../connect/settings.ts'
import { type FileChange, hooksChange, hooksChangeOn, readText } from '../edit/change.ts'
import { emptyOwn, ownSchema } from '../edit/own-target.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import type { Target } from '../edit/target.ts'
import type { Suggestion } from './suggestions.ts'

/** Packs that are not in the file yet. */
export function planned(added: readonly Suggestion[], own: Target, cwd: string): readonly FileChange[] {
  if (added.length === 0) return []
  const changes = added.map(({ pack, parameters }): HooksChange => ({ kind: 'pack', name: pack.name, parameters }))
  if (readText(own.file, cwd) !== undefined) return [hooksChange(own.file, changes, cwd, emptyOwn)]
  const schema = schemaBeside(own.file, ownSchema(), cwd)
  return [schema.file, hooksChange(own.file, [schema.change, ...changes], cwd, emptyOwn)]
}

/** For every event that hooks of the same level listen to, those that are there already among them. `earlier`: changes of the same files. */
export function plannedAgents(
  chosen: readonly Connecting[],
  wanted: readonly Wanted[],
  entries: readonly Entry[],
  cwd: string,
  earlier: readonly FileChange[] = [],
): readonly FileChange[] {
  return chosen.flatMap((one) => {
    const all = wantedBy(one, wanted, entries)
    const theirs = missingEvents(one.agent, all, entries)
    const edits = [...strictEdits(one, entries, all), ...settingsEdits(one, theirs, all)]
    if (edits.length === 0) return []
    const before = earlier.find(({ path }) => path === one.file)
    if (before !== undefined) return [hooksChangeOn(before, edits)]
    if (one.agent.settings?.schema !== true) return [hooksChange(one.file, edits, cwd, '{}\n')]
    if (readText(one.file, cwd) !== undefined) return [hooksChange(one.file, edits, cwd)]
    const schema = schemaBeside(one.file, hooksFileSchema(), cwd)
    return [schema.file, hooksChange(one.file, [schema.change, ...edits], cwd)]
  })
}

/** What it runs by itself needs no call. */
export const wantedBy = (
  { agent, level }: Connecting,
  wanted: readonly Wanted[],
  entries: readonly Entry[],
): readonly Wanted[] => {
  const there = entries
    .filter((entry) => entry.origin.source === level && entry.broken === undefined && !callsHookline(entry))
    .map((entry) => ({
      event: entry.event,
      timeoutMs: entry.timeoutMs,
      own: entry.origin.own,
      rewrites: rewritesOf(entry) !== false,
    }))
  return [...wanted, ...there].filter(({ own }) => !isOwnedBy(agent, level, own))
}
