import { readFlags, UsageError } from '../flags.ts'
import { exits } from '../io.ts'
import { findUserConnections, offerConnection } from '../link/offer-connection.ts'
import { json, oneLine } from '../plain.ts'
import { readArgument } from './ask.ts'
import type { TeamAction } from './command.ts'
import { isGoodSync, syncText } from './messages.ts'
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
  const isGood = isGoodSync(done.sync)
  if (values.json === true) {
    const { connected, missing } = await findUserConnections(io.cwd, io)
    const names = (agents: typeof connected) => agents.map(({ name }) => name)
    io.stdout.write(`${json({ ...done, connected: names(connected), notConnected: names(missing) })}\n`)
  } else {
    io.stdout.write(`This machine has joined the team ${oneLine(done.name)}.\n${syncText(done.sync)}\n`)
    if (done.again)
      io.stderr.write(
        'This machine was in the team before. The old device is still in the list of devices, and an owner can revoke it.\n',
      )
    await offerConnection('the hooks of the team', values, io)
    await showNotices(io, team, machine)
  }
  return isGood ? exits.fine : exits.finding
}
