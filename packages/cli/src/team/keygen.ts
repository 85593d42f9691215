import type { KeygenResult } from '@hookline/team/client'
import { askLine, canAsk } from '../confirm.ts'
import { readFlags, UsageError } from '../flags.ts'
import { exits, type Io, readAll } from '../io.ts'
import { json, oneLine } from '../text/plain.ts'
import { askSecret, readArgument } from './ask.ts'
import type { TeamAction } from './command.ts'
import { keyLines, readCount, rotateKeys } from './rotate.ts'

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

export const keygen: TeamAction = async (args, { io, team, machine }) => {
  const { values, positionals } = readFlags(args, options, 1)
  const [given] = positionals
  if (values.rotate === true || values['rotate-online'] === true)
    return rotateKeys(values, given, { io, team, machine })
  const lines = given === '-' ? await readArgument(io, 'Owner link: ') : undefined
  const link = lines === undefined ? given : lines[0]?.trim()
  if (link === undefined)
    throw new UsageError(
      'the link that `hookline serve` printed, or the address of the server, is required: hookline team keygen <owner link>',
    )
  if (!URL.canParse(link))
    throw new UsageError(
      lines === undefined
        ? `"${link}" is not a link or an address`
        : 'the first line of stdin is not a link or an address',
    )
  const [keys, threshold] = [readCount('--keys', values.keys) ?? 1, readCount('--threshold', values.threshold) ?? 1]
  const isNew = new URL(link).hash !== ''
  const allowHttp = values['allow-http'] === true
  if (isNew) await team.checkLink(machine, link, allowHttp)
  const faultOf = isNew ? team.passwordFault : undefined
  const credentials = await readCredentials(values.email, values['password-stdin'] === true, faultOf, io, lines?.[1])
  const teamName =
    values['team-name'] ?? (isNew && canAsk(io) ? await askLine(io, 'Name of the team [Team]: ') : undefined)
  const result = await team.keygen(machine, {
    link,
    ...credentials,
    ...(values.totp === undefined ? {} : { totp: values.totp }),
    ...(teamName === undefined ? {} : { teamName }),
    ...(values.team === undefined ? {} : { team: values.team }),
    keys,
    threshold,
    allowHttp,
  })
  return report(result, values.json === true, io)
}

/** Only for a new account: what is wrong with a password. */
type FaultOf = ((password: string) => string | undefined) | undefined

/** If the link came from stdin, the password is the next line there. */
async function readCredentials(email: string | undefined, byStdin: boolean, faultOf: FaultOf, io: Io, line?: string) {
  if (!canAsk(io) && (email === undefined || !byStdin))
    throw new UsageError(
      'there is no terminal to ask at. Add --email <address> and --password-stdin, and pass the password on stdin',
    )
  const address = email ?? (await askLine(io, 'E-mail address of your account: '))
  if (address === undefined) throw createCancelError()
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new UsageError(`"${oneLine(address)}" is not an e-mail address`)
  const password = byStdin ? (line ?? (await readAll(io.stdin)).replace(/\r?\n$/, '')) : await askPassword(faultOf, io)
  const fault = faultOf?.(password)
  if (fault !== undefined) throw new UsageError(fault)
  return { email: address, password }
}

/** Asks for a new password twice, because it is hidden and cannot be recovered. */
async function askPassword(faultOf: FaultOf, io: Io): Promise<string> {
  for (;;) {
    const question = faultOf === undefined ? 'Password: ' : 'Password (at least 12 characters for a new account): '
    const password = await askSecret(io, question)
    if (password === undefined) throw createCancelError()
    if (faultOf === undefined) return password
    const fault = faultOf(password)
    if (fault !== undefined) {
      io.stderr.write(`${fault[0]?.toUpperCase()}${fault.slice(1)}. Try again.\n`)
      continue
    }
    const again = await askSecret(io, 'Repeat the password: ')
    if (again === undefined) throw createCancelError()
    if (again === password) return password
    io.stderr.write('The passwords do not match. Try again.\n')
  }
}

const createCancelError = () => new UsageError('cancelled: nothing was created')

function report(result: KeygenResult, asJson: boolean, io: Io): number {
  if (asJson) {
    io.stdout.write(`${json(result)}\n`)
    return exits.fine
  }
  const { team, name, url, version, keyFiles, fingerprint } = result
  if (keyFiles.length === 0)
    io.stdout.write(`${oneLine(name)} (${team}) already has a root key. This machine can publish now.\n`)
  else {
    io.stdout.write(`${oneLine(name)} (${team}) on ${url}: root ${version} is signed, fingerprint ${fingerprint}.\n`)
    io.stdout.write(keyLines(keyFiles, io))
  }
  io.stdout.write('\nNext: hookline team publish <dir> --code\n')
  return exits.fine
}
