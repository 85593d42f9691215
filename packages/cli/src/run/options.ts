/** The options of `hookline run`, which the daemon reads too. */
import { dialects, hostNames } from '@hookline/core/dialects'
import type { Edition } from '@hookline/core/node'
import { readEdition, readFlags, UsageError } from '../flags.ts'
import type { CallLevel, Host } from './answer.ts'

const flags = {
  host: { type: 'string' },
  installed: { type: 'boolean' },
  from: { type: 'string' },
  edition: { type: 'string' },
  lost: { type: 'string' },
} as const

interface RunOptions {
  readonly host: Host
  readonly installed: boolean
  /** The level of the settings that hold this call. */
  readonly from?: CallLevel
  readonly edition?: Edition
  /** The id of a call whose answer was lost: no hook may run again. */
  readonly lost?: string
}

export function readRunOptions(args: readonly string[]): RunOptions {
  const { values } = readFlags(args, flags, 0)
  const host = readHost(values.host)
  const { lost, installed = false } = values
  return {
    host,
    installed,
    ...readLevel(values.from),
    ...readEdition(values.edition),
    ...(lost === undefined ? {} : { lost }),
  }
}

function readLevel(from: string | undefined): { readonly from?: CallLevel } {
  if (from === undefined) return {}
  if (from === 'user' || from === 'project') return { from }
  throw new UsageError(`--from must be user or project, got ${JSON.stringify(from)}`)
}

function readHost(name: string | undefined): Host {
  const host = hostNames.find((one) => one === name)
  const dialect = host === undefined ? undefined : dialects[host]
  if (dialect !== undefined) return dialect
  const known = hostNames.join(' or ')
  throw new UsageError(name === undefined ? `--host is missing: ${known}` : `there is no host "${name}": ${known}`)
}

/** One JSON object on one line. */
export const toWire = (value: object): string => `${JSON.stringify(value)}\n`
