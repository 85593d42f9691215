/** `hookline init`: looks around, proposes hooks, writes them after a yes, and proves that they work. */

import { canAsk } from '../confirm.ts'
import { carryOut, mendable, reportOf } from '../edit/carry-out.ts'
import { CannotEdit } from '../edit/change.ts'
import { targetOf, userTarget } from '../edit/target.ts'
import { trustHint } from '../edit/trust-hint.ts'
import { readDirectory, readFlags, UsageError } from '../flags.ts'
import { choicesOf, choose } from '../init/choose.ts'
import { foundData, lookAround } from '../init/found.ts'
import { planned } from '../init/plan.ts'
import { type Proved, prove } from '../init/proof.ts'
import { proposalsFor } from '../init/proposals.ts'
import { type Choice, choicesText, foundText, provedText } from '../init/text.ts'
import { userCommand, userPlan } from '../init/user.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { styleFor } from '../style.ts'

export const help = `Usage: hookline init [--user] [--yes] [--dry-run] [options]

Looks at the workspace (agents, package manager, formatters, tests, hooks that are there),
proposes hooks that work as they stand, shows what it would write, asks, writes, and then
proves them: real events through the real scripts, with what they said and how long it
took. An existing hooks.json keeps its comments and its order; no script is overwritten.

  --user             instead: a first hook of your own, in ~/.cursor
  --with <name>      take this one too (tests-before-stop is off by itself); may be repeated
  --without <name>   leave this one out; may be repeated
  --yes              do not ask (needed where there is no terminal)
  --dry-run          show every line, write nothing
  --cwd <dir>        start here; the workspace is the nearest directory upward
                     that holds .cursor, .hookline, .claude or .git
  --json             { root, agents, stack, existing, proposals, files, result, proved }

Exit codes: 0 done, 1 not written or not as it should be, 64 wrong usage.

Example: hookline init --yes
`

const options = {
  user: { type: 'boolean' },
  with: { type: 'string', multiple: true },
  without: { type: 'string', multiple: true },
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = readFlags(args, options, 0)
  const directory = readDirectory(values.cwd, io)
  return mendable(io, () => {
    if (process.platform === 'win32')
      throw new CannotEdit(
        'the proposed hooks are POSIX shell scripts, which Windows does not run; see hookline new --ts',
      )
    return values.user === true ? initUser(values, io) : initProject(values, directory, io)
  })
}

async function initProject(values: Values, directory: string, io: Io): Promise<number> {
  const target = targetOf({}, directory)
  if (target.root === undefined)
    throw new UsageError('this is your home directory; for hooks of your own: hookline init --user')
  const found = await lookAround(target.root)
  const style = styleFor(io.stderr, io.env)
  if (values.json !== true) io.stderr.write(foundText(found, style))
  const first = choicesOf(proposalsFor(found.stack), values, target, io.cwd)
  const asks = canAsk(io) && values.yes !== true && values['dry-run'] !== true && values.json !== true
  if (!asks && values.json !== true) io.stderr.write(choicesText(first, style))
  const choices = asks ? await choose(first, style, io) : first
  if (choices === undefined) return io.signal.aborted ? exits.interrupted : exits.finding
  const chosen = choices.filter(({ on }) => on).map(({ proposal }) => proposal)
  const changes = planned(chosen, target, io.cwd)
  if (values.json !== true) io.stderr.write('\n')
  const result = await carryOut(
    changes,
    { ...values, dryRun: values['dry-run'], asks: 'always', within: target.root },
    io,
  )
  const proved: Proved[] = []
  if (result === 'written' || result === 'nothing to do')
    for (const { command, proofs } of chosen) proved.push(...(await prove(target, command, proofs, io.env)))
  if (values.json === true)
    io.stdout.write(
      `${json({ root: target.root, ...foundData(found), proposals: choices.map(said), files: reportOf(changes, io.cwd), result, proved })}\n`,
    )
  else
    io.stderr.write(afterwards(result, proved, choices, io) + (result === 'written' ? trustHint(target, io.cwd) : ''))
  return exitFor(result, proved)
}

const said = ({ proposal: { name, does, when }, on, not }: Choice) => ({
  name,
  does,
  when,
  on,
  ...(not === undefined ? {} : { not }),
})

function afterwards(result: string, proved: readonly Proved[], choices: readonly Choice[], io: Io): string {
  const style = styleFor(io.stderr, io.env)
  if (result === 'declined') return ''
  if (result === 'dry run') return 'Nothing was written: this was a dry run.\n'
  const unproved = choices.flatMap(({ on, proposal: { name, unproved: why } }) =>
    on && why !== undefined ? [`${style.yellow('–')} not proved: ${name}: ${why}\n`] : [],
  )
  const head = result === 'written' ? '' : 'Everything is there already; nothing was changed.\n'
  const seen = proved.length === 0 ? '' : '  proved by sending events ourselves; not yet seen from the agent itself\n'
  return `${head}${proved.length === 0 ? '' : provedText(proved, style)}${unproved.join('')}${seen}`
}

const exitFor = (result: string, proved: readonly Proved[]): number =>
  result === 'declined' || proved.some(({ state }) => state === 'failed') ? exits.finding : exits.fine

async function initUser(values: Values, io: Io): Promise<number> {
  if (values.with !== undefined || values.without !== undefined)
    throw new UsageError('--with and --without mean nothing to "init --user"')
  const target = userTarget()
  const { changes, kept, proofs } = userPlan(target, io.cwd)
  const result = await carryOut(changes, { ...values, dryRun: values['dry-run'], asks: 'always' }, io)
  const done = result === 'written' || result === 'nothing to do'
  const proved = done ? await prove(target, userCommand, proofs, io.env) : []
  if (values.json === true) io.stdout.write(`${json({ files: reportOf(changes, io.cwd), kept, result, proved })}\n`)
  else {
    for (const path of kept) io.stderr.write(`Left as it is: ${oneLine(shownPath(path, io.cwd))}\n`)
    io.stderr.write(afterwards(result, proved, [], io))
    if (done) io.stderr.write('Your hooks: hookline list\n')
  }
  return exitFor(result, proved)
}
