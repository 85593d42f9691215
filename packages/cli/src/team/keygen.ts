import type { Made } from '@hookline/team/client'
import { askLine, canAsk } from '../confirm.ts'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import { readAll } from '../read-all.ts'
import { askSecret } from './ask.ts'
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
  'old-key': { type: 'string', multiple: true },
  'allow-http': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

export const keygen: Act = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  const keys = readCount('--keys', values.keys)
  const counts = { keys, threshold: readCount('--threshold', values.threshold) }
  const named = values.team === undefined ? {} : { team: values.team }
  const [link] = positionals
  if (values.rotate === true) {
    if (link !== undefined)
      throw new UsageError('--rotate takes no link: the team is one that this machine administers')
    const made = await team.rotate(machine, { ...counts, ...named, oldKeyFiles: values['old-key'] ?? [] })
    return report(made, values.json === true, io)
  }
  if (link === undefined) throw new UsageError('the link that hookline serve printed, or the address of the server')
  if (!URL.canParse(link)) throw new UsageError(`"${link}" is no address`)
  const made = await team.keygen(machine, {
    link,
    ...(await credentials(values.email, values['password-stdin'] === true, io)),
    ...(values.totp === undefined ? {} : { totp: values.totp }),
    ...(values['team-name'] === undefined ? {} : { teamName: values['team-name'] }),
    ...named,
    ...counts,
    allowHttp: values['allow-http'] === true,
  })
  return report(made, values.json === true, io)
}

function readCount(flag: string, text = '1'): number {
  if (/^\d{1,2}$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`${flag} takes a number from 1 on, not "${text}"`)
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
    for (const file of keyFiles) io.stdout.write(`  root key  ${shownPath(file, io.cwd)}\n`)
    io.stdout.write(
      keyFiles.length === 1
        ? 'The server never has it. Keep a copy where you keep what must not be lost: without it the root cannot be changed.\n'
        : 'The server never has them. Carry them to different places: one stolen key alone changes nothing.\n',
    )
  }
  io.stdout.write('\nNext: hookline team publish <dir> --code\n')
  return exits.fine
}
