/** `hookline team pause` and `resume`: hooks that every machine skips for a while. */
import { pauseLimits } from '@hookline/core/team'
import type { ActivePause } from '@hookline/team/client'
import { canAsk, confirm } from '../../confirm.ts'
import { readFlags, UsageError } from '../../flags.ts'
import { exits, type Io } from '../../io.ts'
import { readDuration } from '../../switch/duration.ts'
import { counted } from '../../text/entry-text.ts'
import { json, oneLine } from '../../text/plain.ts'
import { withShortTimes } from '../../text/when.ts'
import type { Context, TeamAction } from '../command.ts'

const options = {
  for: { type: 'string' },
  reason: { type: 'string' },
  list: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const

const longestPause = { ms: pauseLimits.longestMs, fault: 'is longer than a pause can be. Use at most 7d' }

export const pause: TeamAction = async (args, context) => {
  const { values, positionals } = readFlags(args, options, 1)
  const { io, team, machine } = context
  const admin = await team.findAdmin(machine, values.team, io.env)
  if (values.list === true) return list(context, await team.listPauses(machine, admin), values.json === true)
  const [what] = positionals
  if (what === undefined)
    throw new UsageError('what should be paused? Name a hook, or all: hookline team pause all --reason <why>')
  const reason = values.reason?.trim() ?? ''
  if (reason === '')
    throw new UsageError('a pause needs a reason, which people see at every hook that does not run: --reason <why>')
  const minutes = Math.ceil(readDuration(values.for ?? '1h', longestPause) / 60_000)
  const hookId = what === 'all' ? 0n : await team.findHookId(machine, admin, what)
  const name = what === 'all' ? 'all hooks' : oneLine(what)
  await requireYes(values.yes === true, `Pause ${name} on every machine of ${oneLine(admin.teamName)}?`, io)
  const done = await team.pauseHooks(machine, admin, { hookId, minutes, reason })
  if (values.json === true) io.stdout.write(`${json({ pause: toJson(done.pause), revision: done.revision })}\n`)
  else
    io.stdout.write(
      `Paused ${name} until ${withShortTimes(done.pause.until)} with revision ${done.revision}. ${whenText}\n`,
    )
  return exits.fine
}

/** Machines poll every 3 seconds while an agent is active. */
export const whenText = 'Machines with an active agent get it within 10 seconds, the others at their next event.'

type AdminPause = Awaited<ReturnType<Context['team']['listPauses']>>[number]

const toJson = ({ id, hookId, scriptName, from, until, reason, author, isActive, endedAt, endedBy }: AdminPause) => ({
  ...{ id: Number(id), hook_id: Number(hookId), hook: scriptName, from, until, reason, by: author, active: isActive },
  ...(endedAt === '' ? {} : { ended_at: endedAt, ended_by: endedBy }),
})

function list({ io }: Context, pauses: readonly AdminPause[], asJson: boolean): number {
  if (asJson) io.stdout.write(`${json({ pauses: pauses.map(toJson) })}\n`)
  const active = pauses.filter(({ isActive }) => isActive)
  if (!asJson)
    io.stdout.write(active.length === 0 ? 'Nothing is paused.\n' : active.map((one) => `${pauseLine(one)}\n`).join(''))
  return exits.fine
}

const pauseLine = ({ hookId, scriptName, until, author, reason }: AdminPause): string =>
  oneLine(
    `${pausedName({ hookId: Number(hookId), hook: scriptName })} paused until ${withShortTimes(until)} by ${author}: ${reason}`,
  )

export const pausedName = ({ hookId, hook = '' }: Pick<ActivePause, 'hookId' | 'hook'>): string =>
  hookId === 0 ? 'all its hooks are' : `${oneLine(hook === '' ? `hook ${hookId}` : hook)} is`

const resumeOptions = { yes: options.yes, team: options.team, json: options.json } as const

/** Does not ask: it only puts guards back. */
export const resume: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, resumeOptions, 1)
  const [what] = positionals
  const admin = await team.findAdmin(machine, values.team, io.env)
  const { ended, revision } = await team.resumeHooks(machine, admin, what === 'all' ? undefined : what)
  if (values.json === true) io.stdout.write(`${json({ ended, revision })}\n`)
  else if (ended === 0) io.stdout.write('Nothing is paused.\n')
  else io.stdout.write(`Ended ${counted(ended, 'pause')} with revision ${revision}. ${whenText}\n`)
  return exits.fine
}

/** Asks at a terminal. Elsewhere, `--yes` must say it. */
export async function requireYes(isGiven: boolean, question: string, io: Io): Promise<void> {
  if (isGiven) return
  if (!canAsk(io)) throw new UsageError('there is no terminal to ask at. Add --yes to do it')
  if (!(await confirm(io, question))) throw new UsageError('nothing was changed')
}
