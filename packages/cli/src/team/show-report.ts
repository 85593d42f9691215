/** Prints what a team's server has got about the agents of this machine, and what the next sync sends. */
import type { ReportedAgent, ReportedCoverage, SentPreview } from '@hookline/team/client'
import { exits } from '../io.ts'
import { json } from '../plain.ts'
import { gatherCoverage } from './agents-report.ts'
import type { Context } from './command.ts'
import { ageText } from './messages.ts'

export async function showReport(named: string | undefined, asJson: boolean, context: Context): Promise<number> {
  const { io, team, machine } = context
  const id = team.chooseTeam(machine, named)
  const sent = team.readSentCoverage(machine, id)
  const preview = team.readSentPreview(machine, id)
  const next = await gatherCoverage(io.env, team, machine.now())
  if (asJson) {
    io.stdout.write(`${json({ team: id, sent: sent ?? null, next, preview: preview ?? null })}\n`)
    return exits.fine
  }
  const age = sent === undefined ? 'nothing yet' : ageText(sent.sentAt, machine.now())
  io.stdout.write(`Sent to ${id}: ${age}\n${sent === undefined ? '' : formatReport(sent.report)}`)
  io.stdout.write(`The next sync sends, unless nothing has changed:\n${formatReport(next)}`)
  if (preview !== undefined) io.stdout.write(formatPreview(preview, machine.now()))
  return exits.fine
}

/** The counts of a preview, and nothing else of the log. */
function formatPreview({ id, sentAt, numbers, hooks }: SentPreview, now: number): string {
  const counts = (of: object) => Object.entries(of).map(([name, count]) => `${name} ${count}`)
  const lines = [counts(numbers), ...hooks.map(counts)].map((line) => `  ${line.join(', ')}\n`)
  return `Counts of preview ${id}, sent ${ageText(sentAt, now)}:\n${lines.join('')}`
}

/** Every field, so that nothing is sent that is not shown. */
function formatReport({ at, agents, canary }: ReportedCoverage): string {
  const lines = [
    `at ${at}`,
    ...agents.flatMap(formatAgent),
    ...(agents.length === 0 ? ['no agents'] : []),
    ...(canary === undefined
      ? []
      : [
          `canary ${canary.at}: ${canary.state}`,
          `  proved: ${canary.proved.join(', ') || '-'}`,
          `  failed: ${canary.failed.join(', ') || '-'}`,
        ]),
  ]
  return lines.map((line) => `  ${line}\n`).join('')
}

function formatAgent({ agent, ...fields }: ReportedAgent): readonly string[] {
  const known = Object.entries(fields).filter(([, value]) => value !== '')
  return [agent, ...known.map(([name, value]) => `  ${name} ${value}`)]
}
