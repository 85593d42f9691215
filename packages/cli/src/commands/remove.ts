/** `hookline remove`: takes one entry out of its file; everything else stays as it is. */

import { dirname } from 'node:path'
import { usualAgent } from '@hookline/core/agents'
import type { Entry } from '@hookline/core/node'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { CannotEdit, type FileChange, hooksChange } from '../edit/change.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { packMeant, withoutPack } from '../packs/remove-pack.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json } from '../plain.ts'
import { entriesOf, entryText, findEntry, noSuchEntry } from '../switch/find-entry.ts'

export const help = `Usage: hookline remove <entry> [options]

Takes a hook, or a pack with all its hooks, out of the hooks.json or hookline.json it
stands in: the workspace's or your own. Comments, order and the script itself stay.
The diff is shown; at a terminal it asks.

  <entry>        its id or its last part, its name, or its script (hookline list --json);
                 or the name of a pack
  --yes          do not ask
  --dry-run      show the diff, write nothing
  --cwd <dir>    start here; the workspace is the nearest directory upward
                 that holds ${rootMarksText}
  --json         { "files": [ { path, action, diff } ], "result": "written" }

Exit codes: 0 done, 1 not removed, 64 wrong usage.

Example: hookline remove done --yes
`

const options = {
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [word] = positionals
  if (word === undefined) throw new UsageError('which hook? its id or name; hookline list shows them')
  const entries = await entriesOf(findRoot(readDirectory(values.cwd, io)))
  const pack = packMeant(word, entries)
  const entry = pack[0] ?? findEntry(word, entries, io.cwd)
  if (entry === undefined) throw noSuchEntry(word, entries)
  return mendable(io, async () => {
    const change = pack.length > 0 ? withoutPack(pack, io.cwd) : withoutEntry(entry, io.cwd)
    const { root } = entry.origin
    const manner = { ...values, dryRun: values['dry-run'], asks: 'existing', within: root } as const
    const result = await carryOut([change], manner, io)
    if (values.json === true) io.stdout.write(`${json({ files: reportOf([change], io.cwd), result })}\n`)
    else if (result === 'written')
      io.stderr.write(`Removed: ${entry.pack ?? entryText(entry, io.cwd)}\n${hint(entry, entries, io.cwd)}`)
    return result === 'written' || result === 'dry run' ? exits.fine : exits.finding
  })
}

/** Where nothing is left of the workspace's hooks there is nothing to let run. */
function hint({ id, pack, origin: { root, file = '' } }: Entry, entries: readonly Entry[], cwd: string): string {
  const left = entries.some(
    (one) =>
      one.origin.root === root &&
      one.broken === undefined &&
      one.id !== id &&
      (pack === undefined || one.pack !== pack),
  )
  return root === undefined || !left ? '' : trustHint({ level: 'project', file, base: root, root }, cwd)
}

function withoutEntry(entry: Entry, cwd: string): FileChange {
  const { source, file, line, column } = entry.origin
  const named = entryText(entry, cwd)
  if (source === 'enterprise' || source === 'team' || entry.broken !== undefined)
    throw new CannotEdit(`${named} is managed by your organisation or team and cannot be removed here`)
  if ((source !== 'project' && source !== 'user') || file === undefined || line === undefined || column === undefined)
    throw new CannotEdit(
      `${named} does not stand in a file of ${usualAgent.title}'s or Hookline's: remove it in ${dirname(file ?? named)}`,
    )
  return hooksChange(file, [{ kind: 'remove', at: { line, column } }], cwd)
}
