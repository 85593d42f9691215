/** `hookline team coverage`: how many machines of the team are guarded, and which are not. */
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../text/plain.ts'
import type { Context, TeamAction } from './command.ts'
import { ageText } from './messages.ts'

const options = { state: { type: 'string' }, team: { type: 'string' }, json: { type: 'boolean' } } as const

type Coverage = Awaited<ReturnType<Context['team']['readCoverage']>>
type Device = Awaited<ReturnType<Context['team']['listDevices']>>[number]

export const coverage: TeamAction = async (args, { io, team, machine }) => {
  const { values } = readFlags(args, options, 0)
  const { state } = values
  if (state !== undefined && !team.isCoverageState(state))
    throw new UsageError(`there is no state "${oneLine(state)}". Choose one: ${team.coverageStates.join(', ')}`)
  const admin = await team.findAdmin(machine, values.team, io.env)
  const counts = await team.readCoverage(machine, admin)
  const devices = state === undefined ? [] : await team.listDevices(machine, admin, { coverage: state })
  if (values.json === true)
    io.stdout.write(
      `${json({ ...countData(counts), ...(state === undefined ? {} : { machines: devices.map(deviceData) }) })}\n`,
    )
  else showCounts(counts, devices, state, machine.now(), io)
  return counts.guarded === counts.devices && counts.unseenVersions.length === 0 ? exits.fine : exits.finding
}

const countData = ({ devices, guarded, partly, idle, failing, quiet, unknown, unseenVersions }: Coverage) => ({
  ...{ devices, guarded, partly, idle, failing, quiet, unknown },
  unseenVersions: unseenVersions.map(({ agent, version, devices: on }) => ({ agent, version, devices: on })),
})

const deviceData = ({ id, name, coverage: state, lastSyncAt }: Device) => ({ id, name, state, lastSyncAt })

const meanings = [
  ['guarded', 'guarded'],
  ['partly', 'guarded in part: another agent does not ask'],
  ['idle', 'enrolled, but no agent asks'],
  ['failing', 'with a proof that failed'],
  ['quiet', 'without a sync for a while'],
  ['unknown', 'without a report about agents'],
] as const

function showCounts(
  counts: Coverage,
  devices: readonly Device[],
  state: string | undefined,
  now: number,
  io: Io,
): void {
  io.stdout.write(`${counts.devices} ${counts.devices === 1 ? 'machine' : 'machines'}\n`)
  for (const [name, meaning] of meanings)
    if (counts[name] > 0 || name === 'guarded') io.stdout.write(`  ${String(counts[name]).padStart(5)}  ${meaning}\n`)
  for (const { title, version, devices: on } of counts.unseenVersions)
    io.stdout.write(
      `  ${String(on).padStart(5)}  with ${oneLine(`${title} ${version}`)}, a version that has never asked\n`,
    )
  for (const { name, id, lastSyncAt } of devices)
    io.stdout.write(`${oneLine(name)}  ${id}, last sync ${ageText(lastSyncAt || undefined, now)}\n`)
  const open = meanings.find(([name]) => name !== 'guarded' && counts[name] > 0)
  if (state === undefined && open !== undefined)
    io.stderr.write(`To list the machines of a state, run: hookline team coverage --state ${open[0]}\n`)
}
