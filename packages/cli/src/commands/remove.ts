/** `hookline remove`: removes one entry or pack from its file and keeps the rest of the file as it is. */

import { dirname } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import { callsHookline, type Entry } from '@hookline/core/node'
import { applyChanges, catchEditErrors, fileReports, isAsked } from '../edit/apply-changes.ts'
import { CannotEdit, type FileChange, hooksChange } from '../edit/change.ts'
import { findClosedEvents } from '../edit/trust-hint.ts'
import { startTrustStep, trustText } from '../edit/trust-step.ts'
import { editOptions, readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findPackEntries, withoutPack } from '../packs/remove-pack.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { entryText, findEntry, noSuchEntry, readEntries } from '../switch/find-entry.ts'
import { json } from '../text/plain.ts'
import { readTrust } from '../trust/read-trust.ts'
import { trustWritten } from '../trust/trust-written.ts'

export const help = `Usage: hookline remove <entry> [options]

Removes a hook, or a pack with all its hooks, from its hooks.json or
hookline.json: the workspace's or your own. Comments and order stay, and the
script is not deleted. It shows the diff, and asks at a terminal. Once you have
agreed it trusts the workspace again, if nothing else in it changed.

  <entry>        its name, its script, its id or the last part of its id
                 (hookline list --json shows the ids); or the name of a pack
  --yes          do not ask
  --dry-run      show the diff and write nothing
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { "files": [ { path, action, diff } ], "result": "written",
                   "trusted": false }

Exit codes: 0 done; 1 not removed; 64 wrong usage.

Example: hookline remove done --yes
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, editOptions, 1)
  const [name] = positionals
  if (name === undefined) throw new UsageError('name a hook or a pack. To list the hooks: hookline list')
  const entries = await readEntries(findRoot(readDirectory(values.cwd, io)))
  const pack = findPackEntries(name, entries)
  const entry = pack[0] ?? findEntry(name, entries, io.cwd)
  if (entry === undefined) throw noSuchEntry(name, entries)
  return catchEditErrors(io, async () => {
    const change = pack.length > 0 ? withoutPack(pack, io.cwd) : withoutEntry(entry, io.cwd)
    const { root } = entry.origin
    const before = root === undefined ? undefined : (await readTrust(root)).finding
    const applyOptions = { ...values, dryRun: values['dry-run'], asks: 'existing', within: root } as const
    const step = await startTrustStep(values.yes === true ? undefined : root, io)
    const confirmed = isAsked([change], applyOptions, io)
    const result = await applyChanges([change], applyOptions, io)
    const confirmedTrust = result === 'written' && (await step.trust([change.path], confirmed))
    // Without a hook there is nothing left to guard, so the gates of the removed ones must not stay closed.
    const isEmptied = result === 'written' && root !== undefined && before !== undefined && !hasOthers(entry, entries)
    const trusted = confirmedTrust || (isEmptied && (await trustWritten(root, before, [])))
    if (values.json === true) io.stdout.write(`${json({ files: fileReports([change], io.cwd), result, trusted })}\n`)
    else if (result === 'written')
      io.stderr.write(
        `Removed: ${entry.pack ?? entryText(entry, io.cwd)}\n${await hint(entry, entries, trusted, io.cwd)}`,
      )
    return result === 'written' || result === 'dry run' ? exits.fine : exits.finding
  })
}

/** The hint to trust the workspace again, unless it has no hooks left and refuses nothing. */
async function hint(entry: Entry, entries: readonly Entry[], trusted: boolean, cwd: string): Promise<string> {
  const { root, file = '' } = entry.origin
  if (root === undefined) return ''
  const isDone = !hasOthers(entry, entries) && (await findClosedEvents(root)).length === 0
  return isDone ? '' : trustText(trusted, { level: 'project', file, base: root, root }, cwd)
}

/** Whether the workspace has other hooks than this one. Calls of Hookline are not hooks. */
const hasOthers = ({ id, pack, origin: { root } }: Entry, entries: readonly Entry[]): boolean =>
  entries.some(
    (one) =>
      one.origin.root === root &&
      one.broken === undefined &&
      !callsHookline(one) &&
      one.id !== id &&
      (pack === undefined || one.pack !== pack),
  )

function withoutEntry(entry: Entry, cwd: string): FileChange {
  const { source, file, line, column } = entry.origin
  const named = entryText(entry, cwd)
  if (source === 'enterprise' || source === 'team' || entry.broken !== undefined)
    throw new CannotEdit(`${named} is managed by your organisation or team, so you cannot remove it here`)
  if ((source !== 'project' && source !== 'user') || file === undefined || line === undefined || column === undefined)
    throw new CannotEdit(
      `${named} is not in a file of ${usualAgent.title} or Hookline. Remove it by hand in ${dirname(file ?? named)}`,
    )
  return hooksChange(file, [{ kind: 'remove', at: { line, column } }], cwd)
}
