/** `hookline trust`: decides which workspaces may run their hooks. It shows what would run before it trusts it. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  compose,
  type Entry,
  type TrustCommand,
  type TrustFinding,
  type TrustRecord,
  type TrustStore,
} from '@hookline/core/node'
import { canAsk, confirm } from '../confirm.ts'
import { noSuchCommand, readDirectory, readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { findAllHookRoots, findRoot, rootMarksText } from '../paths.ts'
import { type RootTrust, readRootTrust } from '../root-trust.ts'
import { counted, quoted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { type Style, styleFor } from '../text/style.ts'
import { shortTime } from '../text/when.ts'
import { preview } from '../trust/preview.ts'
import { readTrust } from '../trust/read-trust.ts'
import { differences, pluginDifferences } from '../trust-differences.ts'

export const help = `Usage: hookline trust add [dir] [options] | remove [dir] | list [--json]

The scripts, modules and prompts of a workspace run only after you trust it. Its
rules and the packs that only judge run before that too, but can only deny or
ask. Trust is stored outside the workspace and covers the exact text of its hook
files (comments too) and the scripts they name. After a change they do not run,
and the gates they guarded deny, until you run trust add again.

  add         show what would run (after a change: a diff of what changed), ask,
              and trust it. The texts of files up to 256 KiB are kept for the
              diff
  remove      forget it, so that its hooks no longer run
  list        list the trusted workspaces and whether they have changed, and, if
              several directories of this workspace have hooks, those that are
              not trusted. Each directory is trusted separately

  [dir]       the workspace; default: the nearest parent with
              ${rootMarksText}
  --yes       do not ask (required without a terminal)
  --follow    for your own repository: accept later changes without asking
  --all       show every hook, not only what changed
  --json      list: { "roots": [ { root, state, follow, at, gates, items,
              files } ], "untrusted": [ dirs ] }; add: { root, state, hooks,
              changes: [ { sign, text, diff } ], trusted }, and it does not ask

Exit codes: 0 done; 1 not trusted, or nothing to do; 64 wrong usage.

Example: hookline trust add . --yes
`

const options = {
  yes: { type: 'boolean', short: 'y' },
  follow: { type: 'boolean' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const actions: Readonly<Record<TrustCommand, { readonly flags: readonly string[]; readonly act: TrustAction }>> = {
  add: { flags: ['yes', 'follow', 'all', 'json'], act: add },
  remove: { flags: [], act: remove },
  list: { flags: ['json'], act: list },
}
type TrustAction = (directory: string | undefined, flags: Flags, io: Io) => Promise<number>
interface Flags {
  readonly yes?: boolean | undefined
  readonly follow?: boolean | undefined
  readonly all?: boolean | undefined
  readonly json?: boolean | undefined
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 2)
  const [name = '', directory] = positionals
  // `hasOwn` shows that the name is a key of the table.
  const action = Object.hasOwn(actions, name) ? actions[name as TrustCommand] : undefined
  if (action === undefined) throw noSuchCommand('trust', name, Object.keys(actions))
  const stray = Object.keys(values).find((flag) => !action.flags.includes(flag))
  if (stray !== undefined) throw new UsageError(`--${stray} does not work with "trust ${name}"`)
  if (name === 'list' && directory !== undefined) throw new UsageError('"trust list" does not take a directory')
  return action.act(directory, values, io)
}

async function add(
  directory: string | undefined,
  { yes, follow = false, all, json: asJson }: Flags,
  io: Io,
): Promise<number> {
  const root = directory === undefined ? findRoot(io.cwd) : readDirectory(directory, io)
  const { finding, store, entries } = await readTrust(root)
  const commands = findForeignCommands(entries, finding)
  const shown = oneLine(root)
  const settled = isSettled(finding, follow)
  const nothing =
    finding.content.items.length === 0 && finding.approved === undefined && !follow && commands.length === 0
  if (asJson === true) io.stdout.write(`${json(addReport(finding, store, !nothing && (yes === true || settled)))}\n`)
  if (nothing) {
    io.stderr.write(`${shown} has no hooks of its own, so there is nothing to trust.\n`)
    return exits.finding
  }
  if (settled) {
    io.stderr.write(
      `${shown} is already ${finding.state === 'followed' ? 'followed' : 'trusted'}, and nothing has changed.\n`,
    )
    return exits.fine
  }
  if (asJson !== true) {
    io.stdout.write(preview(finding, store, { style: styleFor(io.stdout, io.env), cwd: io.cwd, all: all === true }))
    io.stdout.write(foreignText(commands))
  }
  if (finding.content.excess !== undefined) {
    io.stderr.write(`${shown} cannot be trusted: ${finding.content.excess}.\n`)
    return exits.finding
  }
  const agreed = yes === true || (asJson !== true && (await confirmTrust(follow, io)))
  if (!agreed) {
    io.stderr.write(`${shown} was not trusted. Nothing was changed.\n`)
    return exits.finding
  }
  store.add(finding.content, { follow })
  io.stderr.write(
    follow
      ? `Trusted. Later changes in ${shown} are accepted without asking.\n`
      : `Trusted. After a change to these entries or scripts, run again: hookline trust add ${quoted(shown)}\n`,
  )
  return exits.fine
}

/** What the models of hooks from elsewhere may run here. Such a command may run code of the workspace. */
function findForeignCommands(entries: readonly Entry[], { request }: TrustFinding): readonly string[] {
  const own = new Set(request.entries.map(({ id }) => id))
  return [...new Set(entries.filter(({ id }) => !own.has(id)).flatMap(({ verify }) => verify?.commands ?? []))]
}

const foreignText = (commands: readonly string[]): string =>
  commands.length === 0
    ? ''
    : [
        'Hooks that are not from this workspace let their model run commands in it. Once it is trusted, they need no strict sandbox:',
        ...commands.map((command) => `  $ ${oneLine(command)}`),
        '',
        '',
      ].join('\n')

function addReport({ content, request, state, approved }: TrustFinding, store: TrustStore, trusted: boolean): object {
  return {
    root: request.root,
    state,
    hooks: content.items,
    changes: approved === undefined ? [] : differences(content, approved, store.keptText),
    trusted: trusted && content.excess === undefined,
  }
}

const isSettled = ({ state, content, approved }: TrustFinding, follow: boolean): boolean =>
  state === (follow ? 'followed' : 'trusted') &&
  (follow || approved === undefined || pluginDifferences(content, approved).length === 0)

async function confirmTrust(follow: boolean, io: Io): Promise<boolean> {
  if (!canAsk(io))
    throw new UsageError('there is no terminal to ask at. Review the hooks above, then add --yes to trust them')
  return confirm(io, follow ? 'Trust these hooks and all later changes to them?' : 'Trust these hooks?')
}

async function remove(directory: string | undefined, _flags: Flags, io: Io): Promise<number> {
  // The directory may no longer exist, but its trust must still be removable.
  const root = directory === undefined ? findRoot(io.cwd) : resolve(io.cwd, directory)
  const { store } = await readTrust(root)
  const removed = store.remove(root)
  io.stderr.write(removed ? `${oneLine(root)} is no longer trusted.\n` : `${oneLine(root)} was not trusted.\n`)
  return removed ? exits.fine : exits.finding
}

async function list(_directory: string | undefined, { json: asJson }: Flags, io: Io): Promise<number> {
  const { store } = await readTrust(io.cwd)
  const roots = await Promise.all(store.list().map(async (record) => ({ ...record, state: await stateOf(record) })))
  for (const problem of store.problems()) io.stderr.write(`${oneLine(problem.message)}\n`)
  const here = await readWorkspace(io)
  const untrusted = here.flatMap(({ root, trust }) => (trust === 'untrusted' ? [root] : []))
  if (asJson === true) {
    io.stdout.write(`${json({ roots, untrusted })}\n`)
    return exits.fine
  }
  const style = styleFor(io.stdout, io.env)
  // A workspace with one directory is not news to the person in it.
  const shown = here.length > 1 ? untrusted : []
  const rows = [...roots.map((root) => formatRow(root, style)), ...shown.map((root) => formatUntrusted(root, style))]
  if (roots.length === 0) io.stderr.write('No workspace is trusted. To trust one: hookline trust add <dir>\n')
  io.stdout.write(rows.map((row) => `${row}\n`).join(''))
  return exits.fine
}

/** The directories of this workspace with hooks, and their trust. */
async function readWorkspace(io: Io): Promise<readonly RootTrust[]> {
  const roots = findAllHookRoots(findRoot(io.cwd))
  const { hooks, configs } = await compose({ workspaceRoots: roots, watch: false })
  const found = readRootTrust(roots, configs)
  await hooks.close()
  return found
}

const formatUntrusted = (root: string, style: Style): string =>
  `${style.yellow('untrusted')} ${oneLine(root)}  ${style.dim(`in this workspace. To review: hookline trust add ${quoted(oneLine(root))}`)}`

type ListState = TrustFinding['state'] | 'gone'
const stateOf = async ({ root }: TrustRecord): Promise<ListState> =>
  existsSync(root) ? (await readTrust(root)).finding.state : 'gone'

const stateLabels: Readonly<Record<ListState, string>> = {
  trusted: 'unchanged',
  followed: 'later changes are accepted',
  changed: 'changed since, so its hooks do not run and their gates deny',
  untrusted: 'not trusted',
  gone: 'the directory no longer exists',
}

function formatRow({ root, state, at, items }: TrustRecord & { readonly state: ListState }, style: Style): string {
  const colour = state === 'trusted' ? style.green : style.yellow
  const entries = items.filter(({ event }) => event !== undefined).length
  const facts = `${counted(entries, 'entry', 'entries')} approved ${shortTime(new Date(at), new Date())}`
  const next = state === 'changed' ? `. To review: hookline trust add ${quoted(oneLine(root))}` : ''
  return `${colour(state.padEnd(8))}  ${oneLine(root)}  ${style.dim(`${facts} · ${stateLabels[state]}${next}`)}`
}
