/** `hookline list`: the effective hooks, in the order in which they count. */
import { type EditionRow, editions } from '@hookline/core'
import { callsHookline, createHooks, type Entry, gateOf, type Problem, policyOf } from '@hookline/core/node'
import { eventNames, eventRows } from '@hookline/core/protocol'
import { counted, labelOf, placeOf, quoted, untrustedRoots, whyText, widest } from '../entry-text.ts'
import { readDirectory, readEdition, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { type Style, styleFor } from '../style.ts'

export const help = `Usage: hookline list [options]

Lists the effective hooks by event, in the order in which they count: whether each
runs (and if not, why), its source, file and line, trust, and what it was given.

  --cwd <dir>           start here; the workspace is the nearest directory upward
                        that holds ${rootMarksText}
  --edition <e>         as that version reads the files: 2.3, 2.4, 3 or hookline
  --experiment <flag>   switch on an experiment of an edition; may be repeated
  --json                { "entries": [ … ] }, as the library's hooks.entries

Exit codes: 0, 64 wrong usage.

Example: hookline list --edition 2.3
`

const options = {
  cwd: { type: 'string' },
  edition: { type: 'string' },
  experiment: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const edition = readEdition(values.edition)
  const hooks = await createHooks({
    ...edition,
    workspaceRoots: [root],
    experiments: values.experiment ?? [],
    watch: false,
  })
  const { entries, problems } = hooks
  await hooks.close()
  if (values.json === true) io.stdout.write(`${json({ entries })}\n`)
  else {
    const look = {
      style: styleFor(io.stdout, io.env),
      cwd: io.cwd,
      edition: editions[edition.edition ?? 'hookline'],
    }
    io.stdout.write(entries.length === 0 ? '' : listed(entries, look))
    io.stderr.write(afterwards(entries, problems, root))
  }
  return exits.fine
}

interface Look {
  readonly style: Style
  readonly cwd: string
  readonly edition: EditionRow
}

function listed(entries: readonly Entry[], look: Look): string {
  const ofEvents = eventNames.map((name) => entries.filter((entry) => entry.event === name))
  return ofEvents
    .filter((list) => list.length > 0)
    .map((list) => group(list, look))
    .join('\n')
}

function group(entries: readonly Entry[], look: Look): string {
  const { style, cwd } = look
  const width = widest(entries.map(labelOf))
  const places = entries.map((entry) => placeOf(entry, cwd))
  const lines = entries.flatMap((entry, at) => [
    [
      `  ${stateOf(entry, style)}`,
      labelOf(entry).padEnd(width),
      style.dim((places[at] ?? '').padEnd(widest(places, 80))),
      factsOf(entry, look.edition).join(' · '),
    ].join('  '),
    ...(entry.held === undefined ? [] : [`        ${isCall(entry) ? entry.held.detail : whyText(entry.held)}`]),
    ...(entry.broken === undefined ? [] : [`        ${oneLine(entry.broken.message)}`]),
    ...(entry.unrunnable === undefined ? [] : [`        ${oneLine(entry.unrunnable.message)}`]),
  ])
  return `${style.bold(entries[0]?.event ?? '')}\n${lines.join('\n')}\n`
}

/** Not a hook of ours: the agent's way to Hookline. */
const isCall = (entry: Entry): boolean => entry.held?.why === 'host-owned' && callsHookline(entry)

function stateOf(entry: Entry, style: Style): string {
  if (isCall(entry)) return 'call'
  if (entry.held !== undefined) return style.yellow('held')
  if (entry.unrunnable !== undefined) return style.red('fail')
  return entry.broken === undefined ? style.green('runs') : style.red('deny')
}

function factsOf(entry: Entry, edition: EditionRow): readonly string[] {
  if (entry.broken !== undefined) return ['refuses everything']
  return isCall(entry) ? [entry.trust] : [entry.trust, ...wordsOf(entry, edition)]
}

/** What was written down for it; what was not is said where it matters. */
function wordsOf(entry: Entry, edition: EditionRow): readonly string[] {
  const row = eventRows[entry.event]
  const gate = gateOf(edition, entry.event, row.gate)
  return [
    ...(entry.type === 'prompt' ? [`asks ${entry.model === undefined ? 'a model' : oneLine(entry.model)}`] : []),
    ...(entry.type === 'command' || entry.type === 'prompt' ? [] : [entry.pack === undefined ? entry.type : 'pack']),
    ...(entry.matcher === undefined ? [] : [`matcher ${oneLine(JSON.stringify(entry.matcher))}`]),
    `timeout ${entry.timeoutMs / 1000} s`,
    ...(gate.kind === 'none' ? [] : [`fails ${policyOf(entry, { row }, edition, gate)}`]),
    ...(row.loops ? [entry.loopLimit === null ? 'no loop limit' : `loop limit ${entry.loopLimit}`] : []),
    ...(entry.monitor ? ['monitor only'] : []),
  ]
}

function afterwards(entries: readonly Entry[], problems: readonly Problem[], root: string): string {
  const calls = entries.filter(isCall).length
  const hooks = entries.filter((entry) => entry.broken === undefined && !isCall(entry))
  const held = hooks.filter((entry) => entry.held !== undefined).length
  const closed = entries.filter((entry) => entry.broken !== undefined).length
  const count = hooks.length === 0 ? 'no hooks are configured' : counted(hooks.length, 'hook')
  return [
    '',
    `${oneLine(root)}: ${count}${held === 0 ? '' : `, ${held} of them held`}${closed === 0 ? '' : `; ${counted(closed, 'gate is', 'gates are')} closed`}${calls === 0 ? '' : `; ${counted(calls, 'entry calls', 'entries call')} Hookline`}`,
    ...untrustedRoots(entries).map(
      (one) => `To see and trust what a workspace would run: hookline trust add ${quoted(oneLine(one))}`,
    ),
    ...(problems.length === 0 ? [] : [`${counted(problems.length, 'problem')} in the files: hookline check`]),
    '',
  ].join('\n')
}
