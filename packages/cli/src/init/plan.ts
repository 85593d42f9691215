/** Plans the file changes for the choices: packs in hookline.json, then the agents that call them. */
import { callsHookline, type Entry, type HooksChange, rewritesOf } from '@hookline/core/node'
import { hooksFileSchema } from '@hookline/core/protocol'
import {
  type Connection,
  isOwnedBy,
  missingEvents,
  type NeededEvent,
  settingsEdits,
  strictEdits,
} from '../connect/settings.ts'
import { type FileChange, hooksChange, hooksChangeOn, readText } from '../edit/change.ts'
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

/** Connects agents for every event that hooks of the same level need, new and existing. `earlier` are planned changes of the same files. */
export function planAgents(
  chosen: readonly Connection[],
  needed: readonly NeededEvent[],
  entries: readonly Entry[],
  cwd: string,
  earlier: readonly FileChange[] = [],
): readonly FileChange[] {
  return chosen.flatMap((one) => {
    const all = eventsToConnect(one, needed, entries)
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

/** The events for which the agent must call Hookline. Hooks that the agent runs itself need no call. */
export const eventsToConnect = (
  { agent, level }: Connection,
  needed: readonly NeededEvent[],
  entries: readonly Entry[],
): readonly NeededEvent[] => {
  const existing = entries
    .filter((entry) => entry.origin.source === level && entry.broken === undefined && !callsHookline(entry))
    .map((entry) => ({
      event: entry.event,
      timeoutMs: entry.timeoutMs,
      own: entry.origin.own,
      rewrites: rewritesOf(entry) !== false,
    }))
  return [...needed, ...existing].filter(({ own }) => !isOwnedBy(agent, level, own))
}
