/** Reads a command's arguments. Wrong arguments are a usage error with exit code 64, never 2. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { editions, isEdition } from '@hookline/core'
import { type Edition, nearest } from '@hookline/core/node'
import type { Io } from './io.ts'
import { oneLine } from './text/plain.ts'

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>

/** The options of every command that edits files of a workspace: it shows the diff, asks, and writes. */
export const editOptions = {
  yes: { type: 'boolean', short: 'y' },
  'dry-run': { type: 'boolean' },
  cwd: { type: 'string' },
  json: { type: 'boolean' },
} as const

/** `most` is the number of arguments without a dash that the command takes. */
export function readFlags<const O extends Options>(args: readonly string[], options: O, most: number): Parsed<O> {
  const parsed = parseStrictly(args, options)
  const extra = parsed.positionals[most]
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`)
  return parsed
}

function parseStrictly<O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (thrown) {
    if (!(thrown instanceof TypeError) || !('code' in thrown)) throw thrown
    throw new UsageError(describeParseError(thrown, options))
  }
}

function describeParseError({ message }: Error, options: Options): string {
  const unknown = /^Unknown option '(-[^'=\s]*)/.exec(message)?.[1]
  if (unknown === undefined) return describeValueError(message)
  if (unknown === '--cwd') return 'unknown option --cwd. Change to the directory first: cd <dir>'
  const near = nearest(unknown.replace(/^-+/, ''), Object.keys(options))
  return `unknown option ${unknown}${near === undefined ? '' : `. Did you mean --${near}?`}`
}

function describeValueError(message: string): string {
  const option = /^Option '(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1]
  if (option === undefined) return message.split('\n')[0]?.replace(/\.$/, '') ?? message
  if (message.includes('does not take an argument')) return `${option} takes no value`
  const dash = message.includes('ambiguous') ? `. If the value begins with a dash, write ${option}=<value>` : ''
  return `${option} needs a value${dash}`
}

/** For a command with commands of its own, such as `trust`: which there are, and which one was probably meant. */
export function noSuchCommand(command: string, given: string | undefined, names: readonly string[]): UsageError {
  const choice = `Choose one: ${names.join(', ')}`
  if (given === undefined || given === '') return new UsageError(`a command is missing. ${choice}`)
  if (given.startsWith('-')) return new UsageError(`write the command before ${oneLine(given)}. ${choice}`)
  const near = nearest(given, names)
  const hint = near === undefined ? choice : `Did you mean "${near}"? ${choice}`
  return new UsageError(`there is no command "${command} ${oneLine(given)}". ${hint}`)
}

export function readEdition(name: string | undefined): { readonly edition?: Edition } {
  if (name === undefined) return {}
  if (isEdition(name)) return { edition: name }
  throw new UsageError(`unknown edition "${name}". Use one of: ${Object.keys(editions).toSorted().join(', ')}`)
}

export function readDirectory(path: string | undefined, io: Io): string {
  if (path === '') throw new UsageError('the name of the directory is empty')
  const directory = resolve(io.cwd, path ?? '.')
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${directory} is not a directory`)
  return directory
}
