/** `hookline team checklist`: what a new team has set up, and what is next. */
import { readFlags } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../text/plain.ts'
import type { Context, TeamAction } from './command.ts'

const options = { team: { type: 'string' }, json: { type: 'boolean' } } as const

type Step = Awaited<ReturnType<Context['team']['readChecklist']>>[number]

export const checklist: TeamAction = async (args, { io, team, machine }) => {
  const { values } = readFlags(args, options, 0)
  const admin = await team.findAdmin(machine, values.team, io.env)
  const steps = await team.readChecklist(machine, admin)
  const isComplete = steps.every(({ isDone }) => isDone)
  if (values.json === true) io.stdout.write(`${json({ complete: isComplete, steps: steps.map(stepData) })}\n`)
  else showSteps(steps, admin.url, io)
  return isComplete ? exits.fine : exits.finding
}

const stepData = ({ id, title, isDone, hint, command }: Step) => ({ id, title, done: isDone, hint, command })

function showSteps(steps: readonly Step[], url: string, io: Io): void {
  const done = steps.filter(({ isDone }) => isDone).length
  io.stdout.write(`${done} of ${steps.length} steps are done\n`)
  for (const { title, isDone, hint, command } of steps) {
    io.stdout.write(`  ${isDone ? 'done ' : 'to do'}  ${title}\n`)
    if (isDone) continue
    io.stdout.write(`         ${hint}\n`)
    if (command !== undefined) io.stdout.write(`         ${oneLine(command)}\n`)
  }
  if (done < steps.length) io.stderr.write(`The dashboard has a link for each step: ${oneLine(url)}\n`)
}
