/** `hookline team keygen --rotate` and `--rotate-online`: the next root, with other root keys or with other keys on the server. */
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../plain.ts'
import type { Context } from './types.ts'

interface Values {
  readonly rotate?: boolean | undefined
  readonly 'rotate-online'?: boolean | undefined
  readonly keys?: string | undefined
  readonly threshold?: string | undefined
  readonly team?: string | undefined
  readonly 'old-key'?: readonly string[] | undefined
  readonly json?: boolean | undefined
}

export async function rotateKeys(values: Values, link: string | undefined, { io, team, machine }: Context) {
  const isRoot = values.rotate === true
  if (isRoot && values['rotate-online'] === true)
    throw new UsageError('--rotate or --rotate-online: each makes a root of its own')
  if (link !== undefined)
    throw new UsageError(
      `--rotate${isRoot ? '' : '-online'} takes no link: the team is one that this machine administers`,
    )
  const keys = readCount('--keys', values.keys)
  const threshold = readCount('--threshold', values.threshold)
  if (!isRoot && (keys ?? threshold) !== undefined)
    throw new UsageError('--keys and --threshold are of root keys, which --rotate-online leaves as they are')
  const counts = { ...(keys === undefined ? {} : { keys }), ...(threshold === undefined ? {} : { threshold }) }
  const wish = { ...(values.team === undefined ? {} : { team: values.team }), oldKeyFiles: values['old-key'] ?? [] }
  const made = isRoot ? await team.rotate(machine, { ...wish, ...counts }) : await team.rotateOnline(machine, wish)
  if (values.json === true) {
    io.stdout.write(`${json(made)}\n`)
    return exits.fine
  }
  io.stdout.write(`${oneLine(made.name)} (${made.team}) on ${made.url}: root ${made.version} is signed.\n`)
  io.stdout.write(
    isRoot
      ? `${keyLines(made.keyFiles, io)}The keys of root ${made.version - 1} sign no further root: keep them from others, or destroy them.\n`
      : 'The server has new keys and destroyed the old ones; the root keys are what they were.\n',
  )
  io.stdout.write('Machines follow by themselves within 30 minutes, or at once by hookline team sync.\n')
  return exits.fine
}

/** Where the new root keys are, and what is to become of them. */
export function keyLines(files: readonly string[], { cwd }: Pick<Io, 'cwd'>): string {
  const words =
    files.length === 1
      ? 'The server never has it. Keep a copy where you keep what must not be lost: without it the root cannot be changed.\n'
      : 'The server never has them. Carry them to different places: one stolen key alone changes nothing.\n'
  return files.map((file) => `  root key  ${shownPath(file, cwd)}\n`).join('') + words
}

export function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,2}$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`${flag} takes a number from 1 on, not "${text}"`)
}
