/** Parses a git command: its global options, the verb, and the arguments of the verb. */
import { resolve } from 'node:path'
import type { ShellCommand, ShellWord } from '@hookline/core/shell'
import { environmentSettings, skipsChecks } from './environment-settings.ts'
import { expandAlias, expandOption, rehearses } from './git-options.ts'

export interface GitCall {
  readonly verb: string
  /** The words after the verb. */
  readonly words: readonly string[]
  /** The words that are not options. */
  readonly operands: readonly string[]
  readonly directory: string
  /** `-c name=value` before the verb. */
  readonly settings: readonly string[]
  /** A variable makes the checks of the repository do nothing. */
  readonly skipsChecks: boolean
  /** The branch that an earlier command of the text checked out in that directory. */
  readonly branch?: string
}

const withValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env'])
/** Options of the verbs that packs check whose value is the next word. */
const verbValues = new Set([
  '-m',
  '--message',
  '-F',
  '--file',
  '-o',
  '--push-option',
  '--receive-pack',
  '--exec',
  '--repo',
  '--author',
  '--date',
  '-C',
  '-c',
  '-t',
  '--template',
  '-X',
  '--strategy',
  '--strategy-option',
])

export function gitCall(command: ShellCommand, cwd: string): GitCall | undefined {
  if (command.name !== 'git') return undefined
  const args = expandAlias(command)
    .words.slice(1)
    .map(({ text }: ShellWord) => text)
  let directory = resolve(cwd, command.cwd ?? '.')
  const settings = [...environmentSettings(command)]
  let at = 0
  for (; at < args.length && args[at]?.startsWith('-') === true; at++) {
    const option = args[at] ?? ''
    const value = args[at + 1] ?? ''
    if (option.startsWith('--config-env=')) settings.push(option.slice('--config-env='.length))
    if (!withValue.has(option)) continue
    if (option === '-C') directory = resolve(directory, value)
    if (option === '-c' || option === '--config-env') settings.push(value)
    at++
  }
  const { verb, rest } = plainVerb(args[at] ?? '', args.slice(at + 1))
  const words = rest.map((text) => expandOption(verb, text))
  return {
    verb,
    words,
    operands: operandsOf(words),
    directory,
    settings,
    skipsChecks: skipsChecks(command),
  }
}

/** `send-pack` and `subtree push` push, too. */
function plainVerb(verb: string, rest: readonly string[]): { verb: string; rest: readonly string[] } {
  if (verb === 'send-pack' || verb === 'http-push') return { verb: 'push', rest }
  const at = verb === 'subtree' ? rest.indexOf('push') : -1
  if (at === -1) return { verb, rest }
  const own = rest.filter(
    (word, index) => index !== at && !/^(-P|--prefix)$/.test(rest[index - 1] ?? '') && word !== '',
  )
  return { verb: 'push', rest: own.filter((word) => !/^(-P|--prefix)/.test(word)) }
}

function operandsOf(words: readonly string[]): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return [...found, ...words.slice(at + 1)]
    if (verbValues.has(word)) at++
    else if (!word.startsWith('-')) found.push(word)
  }
  return found
}

/** The command only shows what it would do; `letter` is the short form of `--dry-run`. */
export const isRehearsal = ({ words }: GitCall, letter = ''): boolean => rehearses(words, letter, verbValues)

/** Matches `-f`, `-uf` and `--force`, but not `--force-with-lease`. */
export const hasOption = ({ words }: GitCall, letter: string, ...long: readonly string[]): boolean =>
  words.some(
    (word) =>
      long.some((one) => word === one || word.startsWith(`${one}=`)) ||
      (letter !== '' && new RegExp(`^-[a-zA-Z]*${letter}[a-zA-Z]*$`).test(word)),
  )
