/** `hookline packs`: the ready-made hooks, and what each can be told. */

import { type Entry, nearest } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { verifyPack } from '../packs/verify.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { type Style, styleFor } from '../style.ts'
import { entriesOf } from '../switch/find-entry.ts'

export const help = `Usage: hookline packs [name] [options]
       hookline packs verify audit [file or directory] [--json]

Lists the ready-made hooks with what they do; with a name, its parameters, their defaults
and the events it listens to. A mark stands before those that are in use here.
\`verify audit\` checks the chain of hashes of what the pack audit wrote: 1 with the first
line that does not hold.

  --cwd <dir>    start here; the workspace is the nearest directory upward
                 that holds ${rootMarksText}
  --json         { "packs": [ { name, description, used, parameters, events } ] }; of verify
                 { "files", "records", "first", "last", "torn", "broken" }

Exit codes: 0, 1 the chain is broken, 64 wrong usage.

Example: hookline packs shell-guard
`

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 3)
  const [name, ...rest] = positionals
  if (name === 'verify') return verifyPack(rest, { cwd: readDirectory(values.cwd, io), json: values.json === true }, io)
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(rest[0])}`)
  const shown = name === undefined ? packs : [packNamed(name)]
  const entries = await entriesOf(findRoot(readDirectory(values.cwd, io)))
  const style = styleFor(io.stdout, io.env)
  if (values.json === true) io.stdout.write(`${json({ packs: shown.map((pack) => asJson(pack, entries)) })}\n`)
  else if (name !== undefined) io.stdout.write(shown.map((pack) => whole(pack, entries, style)).join(''))
  else {
    io.stdout.write(listed(shown, entries, style))
    io.stderr.write('Its parameters: hookline packs <name>. To use one: hookline add <name>\n')
  }
  return exits.fine
}

function packNamed(name: string): Pack {
  const found = packs.find((pack) => pack.name === name)
  if (found !== undefined) return found
  const near = nearest(
    name,
    packs.map((pack) => pack.name),
  )
  const hint = near === undefined ? 'hookline packs lists them' : `did you mean ${near}?`
  throw new UsageError(`there is no pack ${JSON.stringify(oneLine(name))}; ${hint}`)
}

const usedIn = ({ name }: Pack, entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ pack }) => pack === name)

function listed(shown: readonly Pack[], entries: readonly Entry[], style: Style): string {
  const width = Math.max(...shown.map(({ name }) => name.length))
  return shown
    .map((pack) => {
      const mark = usedIn(pack, entries).length > 0 ? style.green('●') : '○'
      return `${mark} ${style.bold(pack.name.padEnd(width))}  ${pack.description}\n`
    })
    .join('')
}

function whole(pack: Pack, entries: readonly Entry[], style: Style): string {
  const rows = Object.entries(pack.parameters)
  const lines = rows.flatMap(([key, { schema, doc, forbiddenInProject }]) => [
    `  ${style.bold(key)}  ${style.dim(typeText(schema))}`,
    `      ${doc}${forbiddenInProject === true ? " A workspace's file cannot set it." : ''}`,
    `      default: ${JSON.stringify(schema.default)}`,
  ])
  const used = usedIn(pack, entries)
  return [
    `${style.bold(pack.name)}: ${pack.description}`,
    `  ${pack.about}`,
    `  listens to ${eventsOf(pack).join(', ')}`,
    used.length === 0 ? `  not in use here: hookline add ${pack.name}` : `  in use: ${used[0]?.origin.file}`,
    '',
    ...lines,
    '',
  ].join('\n')
}

const usualOf = ({ parameters }: Pack) =>
  Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))
const eventsOf = (pack: Pack): readonly string[] => [...new Set(pack.hooks(usualOf(pack)).map(({ event }) => event))]

function typeText(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (schema.type !== 'array') return String(schema.type)
  const of = (schema.items ?? {}) as JsonObject
  return Array.isArray(of.enum) ? `list of ${of.enum.join(' | ')}` : 'list of texts'
}

const asJson = (pack: Pack, entries: readonly Entry[]): object => ({
  name: pack.name,
  description: pack.description,
  used: usedIn(pack, entries).map(({ id }) => id),
  parameters: pack.parameters,
  events: eventsOf(pack),
})
