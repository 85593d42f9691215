/** `hookline team rollout`: shows the rollout of a revision, begins its next stage, or stops it. */
import type { ObservedNumbers, RingNumbers, RolloutStatus } from '@hookline/team/client'
import { noSuchCommand, readFlags, UsageError } from '../../flags.ts'
import { exits } from '../../io.ts'
import { counted } from '../../text/entry-text.ts'
import { json, oneLine } from '../../text/plain.ts'
import { withShortTimes } from '../../text/when.ts'
import type { Context, TeamAction } from '../command.ts'
import { requireYes, whenText } from './pause.ts'
import { readPercent } from './ring.ts'

const options = {
  percent: { type: 'string' },
  all: { type: 'boolean' },
  reason: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export const rollout: TeamAction = async (args, context) => {
  const { values, positionals } = readFlags(args, options, 1)
  const [what = 'status'] = positionals
  // The check makes `what` a key of the table.
  const action = Object.hasOwn(actions, what) ? actions[what as keyof typeof actions] : undefined
  if (action === undefined) throw noSuchCommand('team rollout', what, Object.keys(actions))
  checkFlags(what, values)
  return action(values, context)
}

function checkFlags(what: string, { percent, all, reason }: Values): void {
  if (what !== 'advance' && (percent !== undefined || all === true))
    throw new UsageError('--percent and --all are for: hookline team rollout advance')
  if (what !== 'stop' && reason !== undefined) throw new UsageError('--reason is for: hookline team rollout stop')
  if (percent !== undefined && all === true) throw new UsageError('choose --percent or --all, not both')
}

async function find({ io, team, machine }: Context, { team: named }: Values) {
  const admin = await team.findAdmin(machine, named, io.env)
  return { admin, found: await team.readRollout(machine, admin) }
}

async function status(values: Values, context: Context): Promise<number> {
  const { found } = await find(context, values)
  const { stdout } = context.io
  if (values.json === true) stdout.write(`${json({ rollout: found ?? null })}\n`)
  else if (found === undefined)
    stdout.write('There was no rollout yet. To start one: hookline team publish <dir> --ring canary\n')
  else
    stdout.write(
      formatRollout(found)
        .map((line) => `${line}\n`)
        .join(''),
    )
  return found?.state === 'stopped' ? exits.finding : exits.fine
}

const noRollout = new UsageError('no rollout is under way')

async function advance(values: Values, context: Context): Promise<number> {
  const percent = values.percent === undefined ? undefined : readPercent(values.percent)
  const { admin, found } = await find(context, values)
  if (found?.state !== 'running') throw noRollout
  const { io, team, machine } = context
  const goal = values.all === true ? 'all machines' : describeGoal(found, percent)
  await requireYes(
    values.yes === true,
    `Roll revision ${found.candidate} out to ${goal} of ${oneLine(admin.teamName)}?`,
    io,
  )
  const { candidate, stageSince } = found
  const step = { candidate, stageSince, all: values.all === true, ...(percent === undefined ? {} : { percent }) }
  const done = await team.advanceRollout(machine, admin, step)
  if (values.json === true) io.stdout.write(`${json(done)}\n`)
  else io.stdout.write(`Revision ${found.candidate} goes to ${goal} with revision ${done.revision}. ${whenText}\n`)
  return exits.fine
}

/** Does not ask: it puts machines back on hooks that they had. */
async function stop(values: Values, context: Context): Promise<number> {
  const reason = values.reason?.trim() ?? ''
  if (reason === '') throw new UsageError('a stop needs a reason, which people see on the dashboard: --reason <why>')
  const { admin, found } = await find(context, values)
  if (found?.state !== 'running') throw noRollout
  const { io, team, machine } = context
  const done = await team.stopRollout(machine, admin, found.candidate, reason)
  if (values.json === true) io.stdout.write(`${json(done)}\n`)
  else
    io.stdout.write(
      `Stopped the rollout of revision ${found.candidate}. Revision ${done.revision} has the stable hooks. ${whenText}\n`,
    )
  return exits.fine
}

function describeGoal({ nextStage, nextPercent }: RolloutStatus, chosen?: number): string {
  if (chosen === undefined && nextStage === 'canary') return 'the canary machines'
  const percent = chosen ?? nextPercent
  return percent === undefined ? 'all machines' : `${percent} % of the machines`
}

const actions = { status, advance, stop } as const

function formatRollout(one: RolloutStatus): readonly string[] {
  const isObserved = one.stage === 'observe'
  const at = one.stage === 'canary' ? 'the canary machines' : `${one.percent} % of the machines`
  const head = {
    running: isObserved
      ? `Revision ${one.candidate} is only observed, on all machines. Nothing of it is enforced.`
      : `Revision ${one.candidate} is being rolled out: ${at}.`,
    finished: `Revision ${one.candidate} was rolled out to all machines at ${one.endedAt} by ${one.endedBy}.`,
    stopped: `The rollout of revision ${one.candidate} was stopped at ${one.endedAt} by ${one.endedBy}: ${one.reason}`,
  }[one.state]
  const next = describeGoal(one)
  const [first = '', ...rest] = [
    head ?? `Revision ${one.candidate}: ${one.state}.`,
    ...(one.state === 'running'
      ? [
          `on ${one.updated} of ${counted(one.devices, 'machine')}, started at ${one.startedAt} by ${one.author}`,
          one.nextAt === undefined
            ? `next: ${next}, with: hookline team rollout advance`
            : `next: ${next}, at ${one.nextAt}${one.waitsFor === undefined ? '' : `; waits because ${one.waitsFor}`}`,
        ]
      : []),
    ...(isObserved
      ? (one.observed ?? []).map(formatObserved)
      : [`candidate: ${formatNumbers(one.candidateCounts)}`, `stable:    ${formatNumbers(one.stableCounts)}`]),
  ].map((line) => oneLine(withShortTimes(line)))
  return [first, ...rest.map((line) => `  ${line}`)]
}

const formatNumbers = ({ decisions, denies, failures }: RingNumbers): string =>
  `${counted(decisions, 'decision')}, ${denies} denied, ${failures} with a failed hook`

const formatObserved = ({ name, hookId, runs, denies, failures }: ObservedNumbers): string =>
  `${name === '' ? `hook ${hookId}` : name}: ${counted(runs, 'run')}, would have denied ${denies}, failed ${failures}`
