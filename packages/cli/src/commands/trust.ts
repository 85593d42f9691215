/** `hookline trust`: whose hooks may run. What would run is shown before it is trusted. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TrustCommand, TrustFinding, TrustRecord } from '@hookline/core/node'
import { canAsk, confirm } from '../confirm.ts'
import { counted, quoted } from '../entry-text.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findRoot, rootMarksText } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { type Style, styleFor } from '../style.ts'
import { pluginDifferences } from '../trust/differences.ts'
import { lookAt } from '../trust/look-at.ts'
import { preview } from '../trust/preview.ts'
import { shortTime } from '../when.ts'

export const help = `Usage: hookline trust add [dir] [--yes] [--follow] | remove [dir] | list [--json]

Hooks that a workspace brings along run only when it is trusted. Trust is kept outside
the workspace and bound to its hook files as they are written (a comment counts too) and
to the scripts they name: after a change they do not run, and the gates they held refuse,
until you add it again.

  add       show what would run (after a change: what changed), ask, and trust it
  remove    forget it: its hooks no longer run
  list      what is trusted, and whether it still is what was approved

  [dir]       the workspace; without it the nearest directory upward that holds
              ${rootMarksText}
  --yes       do not ask (needed where there is no terminal)
  --follow    for your own repository: later changes are accepted as they come
  --json      list: { "roots": [ { root, state, follow, at, gates, items, files } ] }

Exit codes: 0 done, 1 not trusted (or nothing to do), 64 wrong usage.

Example: hookline trust add . --yes
`

const options = {
  yes: { type: 'boolean', short: 'y' },
  follow: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const actions: Readonly<Record<TrustCommand, { readonly flags: readonly string[]; readonly act: Act }>> = {
  add: { flags: ['yes', 'follow'], act: add },
  remove: { flags: [], act: remove },
  list: { flags: ['json'], act: list },
}
type Act = (directory: string | undefined, flags: Flags, io: Io) => Promise<number>
interface Flags {
  readonly yes?: boolean | undefined
  readonly follow?: boolean | undefined
  readonly json?: boolean | undefined
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 2)
  const [name = '', directory] = positionals
  const action = Object.hasOwn(actions, name) ? actions[name as TrustCommand] : undefined
  if (action === undefined)
    throw new UsageError(
      name === '' ? 'add, remove or list?' : `there is no "trust ${oneLine(name)}": add, remove or list`,
    )
  const stray = Object.keys(values).find((flag) => !action.flags.includes(flag))
  if (stray !== undefined) throw new UsageError(`--${stray} means nothing to "trust ${name}"`)
  if (name === 'list' && directory !== undefined) throw new UsageError('"trust list" takes no directory')
  return action.act(directory, values, io)
}

async function add(directory: string | undefined, { yes, follow = false }: Flags, io: Io): Promise<number> {
  const root = directory === undefined ? findRoot(io.cwd) : readDirectory(directory, io)
  const { finding, store } = await lookAt(root)
  const shown = oneLine(root)
  if (finding.content.items.length === 0 && finding.approved === undefined && !follow) {
    io.stderr.write(`${shown} has no hooks of its own: there is nothing to trust.\n`)
    return exits.finding
  }
  if (isSettled(finding, follow)) {
    io.stderr.write(
      `${shown} is already ${finding.state === 'followed' ? 'followed' : 'trusted'}, and nothing changed.\n`,
    )
    return exits.fine
  }
  io.stdout.write(preview(finding, store, { style: styleFor(io.stdout, io.env), cwd: io.cwd }))
  if (finding.content.excess !== undefined) {
    io.stderr.write(`${shown} cannot be trusted: ${finding.content.excess}.\n`)
    return exits.finding
  }
  const agreed = yes === true || (await asked(follow, io))
  if (!agreed) {
    io.stderr.write(`${shown} was not trusted; nothing was changed.\n`)
    return exits.finding
  }
  store.add(finding.content, { follow })
  io.stderr.write(
    follow
      ? `Trusted, and followed: later changes in ${shown} are accepted without asking.\n`
      : `Trusted. After any change of these entries or scripts: hookline trust add ${quoted(shown)}\n`,
  )
  return exits.fine
}

const isSettled = ({ state, content, approved }: TrustFinding, follow: boolean): boolean =>
  state === (follow ? 'followed' : 'trusted') &&
  (follow || approved === undefined || pluginDifferences(content, approved).length === 0)

async function asked(follow: boolean, io: Io): Promise<boolean> {
  if (!canAsk(io))
    throw new UsageError('there is no terminal to ask at; look at what would run, above, and add --yes to trust it')
  return confirm(io, follow ? 'Trust these hooks and all later changes of them?' : 'Trust these hooks?')
}

async function remove(directory: string | undefined, _flags: Flags, io: Io): Promise<number> {
  // It may be gone already, and must still be forgettable.
  const root = directory === undefined ? findRoot(io.cwd) : resolve(io.cwd, directory)
  const { store } = await lookAt(root)
  const removed = store.remove(root)
  io.stderr.write(removed ? `${oneLine(root)} is no longer trusted.\n` : `${oneLine(root)} was not trusted.\n`)
  return removed ? exits.fine : exits.finding
}

async function list(_directory: string | undefined, { json: asJson }: Flags, io: Io): Promise<number> {
  const { store } = await lookAt(io.cwd)
  const roots = await Promise.all(store.list().map(async (record) => ({ ...record, state: await stateOf(record) })))
  for (const problem of store.problems()) io.stderr.write(`${oneLine(problem.message)}\n`)
  if (asJson === true) io.stdout.write(`${json({ roots })}\n`)
  else if (roots.length === 0) io.stderr.write('No workspace is trusted. To trust one: hookline trust add <dir>\n')
  else io.stdout.write(`${roots.map((root) => rowOf(root, styleFor(io.stdout, io.env))).join('\n')}\n`)
  return exits.fine
}

type State = TrustFinding['state'] | 'gone'
const stateOf = async ({ root }: TrustRecord): Promise<State> =>
  existsSync(root) ? (await lookAt(root)).finding.state : 'gone'

const words: Readonly<Record<State, string>> = {
  trusted: 'as approved',
  followed: 'later changes are accepted as they come',
  changed: 'changed since: its hooks do not run, the gates they held then refuse: hookline trust add',
  untrusted: 'not trusted',
  gone: 'the directory is no longer there',
}

function rowOf({ root, state, at, items }: TrustRecord & { readonly state: State }, style: Style): string {
  const colour = state === 'trusted' ? style.green : style.yellow
  const entries = items.filter(({ event }) => event !== undefined).length
  const facts = `${counted(entries, 'entry', 'entries')} approved ${shortTime(new Date(at), new Date())}`
  return `${colour(state.padEnd(8))}  ${oneLine(root)}  ${style.dim(`${facts} · ${words[state]}`)}`
}
