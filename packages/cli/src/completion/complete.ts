/** `hookline __complete entries`: what the completion scripts ask while a person types. Says nothing when anything is wrong. */
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { entriesOf } from '../switch/find-entry.ts'

export const help = `Usage: hookline __complete entries

What the completion scripts ask: ids and names of the configured hooks, one a line.

Example: hookline __complete entries
`

/** Names come from files of others and end up in a person's shell: only what no shell reads as anything else. */
const harmless = /^[A-Za-z0-9][\w./:@+-]*$/

export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args[0] !== 'entries') return exits.fine
  const entries = (await entriesOf(findRoot(io.cwd))).filter((entry) => entry.broken === undefined)
  const names = entries.flatMap(({ id, name }) => (name === undefined ? [id] : [name, id]))
  for (const name of new Set(names)) if (harmless.test(name)) io.stdout.write(`${name}\n`)
  return exits.fine
}
