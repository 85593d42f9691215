/** `hookline enable`: turns a disabled hook, pack or rule on again. */
import { canDisable, createDisabledStore, sourceSetup } from '@hookline/core/node'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { entryText, findEntry, noSuchEntry, readEntries } from '../switch/find-entry.ts'
import { findSwitchable, rootsOf } from '../switch/find-rule.ts'
import { json, oneLine } from '../text/plain.ts'

export const help = `Usage: hookline enable <entry>

Turns a hook, a pack or a rule on that \`hookline disable\` has turned off. It
changes nothing else that keeps a hook from running (trust, "enabled": false in
hookline.json, another edition). \`hookline list\` shows the reason for each hook.

  <entry>        a hook: its name, its script, its id or the last part of its
                 id, also of a hook that is no longer configured; a pack:
                 shell-guard; or a rule: shell-guard/force-push
  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { "enabled": { id, was } }; was is "off" or "on"

Exit codes: 0 done, or it was not disabled; 64 wrong usage.

Example: hookline enable shell-guard
`

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [name] = positionals
  if (name === undefined) throw new UsageError('name a hook. To list the hooks: hookline list')
  const now = Date.now()
  const store = createDisabledStore(sourceSetup().platform)
  const entries = await readEntries(findRoot(readDirectory(values.cwd, io)))
  const entry = findEntry(name, entries, io.cwd)
  const listed = store.list(now).some(({ id }) => id === name)
  const found = entry === undefined ? findSwitchable(name, entries) : undefined
  if (entry === undefined && !listed && found === undefined) throw noSuchEntry(name, entries)
  // A state file of an older version may contain the name instead of the id.
  const names = [...new Set([name, ...(entry === undefined ? [] : [entry.id, entry.name ?? entry.id])])]
  const managed = found?.entries.some((one) => !canDisable(one)) === true ? [undefined] : []
  const roots = found === undefined ? [entry?.origin.root] : [...new Set([...rootsOf(found), ...managed])]
  const was = names.flatMap((one) => roots.filter((root) => store.remove(one, now, root))).length > 0
  const shown = entry === undefined ? oneLine(name) : entryText(entry, io.cwd)
  if (values.json === true)
    io.stdout.write(`${json({ enabled: { id: entry?.id ?? name, was: was ? 'off' : 'on' } })}\n`)
  else
    io.stderr.write(
      was ? `On: ${shown}\n` : `${shown} was not disabled. To see why a hook does not run: hookline list\n`,
    )
  return exits.fine
}
