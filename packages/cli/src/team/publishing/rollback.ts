/** `hookline team rollback`: every machine gets the hooks of an older revision again, as a new revision. */
import type { Rollback } from '@hookline/team/client'
import { readFlags, UsageError } from '../../flags.ts'
import { exits, type Io } from '../../io.ts'
import { json, oneLine } from '../../text/plain.ts'
import type { TeamAction } from '../command.ts'
import { requireYes, whenText } from './pause.ts'

const options = {
  note: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const

export const rollback: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  const revision = readRevision(positionals[0])
  const admin = await team.findAdmin(machine, values.team, io.env)
  const note = values.note ?? ''
  const current = await team.readRevision(machine, admin)
  const plan = await team.rollBack(machine, admin, { revision, note, current, preview: true })
  const asJson = values.json === true
  if (!asJson) showChanges(plan, current, io)
  if (values['dry-run'] === true) {
    if (asJson) io.stdout.write(`${json(toJson(plan))}\n`)
    return exits.fine
  }
  await requireYes(
    values.yes === true,
    `Roll every machine of ${oneLine(admin.teamName)} back to revision ${plan.to}?`,
    io,
  )
  const done = await team.rollBack(machine, admin, { revision: plan.to, note, current, preview: false })
  if (asJson) io.stdout.write(`${json(toJson(done))}\n`)
  else io.stdout.write(`Revision ${done.revision} has the hooks of revision ${done.to}. ${whenText}\n`)
  return exits.fine
}

function readRevision(text: string | undefined): number {
  if (text === undefined) return 0
  if (/^[1-9]\d{0,11}$/.test(text)) return Number(text)
  throw new UsageError(`a revision is a number, got "${oneLine(text)}". The dashboard lists them on the page Publish`)
}

const signs: Readonly<Record<string, string>> = { added: '+', changed: '~', removed: '-', switched: '~' }

function showChanges({ to, changes }: Rollback, current: number, io: Io): void {
  io.stdout.write(`Revision ${current} now, back to revision ${to}:\n`)
  for (const { kind, scriptName, isActive } of changes) {
    const label = kind === 'switched' ? (isActive ? 'on' : 'off') : kind
    io.stdout.write(`${signs[kind] ?? ' '} ${oneLine(scriptName)}  ${label}\n`)
  }
}

const toJson = ({ to, revision, changes }: Rollback) => ({
  to,
  revision: revision === 0 ? null : revision,
  changes: changes.map(({ hookId, scriptName, kind, isActive }) => ({
    ...{ hook_id: Number(hookId), hook: scriptName, kind, active: isActive },
  })),
})
