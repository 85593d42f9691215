import type { InstalledSet } from '@hookline/team/client'
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../text/plain.ts'
import type { TeamAction } from './command.ts'

const options = { json: { type: 'boolean' }, team: { type: 'string' } } as const

export const hooks: TeamAction = async (args, context) => {
  const { values, positionals } = readFlags(args, options, 1)
  const { io, team, machine } = context
  const named = positionals[0] ?? values.team
  const teams =
    named === undefined && team.listTeams(machine).length !== 0
      ? team.listTeams(machine)
      : [team.chooseTeam(machine, named)]
  const sets = teams.map((id) => ({ id, set: team.readInstalledSet(machine, id) }))
  if (values.json === true)
    io.stdout.write(
      `${json({ teams: sets.map(({ id, set }) => (typeof set === 'string' ? { team: id, error: set } : set)) })}\n`,
    )
  else for (const { id, set } of sets) showSet(id, set, io)
  return sets.every(({ set }) => typeof set !== 'string') ? exits.fine : exits.finding
}

export function showSet(team: string, set: InstalledSet | string, io: Io): void {
  if (typeof set === 'string') {
    io.stderr.write(`${team}: ${oneLine(set)}\n`)
    return
  }
  io.stdout.write(`${oneLine(set.name)} (${team}), revision ${set.revision}, in ${shownPath(set.directory, io.cwd)}\n`)
  for (const hook of set.hooks) io.stdout.write(`  ${formatHook(hook)}\n`)
  for (const hook of set.observed) io.stdout.write(`  only observed  ${formatHook(hook)}\n`)
  for (const [key, value] of Object.entries(set.settings))
    io.stdout.write(`  setting  ${oneLine(`${key} ${JSON.stringify(value)}`)}\n`)
  if (set.hooks.length + set.observed.length === 0) io.stdout.write('  no hooks for this system\n')
}

function formatHook({ event, pack, entry, hookId }: InstalledSet['hooks'][number]): string {
  const { command, ...rest } = entry
  const subject = pack === undefined ? [event, ...(command === undefined ? [] : [command])] : ['pack', pack]
  const more = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  const facts = [`hook ${hookId}`, ...more].join(', ')
  return [...subject, facts].map((one) => oneLine(String(one))).join('  ')
}
