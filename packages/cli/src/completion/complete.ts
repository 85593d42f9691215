/** `hookline __complete entries`: lists entries for the completion scripts while the user types. It prints nothing on errors. */
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { readEntries } from '../switch/find-entry.ts'

export const help = `Usage: hookline __complete entries

Prints ids and names of the configured hooks, their packs and rules, one per
line, for the completion scripts.

Example: hookline __complete entries
`

/** Names come from files of others and end up in the user's shell, so only names without special characters are printed. */
const harmless = /^[A-Za-z0-9][\w./:@+-]*$/

export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args[0] !== 'entries') return exits.fine
  const entries = (await readEntries(findRoot(io.cwd))).filter((entry) => entry.broken === undefined)
  const names = entries.flatMap(({ id, name, pack, packRules }) => [
    ...(name === undefined ? [] : [name]),
    id,
    ...(pack === undefined ? [] : [pack, ...(packRules?.().map((rule) => `${pack}/${rule.id}`) ?? [])]),
  ])
  for (const name of new Set(names)) if (harmless.test(name)) io.stdout.write(`${name}\n`)
  return exits.fine
}
