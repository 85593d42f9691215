/** `hookline team preview`: asks machines what a draft would have denied over their own logs, and shows the counts. */
import type { PreviewStatus } from '@hookline/team/client'
import { readDirectory, readFlags, UsageError } from '../../flags.ts'
import { exits, type Io } from '../../io.ts'
import { counted } from '../../text/entry-text.ts'
import { json, oneLine } from '../../text/plain.ts'
import { withShortTimes } from '../../text/when.ts'
import type { Context, TeamAction } from '../command.ts'
import { requireYes } from './pause.ts'
import { showPlan } from './publish.ts'

const options = {
  days: { type: 'string' },
  end: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof readFlags<typeof options>>['values']

export const preview: TeamAction = async (args, context) => {
  const { values, positionals } = readFlags(args, options, 1)
  const [directory] = positionals
  if (directory === undefined && values.days !== undefined)
    throw new UsageError('--days is for a directory: hookline team preview <dir> --days 7')
  if (directory !== undefined && values.end === true) throw new UsageError('choose a directory or --end, not both')
  if (directory !== undefined) return ask(directory, values, context)
  const { io, team, machine } = context
  const admin = await team.findAdmin(machine, values.team, io.env)
  const found = values.end === true ? await team.endPreview(machine, admin) : await team.readPreview(machine, admin)
  show(found, values, io)
  return exits.fine
}

async function ask(directory: string, values: Values, { io, team, machine }: Context): Promise<number> {
  const days = readDays(values.days)
  const admin = await team.findAdmin(machine, values.team, io.env)
  const plan = await team.planPublish(machine, admin, readDirectory(directory, io))
  if (values.json !== true) showPlan(plan, io)
  if (plan.findings.some(({ finding }) => finding.severity === 'error')) return exits.finding
  const question = `Save these changes as drafts, and ask the machines of ${oneLine(admin.teamName)} what they would have denied?`
  await requireYes(values.yes === true, question, io)
  show(await team.askPreview(machine, plan, days), values, io)
  return exits.fine
}

function readDays(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 30) return Number(text)
  throw new UsageError(`--days must be a number from 1 to 30, got "${oneLine(text)}"`)
}

function show(found: PreviewStatus | undefined, values: Values, io: Io): void {
  if (values.json === true) io.stdout.write(`${json({ preview: found ?? null })}\n`)
  else if (found === undefined)
    io.stdout.write('No preview was asked for yet. To ask for one: hookline team preview <dir>\n')
  else io.stdout.write(formatPreview(found).join(''))
}

function formatPreview(one: PreviewStatus): readonly string[] {
  const { counts, days, reported, devices, deniedOn, leftOut, partial } = one
  const head =
    reported === 0
      ? `No machine has answered yet (of ${devices}).`
      : `In the last ${counted(days, 'day')} this would have denied ${counted(counts.denies, 'call')} on ${counted(deniedOn, 'machine')}.`
  const lines = [
    ...(reported === 0 ? [] : describeCounts(one)),
    ...(reported === 0 ? [] : describeHooks(one)),
    `asked at ${withShortTimes(one.askedAt)} by ${one.author}; ${reported} of ${counted(devices, 'machine')} answered${one.state === 'asking' ? '' : '; machines are no longer asked'}`,
    ...(partial === 0 ? [] : [`${counted(partial, 'machine')} judged only the newest part of the log`]),
    ...(leftOut === 0
      ? []
      : [
          `${counted(leftOut, 'changed hook')} not judged: only packs and rules are. To observe: hookline team publish --observe`,
        ]),
  ]
  return [`${head}\n`, ...lines.map((line) => `  ${oneLine(line)}\n`)]
}

/** Machines report steps, so that a count here is at least so much. */
function describeHooks({ hooks, reported, leastMachines }: PreviewStatus): readonly string[] {
  if (reported < leastMachines)
    return [`counts of each hook: not shown, because fewer than ${leastMachines} machines have answered`]
  const atLeast = (count: number) => (count === 0 ? 'under 20 on each machine' : `at least ${count}`)
  return hooks.map(
    ({ name, hookId, denies, asks, unjudged }) =>
      `${name === '' ? `hook ${hookId}` : name}: would have denied ${atLeast(denies)}, asked ${atLeast(asks)}; could not be judged ${atLeast(unjudged)}`,
  )
}

function describeCounts({ counts }: PreviewStatus): readonly string[] {
  const { events, denies, newDenies, asks, unjudged } = counts
  return [
    `of ${counted(events, 'recorded call')} that it listens to: ${denies} denied (${newDenies} of them went on then), ${asks} asked, ${unjudged} could not be judged`,
  ]
}
