/** `hookline enable`: a hook that was switched off runs again. */
import { createDisabledStore, sourceSetup } from '@hookline/core/node'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { entriesOf, entryText, findEntry, noSuchEntry } from '../switch/find-entry.ts'

export const help = `Usage: hookline enable <entry>

Switches a hook on that hookline disable had switched off. What else holds it back (trust,
"enabled": false in hookline.json, another edition) is not touched: hookline list says why.

  <entry>        its id or its last part, its name, or its script; also the id of a hook
                 that is no longer configured
  --cwd <dir>    start here; the workspace is the nearest directory upward
                 that holds ${rootMarksText}
  --json         { "enabled": { id, was } }, was: "off" or "on"

Exit codes: 0 done (or nothing to do), 64 wrong usage.

Example: hookline enable shell-guard
`

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [word] = positionals
  if (word === undefined) throw new UsageError('which hook? its id or name; hookline list shows them')
  const now = Date.now()
  const store = createDisabledStore(sourceSetup().platform)
  const entries = await entriesOf(findRoot(readDirectory(values.cwd, io)))
  const entry = findEntry(word, entries, io.cwd)
  const listed = store.list(now).some(({ id }) => id === word)
  if (entry === undefined && !listed) throw noSuchEntry(word, entries)
  // An older file may hold the name instead of the id.
  const names = [...new Set([word, ...(entry === undefined ? [] : [entry.id, entry.name ?? entry.id])])]
  const was = names.filter((name) => store.remove(name, now, entry?.origin.root)).length > 0
  const shown = entry === undefined ? oneLine(word) : entryText(entry, io.cwd)
  if (values.json === true)
    io.stdout.write(`${json({ enabled: { id: entry?.id ?? word, was: was ? 'off' : 'on' } })}\n`)
  else io.stderr.write(was ? `On again: ${shown}\n` : `${shown} was not switched off.\n`)
  return exits.fine
}
