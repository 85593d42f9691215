import type { Made } from '@hookline/team/client'
import { askLine, canAsk } from '../confirm.ts'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { json, oneLine } from '../plain.ts'
import { readAll } from '../read-all.ts'
import { askSecret, fromStdin } from './ask.ts'
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
  const [given] = positionals
  if (values.rotate === true || values['rotate-online'] === true)
    return rotateKeys(values, given, { io, team, machine })
  const lines = given === '-' ? await fromStdin(io, 'Owner link: ') : undefined
  const link = lines === undefined ? given : lines[0]?.trim()
  if (link === undefined) throw new UsageError('the link that hookline serve printed, or the address of the server')
  if (!URL.canParse(link))
    throw new UsageError(lines === undefined ? `"${link}" is no address` : 'the first line of stdin is no address')
  const [keys, threshold] = [readCount('--keys', values.keys) ?? 1, readCount('--threshold', values.threshold) ?? 1]
  const isNew = new URL(link).hash !== ''
  const who = await credentials(values.email, values['password-stdin'] === true, isNew, io, lines?.[1])
  const teamName =
    values['team-name'] ?? (isNew && canAsk(io) ? await askLine(io, 'Name of the team [Team]: ') : undefined)
  const made = await team.keygen(machine, {
    link,
    ...who,
    ...(values.totp === undefined ? {} : { totp: values.totp }),
    ...(teamName === undefined ? {} : { teamName }),
    ...(values.team === undefined ? {} : { team: values.team }),
    keys,
    threshold,
    allowHttp: values['allow-http'] === true,
  })
  return report(made, values.json === true, io)
}

/** After a link on stdin the password is the next line there. */
async function credentials(email: string | undefined, byStdin: boolean, isNew: boolean, io: Io, line?: string) {
  if (!canAsk(io) && (email === undefined || !byStdin))
    throw new UsageError(
      'there is no terminal to ask at: give --email, and the password on stdin with --password-stdin',
    )
  const address = email ?? (await askLine(io, 'E-mail address of your account: '))
  if (address === undefined) throw ended()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError(`"${oneLine(address)}" is no e-mail address`)
  const password = byStdin ? (line ?? (await readAll(io.stdin)).replace(/\r?\n$/, '')) : await askPassword(isNew, io)
  return { email: address, password }
}

/** A new one is typed twice: nobody sees it, and nobody could send it again. */
async function askPassword(isNew: boolean, io: Io): Promise<string> {
  for (;;) {
    const password = await askSecret(io, isNew ? 'Password (at least 12 characters for a new account): ' : 'Password: ')
    if (password === undefined) throw ended()
    if (!isNew) return password
    const again = await askSecret(io, 'The password once more: ')
    if (again === undefined) throw ended()
    if (again === password) return password
    io.stderr.write('These were two different ones.\n')
  }
}

const ended = () => new UsageError('nothing was made: it was ended')

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
