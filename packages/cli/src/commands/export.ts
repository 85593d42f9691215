/** `hookline export --to <agent>`: writes hooks into an agent's own file, where they run without Hookline. */
import { callsHookline } from '@hookline/core/node'
import { agents } from '../agents.ts'
import { readState } from '../connect/read-state.ts'
import { applyChanges, catchEditErrors, fileReports } from '../edit/apply-changes.ts'
import { isNothing } from '../edit/change.ts'
import { targetOf } from '../edit/target.ts'
import { convertHooks, type Export, exportChange } from '../export/convert.ts'
import { canExportTo } from '../export/format.ts'
import { type Verification, verifyExport } from '../export/verify.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { importable } from '../import/agent-files.ts'
import { exits, type Io } from '../io.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'

const targets = importable.filter(canExportTo)
const names = targets.map(({ name }) => name)

export const help = `Usage: hookline export --to <agent> [dir] [options]

Writes the hooks of this workspace into an agent's own file, so that they run
there without Hookline, and lists everything that is lost. If a guard would be
weaker there than here, nothing is written, unless you force it. Hooks written
for the agent keep everything. Packs, rules and hooks in other formats need
Hookline: for these, \`hookline connect\` is the better way.

  --to <agent>   ${names.join(', ')}
  --force        write what can be written, although a guard is lost
  --yes          do not ask before an existing file is changed
  --verify       first try each gate in the agent itself, if it is installed:
                   it runs without a person, in a temporary directory, with a
                   scripted model. A script that denies and crashes takes the
                   place of your hook. A gate that the agent does not keep
                   counts as a lost guard
  --dry-run      show the diff and the losses, and write nothing
  --json         { "version": 1, "hooks": [ … ], "losses": [ { hook, event,
                   message, weakens } ], "files", "result" }; with --verify
                   also "verified": { program, message, hooks: [ { hook,
                   event, result, message } ] }, where result is "kept",
                   "lost" or "not-tried"

Exit codes: 0 done, or already there; 1 a guard would be weaker, nothing to
export, --verify could not start the agent, or you declined; 64 wrong usage.

Example: hookline export --to ${names[0]} --dry-run
`

const options = {
  to: { type: 'string' },
  force: { type: 'boolean' },
  verify: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readFlags(args, options, 1)
  const agent = targets.find(({ name }) => name === values.to)
  if (agent === undefined)
    throw new UsageError(values.to === undefined ? `--to is missing: ${names.join(', ')}` : cannotExport(values.to))
  return catchEditErrors(io, async () => {
    const { root } = targetOf({ project: true }, readDirectory(positionals[0], io))
    if (root === undefined) throw new UsageError('export works only in a workspace, and this is your home directory')
    const { entries } = await readState(root, { trust: 'all' })
    const own = entries.filter(
      (entry) =>
        entry.origin.root === root &&
        entry.broken === undefined &&
        !callsHookline(entry) &&
        (entry.origin.own || agent.reads?.includes(entry.origin.source) !== true),
    )
    const found = convertHooks(agent, own)
    const verified = values.verify === true ? await verifyExport(agent, found, io) : undefined
    const isLost = verified?.hooks.some(({ result }) => result === 'lost') === true
    const isWeaker = isLost || found.losses.some(({ weakens }) => weakens)
    const isWritten = found.hooks.length > 0 && (!isWeaker || values.force === true)
    const changes = isWritten ? [exportChange(agent, found, root, io)].filter((one) => !isNothing(one)) : []
    const result = isWritten
      ? await applyChanges(changes, { ...values, dryRun: values['dry-run'], asks: 'existing', within: root }, io)
      : 'not written'
    if (values.json === true)
      io.stdout.write(
        `${json({ version: 1, ...dataOf(found), files: fileReports(changes, io.cwd), result, ...(verified === undefined ? {} : { verified }) })}\n`,
      )
    else
      io.stderr.write(
        (verified === undefined ? '' : verifiedText(verified, agent.title)) +
          exportText(found, agent.title, own.length, isWeaker, values.force === true) +
          (result === 'nothing to do' ? 'They are there already. Nothing was changed.\n' : ''),
      )
    const isUnknown = verified !== undefined && verified.program === undefined
    return isWeaker || isUnknown || result === 'declined' || result === 'not written' ? exits.finding : exits.fine
  })
}

function cannotExport(name: string): string {
  const agent = agents.find((one) => one.name === name)
  if (agent === undefined) return `there is no agent ${JSON.stringify(oneLine(name))} to export to: ${names.join(', ')}`
  const { as } = agent.settings ?? {}
  return as === undefined
    ? `Hookline cannot write the hook files of ${agent.title}, only of ${names.join(', ')}. To use your hooks there, run: hookline connect ${name}`
    : `${agent.title} has no hook files of its own. It reads those of ${as}: hookline export --to ${as}`
}

const dataOf = ({ hooks, losses }: Export) => ({
  hooks: hooks.map(({ entry, event, written }) => ({ id: entry.id, event, ...written })),
  losses,
})

const marks = { kept: '✓ kept', lost: '✗ LOST', 'not-tried': '– not tried' } as const

function verifiedText({ program, message, hooks }: Verification, title: string): string {
  if (program === undefined) return `Not verified: ${message}.\n\n`
  const lines = hooks.map(
    ({ hook, event, result, message: why }) => `  ${marks[result]}  ${oneLine(hook)} (${event}): ${why}`,
  )
  const head = `Tried in ${title}, ${oneLine(program)}:`
  return [hooks.length === 0 ? `No gate to try in ${title}.` : head, ...lines, '', ''].join('\n')
}

/** The hooks with the same loss are named together. */
function lossLines(losses: Export['losses']): readonly string[] {
  const hooks = new Map<string, string[]>()
  for (const { hook, event, message, weakens } of losses) {
    const loss = `  ${weakens ? '✗' : '–'} ${message}`
    hooks.set(loss, [...(hooks.get(loss) ?? []), `${oneLine(hook)} (${event})`])
  }
  return [...hooks].map(([loss, names]) => `${loss}\n      ${names.join(', ')}`)
}

function exportText(
  { hooks, losses }: Export,
  title: string,
  count: number,
  isWeaker: boolean,
  isForced: boolean,
): string {
  if (count === 0) return 'No hooks of this workspace to export.\n'
  const lines = [
    `${new Set(hooks.map(({ entry }) => entry)).size} of ${counted(count, 'hook')} can run in ${title} without Hookline.`,
    ...(losses.length === 0 ? [] : ['', 'Losses:']),
    ...lossLines(losses),
    ...(isWeaker && !isForced
      ? ['', 'Nothing was written, because a guard would be weaker. To write the rest: --force']
      : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
