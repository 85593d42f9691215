/** Reads the options of a program's words: clusters, long names and their abbreviations, in any order. */
import type { ShellCommand, ShellWord } from '@hookline/core/shell'

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

/** One of these words stands among the arguments, as it is or as `word=value`. */
export const says = (command: ShellCommand, ...words: readonly string[]): boolean =>
  command.words.slice(1).some(({ text }) => words.some((word) => text === word || text.startsWith(`${word}=`)))

/** The value of an option: the next word, or what follows `=` or the letter. */
export function optionOf(command: ShellCommand, ...names: readonly string[]): ShellWord | undefined {
  for (const [at, word] of command.words.entries()) {
    for (const name of names) {
      if (word.text === name) return command.words[at + 1]
      if (word.text.startsWith(`${name}=`)) return { ...word, text: word.text.slice(name.length + 1) }
      if (/^-[a-zA-Z]$/.test(name) && word.text.startsWith(name) && word.text.length > 2)
        return { ...word, text: word.text.slice(2) }
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

/** The words of a command without its options: `git -C x push origin` begins with `push`. */
export const verbs = (command: ShellCommand, ...withValue: readonly string[]): readonly string[] =>
  operands(command, ...withValue).map((word) => word.text)
