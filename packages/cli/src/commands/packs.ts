/** `hookline packs`: lists the ready-made packs and their parameters. */

import { type Entry, nearest } from '@hookline/core/node'
import type { JsonObject } from '@hookline/core/protocol'
import type { Pack } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { readEntries } from '../switch/find-entry.ts'
import { json, oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'

export const help = `Usage: hookline packs [name] [options]

Lists the ready-made packs. With a name, shows the parameters of that pack,
their defaults and its events. ● marks the packs in use here.

  --cwd <dir>    start in this directory. The workspace is the nearest parent
                 with ${rootMarksText}
  --json         { "packs": [ { name, description, used, parameters,
                 events } ] }

Exit codes: 0 success; 64 wrong usage.

Example: hookline packs shell-guard
`

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 3)
  const [name, ...rest] = positionals
  if (name === 'verify') throw new UsageError('the pack audit has no log of its own any more: hookline log verify')
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(rest[0])}`)
  const shown = name === undefined ? packs : [findPack(name)]
  const entries = await readEntries(findRoot(readDirectory(values.cwd, io)))
  const style = styleFor(io.stdout, io.env)
  if (values.json === true) io.stdout.write(`${json({ packs: shown.map((pack) => asJson(pack, entries)) })}\n`)
  else if (name !== undefined) io.stdout.write(shown.map((pack) => formatPack(pack, entries, style)).join(''))
  else {
    io.stdout.write(formatList(shown, entries, style))
    io.stderr.write('To see the parameters of a pack: hookline packs <name>\nTo use a pack: hookline add <name>\n')
  }
  return exits.fine
}

export function findPack(name: string): Pack {
  const found = packs.find((pack) => pack.name === name)
  if (found !== undefined) return found
  const near = nearest(
    name,
    packs.map((pack) => pack.name),
  )
  const hint = near === undefined ? 'To list the packs: hookline packs' : `Did you mean ${near}?`
  throw new UsageError(`unknown pack ${JSON.stringify(oneLine(name))}. ${hint}`)
}

const usedIn = ({ name }: Pack, entries: readonly Entry[]): readonly Entry[] =>
  entries.filter(({ pack }) => pack === name)

function formatList(shown: readonly Pack[], entries: readonly Entry[], style: Style): string {
  const width = Math.max(...shown.map(({ name }) => name.length))
  return shown
    .map((pack) => {
      const mark = usedIn(pack, entries).length > 0 ? style.green('●') : '○'
      return `${mark} ${style.bold(pack.name.padEnd(width))}  ${pack.description}\n`
    })
    .join('')
}

function formatPack(pack: Pack, entries: readonly Entry[], style: Style): string {
  const rows = Object.entries(pack.parameters)
  const lines = rows.flatMap(([key, { schema, doc, forbiddenInProject }]) => [
    `  ${style.bold(key)}  ${style.dim(typeText(schema))}`,
    `      ${doc}${forbiddenInProject === true ? " A workspace's file cannot set this parameter." : ''}`,
    `      default: ${JSON.stringify(schema.default)}`,
  ])
  const used = usedIn(pack, entries)
  return [
    `${style.bold(pack.name)}: ${pack.description}`,
    `  ${pack.about}`,
    `  listens to ${eventsOf(pack).join(', ')}`,
    used.length === 0 ? `  not in use here. To use it: hookline add ${pack.name}` : `  in use: ${used[0]?.origin.file}`,
    '',
    ...lines,
    '',
  ].join('\n')
}

const defaultsOf = ({ parameters }: Pack) =>
  Object.fromEntries(Object.entries(parameters).map(([key, { schema }]) => [key, schema.default]))
const eventsOf = (pack: Pack): readonly string[] => [...new Set(pack.hooks(defaultsOf(pack)).map(({ event }) => event))]

function typeText(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if (schema.type === 'object') return 'levels by rule'
  if (schema.type !== 'array') return String(schema.type)
  // `items` of a JSON Schema is a schema, and the packs' own schemas are objects.
  const items = (schema.items ?? {}) as JsonObject
  return Array.isArray(items.enum) ? `list of ${items.enum.join(' | ')}` : 'list of strings'
}

const asJson = (pack: Pack, entries: readonly Entry[]): object => ({
  name: pack.name,
  description: pack.description,
  used: usedIn(pack, entries).map(({ id }) => id),
  parameters: pack.parameters,
  events: eventsOf(pack),
})
