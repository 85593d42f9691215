/** Prints what a team's server has got about the agents of this machine, and what the next sync sends. */
import type { PreviewRecord, ReportedAgent, ReportedCoverage } from '@hookline/team/client'
import { exits } from '../../io.ts'
import { counted } from '../../text/entry-text.ts'
import { json, oneLine } from '../../text/plain.ts'
import type { Context } from '../command.ts'
import { ageText } from '../messages.ts'
import { gatherCoverage } from './agents-report.ts'

export async function showReport(named: string | undefined, asJson: boolean, context: Context): Promise<number> {
  const { io, team, machine } = context
  const id = team.chooseTeam(machine, named)
  const sent = team.readSentCoverage(machine, id)
  const previews = team.readPreviewRecords(machine, id)
  const next = await gatherCoverage(io.env, team, machine.now())
  if (asJson) {
    io.stdout.write(`${json({ team: id, sent: sent ?? null, next, previews })}\n`)
    return exits.fine
  }
  const age = sent === undefined ? 'nothing yet' : ageText(sent.sentAt, machine.now())
  io.stdout.write(`Sent to ${id}: ${age}\n${sent === undefined ? '' : formatReport(sent.report)}`)
  io.stdout.write(`The next sync sends, unless nothing has changed:\n${formatReport(next)}`)
  for (const preview of previews) io.stdout.write(formatPreview(preview, machine.now()))
  return exits.fine
}

/** What the team asked about the log of this machine, and every number of the answer. */
function formatPreview({ id, days, asked, state, begunAt, result, reason }: PreviewRecord, now: number): string {
  const counts = (of: object) => Object.entries(of).map(([name, count]) => `${name} ${count}`)
  const answer = result === undefined ? [] : [counts(result.numbers), ...result.hooks.map(counts)]
  const lines = [
    ...(reason === undefined ? [] : [oneLine(reason)]),
    ...asked.map(
      (hook) => `asked: hook ${hook.id} ${oneLine(hook.script_name)} ${oneLine(JSON.stringify(hook.config ?? {}))}`,
    ),
    ...answer.map((line) => `${state === 'sent' ? 'sent' : 'to send'}: ${line.join(', ')}`),
    ...(result === undefined
      ? []
      : ['Counts of a hook are steps: 0 stands for less than 20, 10 for 10 to 199, and so on.']),
  ]
  const head = `Preview ${id} over the last ${counted(days, 'day')} of the log, ${labels[state]}, ${ageText(begunAt, now)}:`
  return `${head}\n${lines.map((line) => `  ${line}\n`).join('')}`
}

const labels: Readonly<Record<PreviewRecord['state'], string>> = {
  waiting: 'not judged yet',
  begun: 'judgement begun',
  judged: 'judged, counts not sent yet',
  sent: 'answered',
  declined: 'declined',
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
