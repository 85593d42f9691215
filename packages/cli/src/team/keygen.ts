import type { Made } from '@hookline/team/client'
import { askLine, canAsk } from '../confirm.ts'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../plain.ts'
import { readAll } from '../read-all.ts'
import { askSecret } from './ask.ts'
import { keyLines, readCount, rotateKeys } from './rotate.ts'
import type { Act } from './types.ts'

const options = {
  email: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  totp: { type: 'string' },
  'team-name': { type: 'string' },
  team: { type: 'string' },
  keys: { type: 'string' },
  threshold: { type: 'string' },
  rotate: { type: 'boolean' },
  'rotate-online': { type: 'boolean' },
  'old-key': { type: 'string', multiple: true },
  'allow-http': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export const keygen: Act = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  const [link] = positionals
  if (values.rotate === true || values['rotate-online'] === true) return rotateKeys(values, link, { io, team, machine })
  if (link === undefined) throw new UsageError('the link that hookline serve printed, or the address of the server')
  if (!URL.canParse(link)) throw new UsageError(`"${link}" is no address`)
  const [keys, threshold] = [readCount('--keys', values.keys) ?? 1, readCount('--threshold', values.threshold) ?? 1]
  const made = await team.keygen(machine, {
    link,
    ...(await credentials(values.email, values['password-stdin'] === true, io)),
    ...(values.totp === undefined ? {} : { totp: values.totp }),
    ...(values['team-name'] === undefined ? {} : { teamName: values['team-name'] }),
    ...(values.team === undefined ? {} : { team: values.team }),
    keys,
    threshold,
    allowHttp: values['allow-http'] === true,
  })
  return report(made, values.json === true, io)
}

async function credentials(email: string | undefined, byStdin: boolean, io: Io) {
  if (!canAsk(io) && (email === undefined || !byStdin))
    throw new UsageError(
      'there is no terminal to ask at: give --email, and the password on stdin with --password-stdin',
    )
  const address = email ?? (await askLine(io, 'E-mail address of your account: '))
  const password = byStdin
    ? (await readAll(io.stdin)).replace(/\r?\n$/, '')
    : await askSecret(io, 'Password (at least 12 characters for a new account): ')
  if (address === undefined || password === undefined) throw new UsageError('nothing was made: it was ended')
  return { email: address, password }
}

function report(made: Made, asJson: boolean, io: Io): number {
  if (asJson) {
    io.stdout.write(`${json(made)}\n`)
    return exits.fine
  }
  const { team, name, url, version, keyFiles, fingerprint } = made
  if (keyFiles.length === 0)
    io.stdout.write(`${oneLine(name)} (${team}) has its root key already. This machine can publish now.\n`)
  else {
    io.stdout.write(`${oneLine(name)} (${team}) on ${url}: root ${version} is signed, fingerprint ${fingerprint}.\n`)
    io.stdout.write(keyLines(keyFiles, io))
  }
  io.stdout.write('\nNext: hookline team publish <dir> --code\n')
  return exits.fine
}
