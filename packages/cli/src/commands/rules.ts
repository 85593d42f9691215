/** `hookline rules`: lists the rules of the packs, what each of them does now, and an example that it catches. */

import { type Entry, nearest } from '@hookline/core/node'
import type { Pack, PackRule } from '@hookline/core/sdk'
import { packs } from '@hookline/packs'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { readEntries } from '../switch/find-entry.ts'
import { locationOf, whyText, widest } from '../text/entry-text.ts'
import { clip, json, oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import { findPack } from './packs.ts'

export const help = `Usage: hookline rules [pack | pack/rule] [options]

Lists the rules of every pack, or of one, or one rule: what it does now, and an
example that it catches. * marks a rule whose level is set in the file; the
others have their default. A rule without a star of a pack that is not in use
shows what it would do.

  deny      refuses
  ask       asks a person
  allow     lets it pass
  monitor   records what it would have decided, and lets it pass

To set a rule: hookline add <pack> --set rules.<rule>=<level>
To turn a rule off for a while: hookline disable <pack>/<rule> --for 30m

  --cwd <dir>    start in this directory. The workspace is the nearest
                 parent with ${rootMarksText}
  --json         { "rules": [ { id, pack, rule, level, from, used, source, file,
                   line, catches, event, example } ] }; from is "default",
                   "file" or "disabled"

Exit codes: 0 success; 64 wrong usage.

Example: hookline rules git-policy
`

const options = { cwd: { type: 'string' }, json: { type: 'boolean' } } as const

/** A pack as one file configures it, or as it would be by default. */
interface Configured {
  readonly pack: Pack
  readonly entry?: Entry
  readonly lines: readonly RuleLine[]
}
interface RuleLine {
  readonly rule: PackRule
  readonly level: string
  readonly from: 'default' | 'file' | 'disabled'
  readonly until?: number
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const [name, ruleId] = positionals[0]?.split('/', 2) ?? []
  const shown = name === undefined ? packs : [findPack(name)]
  const entries = await readEntries(findRoot(readDirectory(values.cwd, io)))
  const listed = shown.flatMap((pack) => configurationsOf(pack, entries))
  const all = ruleId === undefined ? listed : listed.map((one) => withOnly(ruleId, one))
  if (values.json === true) io.stdout.write(`${json({ rules: all.flatMap(asJson) })}\n`)
  else if (all.length === 0) io.stderr.write(`${name} has no rules: it refuses nothing.\n`)
  else {
    const style = styleFor(io.stdout, io.env)
    io.stdout.write(all.map((one) => format(one, name !== undefined, style, io.cwd)).join('\n'))
    const [pack, rule] = name === undefined ? ['<pack>', '<rule>'] : [name, all[0]?.lines[0]?.rule.id ?? '<rule>']
    io.stderr.write(`\nTo set a rule: hookline add ${pack} --set rules.${rule}=ask\n`)
  }
  return exits.fine
}

function withOnly(id: string, { lines, ...one }: Configured): Configured {
  const found = lines.filter(({ rule }) => rule.id === id)
  if (found.length > 0) return { ...one, lines: found }
  const pack = one.pack.name
  const near = nearest(
    id,
    lines.map(({ rule }) => rule.id),
  )
  const hint = near === undefined ? `To list its rules: hookline rules ${pack}` : `Did you mean ${pack}/${near}?`
  throw new UsageError(`${pack} has no rule ${JSON.stringify(oneLine(id))}. ${hint}`)
}

/** One for each file that has the pack. */
function configurationsOf(pack: Pack, entries: readonly Entry[]): readonly Configured[] {
  const rules = pack.rules?.()
  if (rules === undefined) return []
  const byFile = new Map<string, Entry[]>()
  for (const entry of entries)
    if (entry.pack === pack.name && entry.packRules !== undefined) {
      const key = `${entry.origin.source}\0${entry.origin.file}`
      byFile.set(key, [...(byFile.get(key) ?? []), entry])
    }
  if (byFile.size === 0) {
    const usual = Object.fromEntries(Object.entries(pack.parameters).map(([key, { schema }]) => [key, schema.default]))
    return [{ pack, lines: rules.map((rule) => ({ rule, level: rule.levelWith(usual), from: 'default' })) }]
  }
  return [...byFile.values()].flatMap((own) => {
    const [entry] = own
    return entry === undefined ? [] : [{ pack, entry, lines: linesOf(entry, rules) }]
  })
}

function linesOf(entry: Entry, rules: readonly PackRule[]): readonly RuleLine[] {
  const states = new Map(entry.packRules?.().map((state) => [state.id, state]))
  return rules.map((rule) => {
    const off = entry.disabledRules?.find(({ id }) => id === rule.id)
    const state = states.get(rule.id)
    if (off !== undefined)
      return { rule, level: 'allow', from: 'disabled', ...(off.until === undefined ? {} : { until: off.until }) }
    return { rule, level: state?.level ?? 'allow', from: state?.isSet === true ? 'file' : 'default' }
  })
}

function format({ pack, entry, lines }: Configured, withCatches: boolean, style: Style, cwd: string): string {
  const width = widest(lines.map(({ rule }) => rule.id))
  const levels = lines.map(levelText)
  const column = widest(levels)
  const rows = lines.map(({ rule, level }, at) => {
    const example = style.dim(clip(oneLine(rule.example.says), 90))
    const text = (levels[at] ?? '').padEnd(column)
    const shown = level === 'deny' ? style.red(text) : level === 'ask' ? style.yellow(text) : text
    const head = `  ${shown}  ${rule.id.padEnd(width)}`
    return withCatches ? `${head}  ${rule.catches}\n${' '.repeat(column + width + 6)}${example}` : `${head}  ${example}`
  })
  const where = entry === undefined ? 'not in use here' : `${locationOf(entry, cwd)}${stateText(entry)}`
  return `${style.bold(pack.name)}  ${style.dim(where)}\n${rows.join('\n')}\n`
}

const levelText = ({ level, from, until }: RuleLine): string =>
  from === 'disabled'
    ? `off${until === undefined ? '' : ` until ${shortTime(new Date(until), new Date())}`}`
    : `${level}${from === 'file' ? ' *' : ''}`

const stateText = ({ held, monitor }: Entry): string =>
  `${held === undefined ? '' : `, ${whyText(held)}`}${monitor ? ', monitor only' : ''}`

const asJson = ({ pack, entry, lines }: Configured): readonly object[] =>
  lines.map(({ rule, level, from, until }) => ({
    id: `${pack.name}/${rule.id}`,
    pack: pack.name,
    rule: rule.id,
    level,
    from,
    ...(until === undefined ? {} : { until: new Date(until).toISOString() }),
    used: entry !== undefined,
    ...(entry === undefined
      ? {}
      : { source: entry.origin.source, file: entry.origin.file, line: entry.origin.line, state: entry.held?.why }),
    catches: rule.catches,
    event: rule.example.event,
    example: rule.example.says,
  }))
