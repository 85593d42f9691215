/** Reads the options of a program's words: clusters, long names and their abbreviations, in any order. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'

/** A list written as a line of words. */
export const list = (text: string): readonly string[] => text.trim().split(/\s+/)

/** `has(command, 'r', 'recursive')`: `-r`, `-fr`, `--recursive`, `--recurs`. */
export function has(command: ShellCommand, short: string, ...long: readonly string[]): boolean {
  for (const { text } of command.words.slice(1)) {
    if (text === '--') return false
    if (text.startsWith('--')) {
      const name = text.slice(2).split('=')[0] ?? ''
      if (long.some((one) => one === name || (name.length >= 3 && one.startsWith(name)))) return true
    } else if (/^-[A-Za-z0-9]/.test(text) && [...short].some((letter) => text.slice(1).includes(letter))) return true
  }
  return false
}

/** The same of short options alone. */
export const hasShort = (command: ShellCommand, letters: string): boolean =>
  has({ ...command, words: command.words.filter((word) => !word.text.startsWith('--')) }, letters)

/** One of these words stands among the arguments, as it is or as `word=value`. */
export const says = (command: ShellCommand, ...words: readonly string[]): boolean =>
  command.words.slice(1).some(({ text }) => words.some((word) => text === word || text.startsWith(`${word}=`)))

/** It only shows: asked for help, a version or a rehearsal. */
export const onlyShows = (command: ShellCommand): boolean => {
  const [, first, ...more] = command.words.map((word) => word.text)
  const last = more.at(-1) ?? first
  const end = more.indexOf('--')
  const options = [first ?? '', ...(end === -1 ? more : more.slice(0, end))]
  // The last one decides; `help` at the end is the name of a thing for most programs.
  const rehearsal = options.findLast((text) => /^-{1,2}(no-)?dry-?run(=|$)/.test(text)) ?? ''
  return (
    first === 'help' ||
    (last === 'help' && (command.name === 'aws' || more.length < 2)) ||
    last === '--version' ||
    options.some((text) => /^-{1,2}help$/.test(text)) ||
    /^-{1,2}dry-?run(=(client|server|true))?$/.test(rehearsal)
  )
}

/** The value of an option: the next word, or what follows `=` or the letter. */
export function optionOf(command: ShellCommand, ...names: readonly string[]): ShellWord | undefined {
  for (const [at, word] of command.words.entries()) {
    for (const name of names) {
      if (word.text === name) return command.words[at + 1]
      if (word.text.startsWith(`${name}=`)) return { ...word, text: word.text.slice(name.length + 1) }
      if (!/^-[a-zA-Z]$/.test(name)) continue
      if (word.text.startsWith(name) && word.text.length > 2) return { ...word, text: word.text.slice(2) }
      // `-qO file`: the last letter of a cluster takes the next word.
      if (/^-[a-zA-Z]+$/.test(word.text) && word.text.endsWith(name.slice(1))) return command.words[at + 1]
    }
  }
  return undefined
}

/** The words that are no options, without the values of those that take one. */
export function operands(command: ShellCommand, ...withValue: readonly string[]): readonly ShellWord[] {
  const found: ShellWord[] = []
  let plain = false
  for (let at = 1; at < command.words.length; at++) {
    const word = command.words[at] as ShellWord
    if (plain) found.push(word)
    else if (word.text === '--') plain = true
    else if (withValue.includes(word.text)) at++
    else if (!word.text.startsWith('-') || word.text === '-') found.push(word)
  }
  return found
}

/** The command from its verb on: `git -C x push -f` is `push -f`. The options before it that take a value are named. */
export function fromVerb(command: ShellCommand, withValue: readonly string[]): ShellCommand | undefined {
  let at = 1
  while (at < command.words.length) {
    const text = command.words[at]?.text ?? ''
    if (withValue.includes(text)) at += 2
    else if (/^[-+]./.test(text)) at++
    else break
  }
  return at >= command.words.length ? undefined : { ...command, words: command.words.slice(at) }
}

export const joined = (words: readonly ShellWord[]): string => words.map((word) => word.text).join(' ')
