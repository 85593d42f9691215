/** `hookline team keygen --rotate` and `--rotate-online`: creates the next root with new root keys or with new server keys. */
import { UsageError } from '../flags.ts'
import { exits, type Io } from '../io.ts'
import { shownPath } from '../paths.ts'
import { json, oneLine } from '../text/plain.ts'
import type { Context } from './command.ts'

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
    throw new UsageError(
      '--rotate and --rotate-online cannot be combined: each creates its own root. Run the command twice',
    )
  if (link !== undefined)
    throw new UsageError(
      `--rotate${isRoot ? '' : '-online'} takes no link: it uses the team that this machine administers`,
    )
  const keys = readCount('--keys', values.keys)
  const threshold = readCount('--threshold', values.threshold)
  if (!isRoot && (keys ?? threshold) !== undefined)
    throw new UsageError(
      '--keys and --threshold only apply to root keys, which --rotate-online does not change. Use --rotate',
    )
  const counts = { ...(keys === undefined ? {} : { keys }), ...(threshold === undefined ? {} : { threshold }) }
  const options = { ...(values.team === undefined ? {} : { team: values.team }), oldKeyFiles: values['old-key'] ?? [] }
  const result = isRoot
    ? await team.rotate(machine, { ...options, ...counts })
    : await team.rotateOnline(machine, options)
  if (values.json === true) {
    io.stdout.write(`${json(result)}\n`)
    return exits.fine
  }
  io.stdout.write(`${oneLine(result.name)} (${result.team}) on ${result.url}: root ${result.version} is signed.\n`)
  io.stdout.write(
    isRoot
      ? `${keyLines(result.keyFiles, io)}The keys of root ${result.version - 1} can no longer sign a root. Keep them secret or destroy them.\n`
      : 'The server has new keys and destroyed the old ones. The root keys did not change.\n',
  )
  io.stdout.write('Machines follow at their next event. To update one at once, run there: hookline team sync\n')
  return exits.fine
}

/** Formats the paths of the new root keys, with advice on how to keep them. */
export function keyLines(files: readonly string[], { cwd }: Pick<Io, 'cwd'>): string {
  const advice =
    files.length === 1
      ? 'The server never gets this key. Keep a copy in a safe location: without it the root cannot be changed.\n'
      : 'The server never gets these keys. Store them in different locations: one stolen key alone cannot change the root.\n'
  return files.map((file) => `  root key  ${shownPath(file, cwd)}\n`).join('') + advice
}

export function readCount(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,2}$/.test(text) && Number(text) > 0) return Number(text)
  throw new UsageError(`${flag} must be a number from 1 to 99, got "${text}"`)
}
