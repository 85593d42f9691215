/** The files of what was chosen: scripts and their tests first, then the file that names them, then who calls them. */
import { join } from 'node:path'
import type { Entry, HooksChange } from '@hookline/core/node'
import { type EventName, hooksFileSchema } from '@hookline/core/protocol'
import { type Connecting, missingEvents, settingsChange } from '../connect/settings.ts'
import { changeOf, type FileChange, hooksChange, readText } from '../edit/change.ts'
import { schemaBeside } from '../edit/schema-file.ts'
import { readTarget, type Target } from '../edit/target.ts'
import type { Proposal } from './proposals.ts'
import { testName, testText } from './test-file.ts'

export function planned(chosen: readonly Proposal[], target: Target, cwd: string): readonly FileChange[] {
  const at = (name: string) => join(target.base, '.cursor', 'hooks', name)
  const scripts = chosen.flatMap((one) => [
    changeOf(at(one.script), one.text, cwd, { executable: true }),
    ...testChange(at(testName(one)), one, cwd),
  ])
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

/** A test that is there is somebody's work. */
const testChange = (path: string, proposal: Proposal, cwd: string): readonly FileChange[] =>
  readText(path, cwd) === undefined ? [changeOf(path, testText(proposal), cwd)] : []

function entriesThere(target: Target, cwd: string) {
  const text = readText(target.file, cwd)
  return text === undefined ? [] : readTarget(text, target).entries
}

/** For every event that hooks of the same level listen to, those that are there already among them. */
export function plannedAgents(
  chosen: readonly Connecting[],
  events: readonly EventName[],
  entries: readonly Entry[],
  cwd: string,
): readonly FileChange[] {
  return chosen.flatMap((one) => {
    const wanted: readonly EventName[] = [
      ...events,
      ...entries
        .filter(({ origin, broken }) => origin.source === one.level && broken === undefined)
        .map((e) => e.event),
    ]
    const theirs = missingEvents(one.agent, wanted, entries)
    return theirs.length === 0 ? [] : [settingsChange(one, theirs, cwd)]
  })
}
