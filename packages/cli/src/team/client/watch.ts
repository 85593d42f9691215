/** `hookline team watch`: what the first event of an activity starts in the background (`sync-later.ts`). It prints nothing. */
import { readFlags } from '../../flags.ts'
import { exits } from '../../io.ts'
import type { TeamAction } from '../command.ts'
import { gatherCoverage } from './agents-report.ts'

export const watch: TeamAction = async (args, { io, team, machine }) => {
  readFlags(args, {}, 0)
  await team.watchTeams(machine, { coverage: () => gatherCoverage(io.env, team, machine.now()) })
  return exits.fine
}
