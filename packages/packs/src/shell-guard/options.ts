/** Reads the options of a program by its grammar, or, without a grammar, by the usual spelling of options. */
import {
  argumentsOf,
  type Grammar,
  hasOption,
  isRehearsal,
  type ReadArguments,
  readArguments,
  type ShellCommand,
  type ShellWord,
} from '@hookline/core/shell'

/** Splits a line of words into a list. */
export const list = (text: string): readonly string[] => text.trim().split(/\s+/)

/** A command from its verb on, with the grammar of that verb. */
interface VerbCommand extends ShellCommand {
  readonly verbRow?: Grammar | 'none'
}

const verbs = new WeakMap<ShellCommand, ReadArguments>()

/** The parsed arguments of the program, or of the verb; undefined without a grammar. */
function readingOf(command: VerbCommand): ReadArguments | undefined {
  const { verbRow } = command
  if (verbRow === undefined) return argumentsOf(command)
  if (verbRow === 'none') return undefined
  const known = verbs.get(command) ?? readArguments(verbRow, command.words.slice(1))
  verbs.set(command, known)
  return known
}

/** `has(command, 'r', 'recursive')` matches `-r`, `-fr`, `--recursive` and `--recurs`. */
export function has(command: ShellCommand, short: string, ...long: readonly string[]): boolean {
  const read = readingOf(command)
  if (read !== undefined)
    return hasOption(read, ...[...short].map((letter) => `-${letter}`), ...long.map((name) => `--${name}`))
  for (const { text } of command.words.slice(1)) {
    if (text === '--') return false
    if (text.startsWith('--')) {
      const name = text.slice(2).split('=')[0] ?? ''
      if (long.some((one) => one === name || (name.length >= 3 && one.startsWith(name)))) return true
    } else if (/^-[A-Za-z0-9]/.test(text) && [...short].some((letter) => text.slice(1).includes(letter))) return true
  }
  return false
}

/** Checks short options only: `-f` and `-uf`, not `--force-with-lease`. */
export const hasShort = (command: ShellCommand, letters: string): boolean => has(command, letters)

/** Whether the arguments contain one of these words, alone or as `word=value`. */
export const says = (command: ShellCommand, ...words: readonly string[]): boolean =>
  command.words.slice(1).some(({ text }) => words.some((word) => text === word || text.startsWith(`${word}=`)))

/** The command only prints help or a version, or is a dry run. */
export const onlyShows = (command: ShellCommand): boolean => asksForHelp(command) || isRehearsal(command)

/** Programs whose `-h` means something else. */
const halting: ReadonlySet<string> = new Set(list('shutdown halt poweroff reboot telinit init chown chgrp'))

/** The command only prints help. Words after `--`, or of a command that it starts, do not count. */
export function asksForHelp(command: ShellCommand): boolean {
  const read = readingOf(command)
  const inner = read?.all.find(({ kind }) => kind === 'command' || kind === 'words' || kind === 'shell')?.at
  const words = command.words.slice(1, inner === undefined ? undefined : inner + 1).map((word) => word.text)
  const end = words.indexOf('--')
  const own = end === -1 ? words : words.slice(0, end)
  const [first] = own
  const last = own.at(-1)
  return (
    first === 'help' ||
    // For most programs a final `help` is a name.
    (last === 'help' && (command.name === 'aws' || own.length < 3)) ||
    last === '--version' ||
    (last === '-h' && !halting.has(command.name)) ||
    last === '/?' ||
    last === '-?' ||
    own.some((text) => text === '--help' || text === '-help')
  )
}

/** The value of an option: the next word, or the text after `=` or the letter. */
export function optionOf(command: ShellCommand, ...names: readonly string[]): ShellWord | undefined {
  for (const [at, word] of command.words.entries()) {
    for (const name of names) {
      if (word.text === name) return command.words[at + 1]
      if (word.text.startsWith(`${name}=`)) return { ...word, text: word.text.slice(name.length + 1) }
      if (!/^-[a-zA-Z]$/.test(name)) continue
      if (word.text.startsWith(name) && word.text.length > 2) return { ...word, text: word.text.slice(2) }
      // In `-qO file` the last letter takes the next word.
      if (/^-[a-zA-Z]+$/.test(word.text) && word.text.endsWith(name.slice(1))) return command.words[at + 1]
    }
  }
  return undefined
}

/** The words that are not options or values of options. */
export function operands(command: ShellCommand, ...withValue: readonly string[]): readonly ShellWord[] {
  const read = readingOf(command)
  if (read !== undefined)
    return read.all
      .filter(({ kind, option, at }) => {
        const before = command.words[at]?.text ?? ''
        return option === undefined && kind !== 'separator' && !(at > 0 && withValue.includes(before))
      })
      .map(({ word }) => word)
  const found: ShellWord[] = []
  let plain = false
  for (let at = 1; at < command.words.length; at++) {
    // The index is in range.
    const word = command.words[at] as ShellWord
    if (plain) found.push(word)
    else if (word.text === '--') plain = true
    else if (withValue.includes(word.text)) at++
    else if (!word.text.startsWith('-') || word.text === '-') found.push(word)
  }
  return found
}

/** The command from its verb on: `git -C x push -f` is `push -f`. The options before it that take a value are named. */
export function fromVerb(command: ShellCommand, withValue: readonly string[]): VerbCommand | undefined {
  let at = 1
  while (at < command.words.length) {
    const text = command.words[at]?.text ?? ''
    if (withValue.includes(text)) at += 2
    else if (/^[-+]./.test(text)) at++
    else break
  }
  if (at >= command.words.length) return undefined
  const read = argumentsOf(command)
  return {
    ...command,
    words: command.words.slice(at),
    verbRow: read === undefined || read.verbs.length === 0 ? 'none' : read.grammar,
  }
}

export const joined = (words: readonly ShellWord[]): string => words.map((word) => word.text).join(' ')
