/** `hookline list`: the effective hooks, in the order in which they count. */
import { createHooks, type Entry, type Problem } from '@hookline/core/node'
import { type EventName, eventNames, eventRows } from '@hookline/core/protocol'
import { counted, labelOf, placeOf, quoted, untrustedRoots, whyText, widest } from '../entry-text.ts'
import { readDirectory, readEdition, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { type Style, styleFor } from '../style.ts'

export const help = `Usage: hookline list [options]

Lists the effective hooks by event, in the order in which they count: whether each
runs (and if not, why), its source, file and line, trust, and what it was given.

  --cwd <dir>           start here; the workspace is the nearest directory upward
                        that holds .cursor, .hookline, .claude or .git
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
    io.stdout.write(entries.length === 0 ? '' : listed(entries, styleFor(io.stdout, io.env), io.cwd))
    io.stderr.write(afterwards(entries, problems, root))
  }
  return exits.fine
}

function listed(entries: readonly Entry[], style: Style, cwd: string): string {
  const used = eventNames.filter((name) => entries.some((entry) => entry.event === name))
  return used
    .map((name) =>
      ofEvent(
        name,
        entries.filter((entry) => entry.event === name),
        style,
        cwd,
      ),
    )
    .join('\n')
}

function ofEvent(name: EventName, entries: readonly Entry[], style: Style, cwd: string): string {
  const width = widest(entries.map(labelOf))
  const placeWidth = widest(
    entries.map((entry) => placeOf(entry, cwd)),
    80,
  )
  const lines = entries.flatMap((entry) => [
    [
      `  ${entry.held === undefined ? style.green('runs') : style.yellow('held')}`,
      labelOf(entry).padEnd(width),
      style.dim(placeOf(entry, cwd).padEnd(placeWidth)),
      [entry.trust, ...wordsOf(entry)].join(' · '),
    ].join('  '),
    ...(entry.held === undefined ? [] : [`        ${whyText(entry.held)}`]),
    ...(entry.broken === undefined ? [] : [`        refuses: ${oneLine(entry.broken.message)}`]),
  ])
  return `${style.bold(name)}\n${lines.join('\n')}\n`
}

/** What was written down for it; what was not is said where it matters. */
function wordsOf(entry: Entry): readonly string[] {
  const row = eventRows[entry.event]
  const closed = entry.failClosed ?? row.onFailure === 'closed'
  return [
    ...(entry.type === 'command' ? [] : [entry.type]),
    ...(entry.matcher === undefined ? [] : [`matcher ${oneLine(JSON.stringify(entry.matcher))}`]),
    `timeout ${entry.timeoutMs / 1000} s`,
    ...(row.gate.kind === 'none' ? [] : [closed ? 'fails closed' : 'fails open']),
    ...(row.loops ? [entry.loopLimit === null ? 'no loop limit' : `loop limit ${entry.loopLimit}`] : []),
    ...(entry.monitor ? ['monitor only'] : []),
  ]
}

function afterwards(entries: readonly Entry[], problems: readonly Problem[], root: string): string {
  const held = entries.filter((entry) => entry.held !== undefined).length
  const count = entries.length === 0 ? 'no hooks are configured' : counted(entries.length, 'hook')
  return [
    '',
    `${oneLine(root)}: ${count}${held === 0 ? '' : `, ${held} of them held`}`,
    ...untrustedRoots(entries).map(
      (one) => `To see and trust what a workspace would run: hookline trust add ${quoted(oneLine(one))}`,
    ),
    ...(problems.length === 0 ? [] : [`${counted(problems.length, 'problem')} in the files: hookline check`]),
    '',
  ].join('\n')
}
