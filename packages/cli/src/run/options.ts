/** The options of `hookline run`, which the daemon reads too. */
import { dialects, hostNames } from '@hookline/core/dialects'
import type { Edition } from '@hookline/core/node'
import { readEdition, readFlags, UsageError } from '../flags.ts'
import type { LastWords } from '../io.ts'
import { oneLine } from '../text/plain.ts'
import type { Answer, CallLevel, Host } from './answer.ts'

export const flags = {
  host: { type: 'string' },
  installed: { type: 'boolean' },
  from: { type: 'string' },
  edition: { type: 'string' },
  lost: { type: 'string' },
  background: { type: 'string' },
  // What another shell does if Hookline is missing: an argument that has done its work when this program starts.
  else: { type: 'string' },
  // The Node that the launcher on Windows starts: there a command cannot set a variable for its program.
  node: { type: 'string' },
} as const

interface RunOptions {
  /** Absent: the agent is recognised by its payload. */
  readonly host?: Host
  readonly installed: boolean
  /** The level of the settings that hold this call. */
  readonly from?: CallLevel
  readonly edition?: Edition
  /** The id of a call whose answer was lost: no hook may run again. */
  readonly lost?: string
  /** The permit of this process, one of those that run background hooks, which come on stdin. */
  readonly background?: string
}

export function readRunOptions(args: readonly string[]): RunOptions {
  const values = readUsual(args) ?? readFlags(args, flags, 0).values
  const { lost, background, installed = false } = values
  return {
    ...(values.host === undefined ? {} : { host: readHost(values.host) }),
    installed,
    ...readLevel(values.from),
    ...readEdition(values.edition),
    ...(lost === undefined ? {} : { lost }),
    ...(background === undefined ? {} : { background }),
  }
}

type Values = ReturnType<typeof readFlags<typeof flags>>['values']

/**
 * Arguments as `connect` writes them: each option once, in full, with its value in the next word. Undefined for all others.
 * Node loads its own reader for a millisecond, and an agent waits for every start.
 */
export function readUsual(args: readonly string[]): Values | undefined {
  const values: Record<string, string | true> = {}
  for (let at = 0; at < args.length; at++) {
    const name = args[at]?.slice(2) ?? ''
    if (args[at] !== `--${name}` || !Object.hasOwn(flags, name) || name in values) return undefined
    // The line above makes `name` a key of the table.
    if (flags[name as keyof typeof flags].type === 'boolean') values[name] = true
    else {
      const value = args[++at]
      if (value === undefined || value === '' || value.startsWith('-')) return undefined
      values[name] = value
    }
  }
  // Each value has the type that its row says.
  return values as Values
}

function readLevel(from: string | undefined): { readonly from?: CallLevel } {
  if (from === undefined) return {}
  if (from === 'user' || from === 'project') return { from }
  throw new UsageError(`--from must be user or project, got ${JSON.stringify(from)}`)
}

function readHost(name: string): Host {
  const dialect = hostNames.includes(name) ? dialects[name] : undefined
  if (dialect !== undefined) return dialect
  throw new UsageError(`there is no host "${name}": ${hostNames.join(', ')}`)
}

/** What the process prints, and its exit code. Where the agent reads stderr, only its reply is there. */
export function toOutput({ stdout, exitCode, says, print }: Answer): LastWords {
  const printed = print?.(stdout, exitCode) ?? { stdout: `${JSON.stringify(stdout)}\n`, exitCode }
  return { ...printed, stderr: printed.stderr ?? (says === undefined ? '' : `${oneLine(says)}\n`) }
}
