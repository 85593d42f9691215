import { pauseText } from '@hookline/core/team'
import type { MachineStatus, TeamStatus } from '@hookline/team/client'
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { connectionNames, connectionText, findUserConnections } from '../link/offer-connection.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import { styleFor } from '../text/style.ts'
import { withShortTimes } from '../text/when.ts'
import { showReport } from './client/show-report.ts'
import type { TeamAction } from './command.ts'
import { ageText } from './messages.ts'
import { pausedName } from './publishing/pause.ts'

const options = { json: { type: 'boolean' }, team: { type: 'string' }, report: { type: 'boolean' } } as const

export const status: TeamAction = async (args, context) => {
  const { io, team, machine } = context
  const { values, positionals } = readFlags(args, options, 1)
  const named = positionals[0] ?? values.team
  if (values.report === true) return showReport(named, values.json === true, context)
  const all = team.readMachineStatus(machine)
  const teams = named === undefined ? all.teams : [team.readTeamStatus(machine, team.chooseTeam(machine, named))]
  const connections = await findUserConnections(io.cwd, io)
  const isGuarded = connections.missing.length === 0
  if (values.json === true) io.stdout.write(`${json({ teams, gone: all.gone, ...connectionNames(connections) })}\n`)
  else {
    showStatus({ teams, gone: all.gone }, machine.now(), isGuarded, io)
    if (teams.length > 0 && !isGuarded) io.stdout.write(connectionText('the hooks of the team', connections))
  }
  return teams.length > 0 && teams.every(isFine) && isGuarded ? exits.fine : exits.finding
}

const isFine = ({ set, failure, unreported, expired, pauses }: TeamStatus): boolean =>
  set === 'good' && failure === undefined && unreported === undefined && !expired && pauses.length === 0

function showStatus({ teams, gone }: MachineStatus, now: number, isGuarded: boolean, io: Io): void {
  const style = styleFor(io.stdout, io.env)
  if (teams.length === 0)
    io.stderr.write('This machine is not in a team. To join one, run: hookline team enroll <url> <code>\n')
  for (const one of teams) {
    const label = isFine(one) && isGuarded ? style.green('ok  ') : style.yellow('warn')
    io.stdout.write(`${label}  ${oneLine(one.name)} (${one.team}), ${oneLine(one.url)}\n`)
    for (const line of formatTeam(one, now)) io.stdout.write(`      ${line}\n`)
  }
  for (const { team, name, what, at, detail } of gone)
    io.stdout.write(
      `${style.dim('gone')}  ${oneLine(name)} (${team}): ${what === 'revoked' ? 'the team revoked this machine' : 'this machine left'}, ${ageText(at, now)}; its hooks were removed${what === 'revoked' ? ` (${oneLine(detail)})` : ''}\n`,
    )
}

/** Machines accept no update after that, so an owner has to know in time. */
function rootText(expiresAt: string, now: number): string {
  const days = Math.floor((Date.parse(expiresAt) - now) / 86_400_000)
  const renew = 'An owner must renew it: hookline team keygen --rotate'
  const date = expiresAt.slice(0, 10)
  if (days < 0) return `the team's root expired on ${date}, so no update is accepted. ${renew}`
  return `the team's root expires on ${date}${days > WARN_DAYS ? '' : `, in ${counted(days, 'day')}. ${renew}`}`
}
const WARN_DAYS = 60

function formatTeam(one: TeamStatus, now: number): readonly string[] {
  const { failure } = one
  return [
    one.set === 'changed'
      ? `its files on this machine were changed: ${oneLine(one.setMessage ?? '')}. Its gates are closed. Run: hookline team sync`
      : one.set === 'none'
        ? 'no hooks on this machine yet. Run: hookline team sync'
        : `revision ${one.revision}, ${counted(one.hooks, 'hook', 'hooks')} in force${ringNote(one)}`,
    ...one.pauses.map((pause) => `${pausedName(pause)} ${oneLine(withShortTimes(pauseText(pause)))}`),
    `last sync ${ageText(one.lastSyncAt, now)}${one.lastTryAt === one.lastSyncAt ? '' : `, last try ${ageText(one.lastTryAt, now)}`}`,
    ...(failure === undefined
      ? []
      : [
          `${failure.kind === 'refused' ? 'an update was refused and nothing of it runs' : 'not up to date'} since ${failure.since}: ${oneLine(failure.message)}`,
        ]),
    ...(one.unreported === undefined ? [] : [`reports could not be sent: ${oneLine(one.unreported)}`]),
    ...(one.expired
      ? ["the team's signature has expired. The hooks stay in force, but an owner should check the server"]
      : []),
    ...(one.rootExpiresAt === undefined ? [] : [rootText(one.rootExpiresAt, now)]),
    ...one.problems.map(oneLine),
    ...(one.reportsWaiting === 0
      ? []
      : [`${counted(one.reportsWaiting, 'decision waits', 'decisions wait')} to be reported`]),
    ...(one.reportsDropped === 0
      ? []
      : [`${counted(one.reportsDropped, 'decision was', 'decisions were')} dropped before they could be reported`]),
    one.coverageSentAt === undefined
      ? 'your agents were not reported yet. To see what is sent, run: hookline team status --report'
      : `your agents were reported ${ageText(one.coverageSentAt, now)}. To see what was sent, run: hookline team status --report`,
    ...(one.noticePending ? ['you have not confirmed its hooks yet. To see them, run: hookline team hooks'] : []),
  ]
}

function ringNote({ candidate, stage }: Pick<TeamStatus, 'candidate' | 'stage'>): string {
  if (candidate === undefined) return ''
  return stage === 'observe'
    ? `. The new and changed hooks of revision ${candidate} only observe: they decide nothing`
    : `: this machine is one of the first with the hooks of revision ${candidate}`
}
