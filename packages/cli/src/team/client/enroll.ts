import { readFlags, UsageError } from '../../flags.ts'
import { exits } from '../../io.ts'
import { connectionNames, offerConnection } from '../../link/offer-connection.ts'
import { json, oneLine } from '../../text/plain.ts'
import { readArgument } from '../ask.ts'
import type { TeamAction } from '../command.ts'
import { isGoodSync, syncText } from '../messages.ts'
import { coverageOf } from './agents-report.ts'
import { showNotices } from './notice.ts'

const options = {
  name: { type: 'string' },
  'allow-http': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  json: { type: 'boolean' },
} as const

export const enroll: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 2)
  const [url, codeArgument] = positionals
  const code = codeArgument === '-' ? (await readArgument(io, 'Enrolment code: '))[0]?.trim() : codeArgument
  if (url === undefined || code === undefined)
    throw new UsageError(
      'an address and a code are required, as the owner of the team sent them: hookline team enroll <url> <code>',
    )
  const done = await team.enroll(machine, {
    url,
    code,
    ...(values.name === undefined ? {} : { name: values.name }),
    allowHttp: values['allow-http'] === true,
  })
  if (values.json !== true) {
    io.stdout.write(`This machine has joined the team ${oneLine(done.name)}.\n${syncText(done.sync)}\n`)
    if (done.again)
      io.stderr.write(
        'This machine was in the team before. The old device is still in the list of devices, and an owner can revoke it.\n',
      )
  }
  const connections = await offerConnection('the hooks of the team', values, io)
  if (values.json === true) io.stdout.write(`${json({ ...done, ...connectionNames(connections) })}\n`)
  else await showNotices(io, team, machine)
  // A person at a terminal has answered. A program that asked for the connection must know if it was not made.
  const isConnected = values.yes !== true || connections.missing.length === 0
  const isGood = isGoodSync(done.sync)
  // Last, so that the team learns of the agents that were just connected. The next sync repeats it if it fails.
  if (isGood) await team.syncTeam(machine, done.team, { coverage: coverageOf(io.env, team, machine) })
  return isGood && isConnected ? exits.fine : exits.finding
}
