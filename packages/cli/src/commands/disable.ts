/** `hookline disable`: one hook does not run, until it is enabled or a time has passed. */
import { canDisable, createDisabledStore, sourceSetup } from '@hookline/core/node'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { durationMs } from '../switch/duration.ts'
import { entriesOf, entryText, findEntry, noSuchEntry } from '../switch/find-entry.ts'
import { shortTime } from '../when.ts'

export const help = `Usage: hookline disable <entry> [--for 1h]

Switches one hook off, for you on this machine: it is kept in your own state, never in
the hook's file, and hookline list shows it. Hooks of your organisation or team stay on.
A hook whose entry is edited counts as a new one and runs again.

  <entry>         its id or its last part, its name, or its script (hookline list --json)
  --for <time>    for so long: 30m, 1h, 2d; without it until hookline enable
  --cwd <dir>     start here; the workspace is the nearest directory upward
                  that holds ${rootMarksText}
  --json          { "disabled": { id, event, label, until } }

Exit codes: 0 done, 1 it may not be switched off, 64 wrong usage.

Example: hookline disable shell-guard --for 30m
`

const options = { for: { type: 'string' }, cwd: { type: 'string' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [word] = positionals
  if (word === undefined) throw new UsageError('which hook? its id or name; hookline list shows them')
  const until = values.for === undefined ? undefined : Date.now() + durationMs(values.for)
  const entries = await entriesOf(findRoot(readDirectory(values.cwd, io)))
  const entry = findEntry(word, entries, io.cwd)
  if (entry === undefined) throw noSuchEntry(word, entries)
  if (!canDisable(entry)) {
    const whose = entry.broken === undefined ? `comes from your ${owner(entry.origin.source)}` : 'is a closed gate'
    io.stderr.write(`hookline: ${entryText(entry, io.cwd)} ${whose} and cannot be switched off here.\n`)
    return exits.finding
  }
  const now = Date.now()
  const end = until === undefined ? {} : { until }
  const whose = entry.origin.root === undefined ? {} : { root: entry.origin.root }
  createDisabledStore(sourceSetup().platform).add(
    { id: entry.id, ...whose, at: new Date(now).toISOString(), ...end },
    now,
  )
  const when = until === undefined ? {} : { until: new Date(until).toISOString() }
  if (values.json === true)
    io.stdout.write(`${json({ disabled: { id: entry.id, event: entry.event, label: entry.label, ...when } })}\n`)
  else
    io.stderr.write(
      `Off${when.until === undefined ? '' : ` until ${shortTime(new Date(until ?? 0), new Date())}`}: ${entryText(entry, io.cwd)}\n` +
        `On again: hookline enable ${oneLine(entry.name === word ? word : entry.id)}\n`,
    )
  return exits.fine
}

const owner = (source: string): string => (source === 'team' ? 'team' : 'organisation')
