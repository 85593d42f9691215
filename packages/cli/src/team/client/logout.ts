import { canAsk, confirm } from '../../confirm.ts'
import { readFlags, UsageError } from '../../flags.ts'
import { exits } from '../../io.ts'
import { counted } from '../../text/entry-text.ts'
import { json, oneLine } from '../../text/plain.ts'
import type { TeamAction } from '../command.ts'

const options = { json: { type: 'boolean' }, yes: { type: 'boolean', short: 'y' }, team: { type: 'string' } } as const

export const logout: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  const chosen = team.chooseTeam(machine, positionals[0] ?? values.team)
  if (values.yes !== true) {
    if (!canAsk(io))
      throw new UsageError(
        'there is no terminal to ask at. Add --yes to remove the hooks of the team from this machine',
      )
    const { name, hooks } = team.readTeamStatus(machine, chosen)
    const question = `Leave ${oneLine(name)} and remove its ${counted(hooks, 'hook')} from this machine?`
    if (!(await confirm(io, question))) {
      io.stderr.write('Nothing was removed.\n')
      return exits.finding
    }
  }
  const left = await team.leave(machine, chosen)
  if (values.json === true) io.stdout.write(`${json(left)}\n`)
  else {
    io.stdout.write(`This machine left ${oneLine(left.name)}. Its hooks are removed.\n`)
    if (left.untold !== undefined)
      io.stderr.write(`The server could not be notified and still lists this machine: ${oneLine(left.untold)}\n`)
  }
  return exits.fine
}
