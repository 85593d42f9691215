/** `hookline team devices`: lists the machines of a team, and chooses those that get a rollout first. */

import { readFlags, UsageError } from '../flags.ts'
import { exits } from '../io.ts'
import { counted } from '../text/entry-text.ts'
import { json, oneLine } from '../text/plain.ts'
import type { Context, TeamAction } from './command.ts'
import { ageText } from './messages.ts'

const options = {
  canary: { type: 'boolean' },
  'no-canary': { type: 'boolean' },
  team: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Device = Awaited<ReturnType<Context['team']['listDevices']>>[number]

export const devices: TeamAction = async (args, context) => {
  const { values, positionals } = readFlags(args, options, Number.POSITIVE_INFINITY)
  if (values.canary === true && values['no-canary'] === true)
    throw new UsageError('choose --canary or --no-canary, not both')
  const isChange = values.canary === true || values['no-canary'] === true
  if (isChange && positionals.length === 0)
    throw new UsageError(
      `name the machines by name or id: hookline team devices <machine> --${values.canary ? '' : 'no-'}canary`,
    )
  const { io, team, machine } = context
  const admin = await team.findAdmin(machine, values.team, io.env)
  const found = isChange
    ? await changeCanaries(context, admin, positionals, values.canary === true)
    : await team.listDevices(machine, admin, { search: positionals.join(' ') })
  if (values.json === true) io.stdout.write(`${json({ devices: found.map(toData) })}\n`)
  else if (isChange) io.stdout.write(found.map(changeText).join(''))
  else io.stdout.write(listText(found, machine.now()))
  return exits.fine
}

type Admin = Awaited<ReturnType<Context['team']['findAdmin']>>

/** Finds all machines before it changes one, so that a wrong name changes nothing. */
async function changeCanaries(
  { team, machine }: Context,
  admin: Admin,
  names: readonly string[],
  isCanary: boolean,
): Promise<readonly Device[]> {
  const found: Device[] = []
  for (const name of names) found.push(await team.findDevice(machine, admin, name))
  const changed: Device[] = []
  for (const { id } of found) changed.push(await team.setCanary(machine, admin, id, isCanary))
  return changed
}

const changeText = ({ id, name, isCanary }: Device): string =>
  isCanary
    ? `${oneLine(name)} (${id}) is a canary: it gets the next rollout first.\n`
    : `${oneLine(name)} (${id}) is not a canary.\n`

function listText(found: readonly Device[], now: number): string {
  const lines = found.map(
    (one) =>
      `${oneLine(one.name)}  ${one.id}, ${describeState(one)}, last sync ${ageText(one.lastSyncAt || undefined, now)}\n`,
  )
  return `${counted(found.length, 'machine')}\n${lines.join('')}`
}

const describeState = ({ revoked, revision, coverage, isCanary, refused }: Device): string =>
  revoked
    ? 'revoked'
    : `revision ${revision}, ${coverage}${isCanary ? ', canary' : ''}${refused === '' ? '' : `, refused: ${oneLine(refused)}`}`

const toData = (device: Device) => {
  const { id, name, operatingSystem, clientVersion, coverage, isCanary, revoked, refused, enrolledAt, lastSyncAt } =
    device
  return {
    ...{ id, name, operatingSystem, clientVersion, coverage, isCanary, revoked, refused, enrolledAt, lastSyncAt },
    revision: Number(device.revision),
  }
}
