import { readFlags, UsageError } from '../flags.ts'
import { exits } from '../io.ts'
import { json, oneLine } from '../plain.ts'
import { fromStdin } from './ask.ts'
import { showNotices } from './notice.ts'
import type { Act } from './types.ts'
import { isGoodSync, syncText } from './words.ts'

const options = { name: { type: 'string' }, 'allow-http': { type: 'boolean' }, json: { type: 'boolean' } } as const

export const enroll: Act = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 2)
  const [url, given] = positionals
  const code = given === '-' ? (await fromStdin(io, 'Enrolment code: '))[0]?.trim() : given
  if (url === undefined || code === undefined)
    throw new UsageError('an address and a code, as the owner of the team gave them: hookline team enroll <url> <code>')
  const done = await team.enroll(machine, {
    url,
    code,
    ...(values.name === undefined ? {} : { name: values.name }),
    allowHttp: values['allow-http'] === true,
  })
  const isGood = isGoodSync(done.sync)
  if (values.json === true) io.stdout.write(`${json(done)}\n`)
  else {
    io.stdout.write(`This machine is in the team ${oneLine(done.name)} now.\n${syncText(done.sync)}\n`)
    if (done.again)
      io.stderr.write('It was in the team before: the owner sees that device in the list, too, and can revoke it.\n')
    await showNotices(io, team, machine)
  }
  return isGood ? exits.fine : exits.finding
}
