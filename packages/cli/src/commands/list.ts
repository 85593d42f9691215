/** `hookline list`: lists the active hooks in order of priority. */
import { type EditionRow, editions } from '@hookline/core'
import { callsHookline, compose, type Entry, gateOf, type Problem, policyOf } from '@hookline/core/node'
import { eventNames, eventRows } from '@hookline/core/protocol'
import { connectable } from '../connect/agents-here.ts'
import { connectionsOf } from '../connect/connections.ts'
import { fileObstacles, obstacleText } from '../connect/obstacles.ts'
import { activeHooks, findUncalled, uncalledText } from '../connect/uncalled.ts'
import { describeAllUnmatched } from '../explain/unmatched-text.ts'
import { readDirectory, readEdition, readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findAllHookRoots, findRoot, isInside, rootMarksText, shownPath } from '../paths.ts'
import { readRootTrust } from '../root-trust.ts'
import {
  afterBudget,
  counted,
  labelOf,
  locationOf,
  quoted,
  rootsText,
  untrustedRoots,
  verifyText,
  whyText,
  widest,
} from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'
import { shortTime } from '../text/when.ts'

export const help = `Usage: hookline list [options]

Lists the configured hooks by event, in order of priority: whether each one runs
(and if not, why), its source, file and line, its trust, and its settings. Hooks
of directories below the workspace are listed too. They apply to what is inside.
The entries with which an agent calls Hookline are not hooks. They are counted
in one line for each file of an agent.

  --cwd <dir>           start in this directory. The workspace is the nearest
                        parent with ${rootMarksText}
  --edition <e>         read the files like that version: 2.3, 2.4, 3 or
                        hookline
  --experiment <flag>   enable an experiment of an edition; repeat for several
  --calls               list each entry with which an agent calls Hookline
  --json                { "entries": [ … ], "notConnected": [ ids ], "roots":
                        [ { root, trust } ] }; the entries are like
                        hooks.entries of the library

Exit codes: 0 success; 64 wrong usage.

Example: hookline list --edition 2.3
`

const options = {
  cwd: { type: 'string' },
  edition: { type: 'string' },
  experiment: { type: 'string', multiple: true },
  calls: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const root = findRoot(readDirectory(values.cwd, io))
  const edition = readEdition(values.edition)
  const roots = findAllHookRoots(root)
  const { hooks, configs } = await compose({
    ...edition,
    workspaceRoots: roots,
    experiments: values.experiment ?? [],
    watch: false,
  })
  const { entries, problems } = hooks
  const trusts = readRootTrust(roots, configs)
  await hooks.close()
  const uncalled = findUncalled(entries, root, io.env)
  const active = activeHooks(entries)
  const notConnected = active.flatMap(({ id }) => {
    const why = uncalled.get(id)
    return why === undefined || why.isElsewhere === true ? [] : [id]
  })
  if (values.json === true) io.stdout.write(`${json({ entries, notConnected, roots: trusts })}\n`)
  else {
    const listOptions = {
      style: styleFor(io.stdout, io.env),
      cwd: io.cwd,
      root,
      edition: editions[edition.edition ?? 'hookline'],
      unmatched: await describeAllUnmatched(entries, root),
    }
    const shown = values.calls === true ? entries : entries.filter((entry) => !isCall(entry))
    const listed = formatEntries(shown, listOptions) + (values.calls === true ? '' : callsText(entries, io.cwd))
    io.stdout.write(listed)
    io.stderr.write(
      `${listed === '' ? '' : '\n'}${summarise(entries, problems, root, trusts.length)}` +
        rootsText(trusts, io) +
        uncalledText(active, uncalled),
    )
  }
  return exits.fine
}

/** One line for each file with which an agent calls Hookline. */
function callsText(entries: readonly Entry[], cwd: string): string {
  const files = connectable.flatMap((agent) => {
    const calls = connectionsOf(agent, entries)
    return [...new Set(calls.flatMap(({ origin }) => origin.file ?? []))].map((file) => {
      const events = new Set(calls.filter(({ origin }) => origin.file === file).map(({ event }) => event))
      return { title: agent.title, file: oneLine(shownPath(file, cwd)), events: events.size }
    })
  })
  if (files.length === 0) return ''
  const width = widest(files.map(({ title }) => title))
  const rows = files.map(
    ({ title, file, events }) => `  call  ${title.padEnd(width)}  ${file}, ${counted(events, 'event')}\n`,
  )
  return `\nAgents that call Hookline\n${rows.join('')}`
}

interface ListOptions {
  readonly style: Style
  readonly cwd: string
  readonly root: string
  readonly edition: EditionRow
  /** By entry id, why its matcher has matched no event so far. */
  readonly unmatched: ReadonlyMap<string, string>
}

function formatEntries(entries: readonly Entry[], listOptions: ListOptions): string {
  const ofEvents = eventNames.map((name) => entries.filter((entry) => entry.event === name))
  return ofEvents
    .filter((list) => list.length > 0)
    .map((list) => formatEvent(list, listOptions))
    .join('\n')
}

function formatEvent(entries: readonly Entry[], { style, cwd, root, edition, unmatched }: ListOptions): string {
  const width = widest(entries.map(labelOf))
  const locations = entries.map((entry) => locationOf(entry, cwd))
  const lines = entries.flatMap((entry, at) => [
    [
      `  ${stateOf(entry, style)}`,
      labelOf(entry).padEnd(width),
      style.dim((locations[at] ?? '').padEnd(widest(locations, 80))),
      [...factsOf(entry, edition), ...reachOf(entry, root, cwd)].join(' · '),
    ].join('  '),
    ...(entry.held === undefined ? [] : [`        ${isCall(entry) ? entry.held.detail : whyText(entry.held)}`]),
    ...(entry.disabledRules ?? []).map((rule) => `        ${offText(entry, rule)}`),
    ...(entry.broken === undefined ? [] : [`        ${oneLine(entry.broken.message)}`]),
    ...(entry.unrunnable === undefined ? [] : [`        ${oneLine(entry.unrunnable.message)}`]),
    ...[unmatched.get(entry.id) ?? []].flat().map((text) => `        ${style.yellow(oneLine(text))}`),
  ])
  return `${style.bold(entries[0]?.event ?? '')}\n${lines.join('\n')}\n`
}

function offText({ pack }: Entry, { id, until }: NonNullable<Entry['disabledRules']>[number]): string {
  const end = until === undefined ? '' : ` until ${shortTime(new Date(until), new Date())}`
  return `the rule ${id} is off${end}; run: hookline enable ${pack}/${id}`
}

/** Whether the entry is not a hook but the command with which the agent calls Hookline. */
const isCall = (entry: Entry): boolean => entry.broken === undefined && callsHookline(entry)

function stateOf(entry: Entry, style: Style): string {
  if (isCall(entry)) return 'call'
  if (entry.held !== undefined) return style.yellow('skip')
  if (entry.unrunnable !== undefined) return style.red('fail')
  return entry.broken === undefined ? style.green('runs') : style.red('deny')
}

function factsOf(entry: Entry, edition: EditionRow): readonly string[] {
  if (entry.broken !== undefined) return ['refuses everything']
  return isCall(entry) ? [entry.trust] : [entry.trust, ...settingsOf(entry, edition)]
}

/** Hooks of a directory below the workspace see only events inside it. */
const reachOf = ({ origin }: Entry, root: string, cwd: string): readonly string[] =>
  origin.root !== undefined && isInside(origin.root, root) ? [`only in ${oneLine(shownPath(origin.root, cwd))}`] : []

/** The settings of an entry, and those defaults that matter for its event. */
function settingsOf(entry: Entry, edition: EditionRow): readonly string[] {
  const row = eventRows[entry.event]
  const gate = gateOf(edition, entry.event, row.gate)
  return [
    ...(entry.type === 'prompt' ? [`asks ${entry.model === undefined ? 'a model' : oneLine(entry.model)}`] : []),
    ...(entry.verify === undefined ? [] : [verifyText(entry.verify)]),
    ...(entry.type === 'command' || entry.type === 'prompt' ? [] : [entry.pack === undefined ? entry.type : 'pack']),
    ...(entry.matcher === undefined ? [] : [`matcher ${oneLine(JSON.stringify(entry.matcher))}`]),
    `timeout ${entry.timeoutMs / 1000} s`,
    ...(gate.kind === 'none' ? [] : [`fails ${policyOf(entry, { row }, edition, gate)}`]),
    ...(row.loops ? [entry.loopLimit === null ? 'no loop limit' : `loop limit ${entry.loopLimit}`] : []),
    ...(entry.checkedFiles === undefined ? [] : ['from a checked copy']),
    ...budgetOf(entry, edition),
    ...(entry.order === undefined ? [] : [`order ${entry.order}`]),
    ...(entry.async === true ? ['in the background'] : []),
    ...(entry.sandbox === undefined || entry.sandbox === 'none' ? [] : [`sandbox ${entry.sandbox}`]),
    ...(entry.monitor ? ['monitor only'] : []),
    ...(entry.onlyRestricts === true ? ['only denies or asks until trusted'] : []),
  ]
}

/** With what happens then, where that differs from any other failure. */
function budgetOf(entry: Entry, edition: EditionRow): readonly string[] {
  const then = afterBudget(entry, edition)
  if (then === undefined) return []
  return [`budget of the event ${entry.budgetMs} ms${then === 'refuses' ? ', then denies' : ''}`]
}

function summarise(entries: readonly Entry[], problems: readonly Problem[], root: string, directories: number): string {
  const calls = entries.filter(isCall).length
  const hooks = entries.filter((entry) => entry.broken === undefined && !isCall(entry))
  const files = fileObstacles({ problems, entries })
  const skipped = hooks.filter((entry) => entry.held !== undefined).length
  const closed = entries.filter((entry) => entry.broken !== undefined).length
  const none = files.length === 0 ? 'no hooks are configured' : 'no hooks were read'
  const count = hooks.length === 0 ? none : counted(hooks.length, 'hook')
  return [
    `${oneLine(root)}: ${count}${skipped === 0 ? '' : `, ${skipped} of them skipped`}${closed === 0 ? '' : `; ${counted(closed, 'gate is', 'gates are')} closed`}${calls === 0 ? '' : `; ${counted(calls, 'entry calls', 'entries call')} Hookline`}`,
    ...files.map((one) => `${obstacleText(one)}\n  → ${one.next}`),
    ...(hooks.length === 0 && files.length === 0 ? ['To set some up: hookline init'] : []),
    // With several directories, the list of them has the command for each.
    ...(directories > 1 ? [] : untrustedRoots(entries)).map(
      (one) => `To review the hooks of this workspace and trust them: hookline trust add ${quoted(oneLine(one))}`,
    ),
    ...(problems.length === 0
      ? []
      : [`${counted(problems.length, 'problem')} in the hook files. To see them: hookline check`]),
    '',
  ].join('\n')
}
