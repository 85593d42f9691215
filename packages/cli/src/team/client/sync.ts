import { readFlags } from '../../flags.ts'
import { exits } from '../../io.ts'
import { json } from '../../text/plain.ts'
import type { TeamAction } from '../command.ts'
import { isGoodSync, syncText } from '../messages.ts'
import { coverageOf } from './agents-report.ts'
import { runDueCanary } from './canary.ts'

const options = { json: { type: 'boolean' }, quiet: { type: 'boolean' }, team: { type: 'string' } } as const

export const sync: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  const named = positionals[0] ?? values.team
  const teams = named === undefined ? team.listTeams(machine) : [team.chooseTeam(machine, named)]
  const full = values.quiet !== true
  // The timer of this machine starts quiet syncs. A person who runs a sync does not wait for a canary.
  // One that cannot run must not keep new hooks from arriving.
  if (values.quiet === true && teams.length > 0) await runDueCanary(io, machine.now()).catch(() => {})
  const coverage = coverageOf(io.env, team, machine)
  const results = await Promise.all(
    teams.map((id) => team.syncTeam(machine, id, { full, coverage, answersPreview: true })),
  )
  if (values.json === true) io.stdout.write(`${json({ teams: results })}\n`)
  else if (values.quiet !== true) {
    if (results.length === 0)
      io.stderr.write('This machine is not in a team. To join one, run: hookline team enroll <url> <code>\n')
    for (const result of results) io.stdout.write(`${syncText(result)}\n`)
  }
  // A timer may run on a machine that is in no team yet or any more. It has nothing to do there, which is not a failure.
  const isGood = results.length === 0 ? values.quiet === true : results.every(isGoodSync)
  return isGood ? exits.fine : exits.finding
}
