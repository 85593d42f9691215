/** Guesses which words after an unknown program may be a command that it starts. */
import { grammarOf } from '../programs/index.ts'
import { isNamedProgram } from '../programs/known-names.ts'
import type { ShellWord } from '../types.ts'
import { special } from './special-programs.ts'

export type Guess =
  | { readonly kind: 'command'; readonly words: readonly ShellWord[] }
  | { readonly kind: 'text'; readonly text: string }

const MAX_GUESSES = 3
const MAX_TEXT = 500

/** Whether the program has no row, and is not on the list of programs that take no command. */
export const isUnknownProgram = (name: string): boolean =>
  name !== '' &&
  grammarOf(name) === undefined &&
  !isNamedProgram(name) &&
  !Object.hasOwn(special, name) &&
  /^[\w.@+-]+$|^[\w.-]*=\w*$/.test(name)

/** Options that by convention take a command: `--exec`, `-c`. */
const takesText = /^(-c|-x|--?(command|cmd|exec|execute|run|shell|eval|before|after|pre|post|hook|on-\w+)(=.*)?)$/

/** Programs whose words are text, patterns or files, even after `--`. */
const takesNoCommand = new Set(
  `echo printf grep egrep fgrep rg ag ack git gh glab hub hg jj sed awk jq yq test [ [[ set read getopt ls cat head tail rm cp mv ln
  touch mkdir chmod chown diff file stat wc sort logger notify-send say vim vi nvim nano code open man apropos kill pkill pgrep
  type which command apt apt-get brew pip npm yarn pnpm cargo gem`.split(/\s+/),
)

/** Commands that a known program gets by convention: after `--`, or in an option such as `--exec`. */
export function findHandedCommands(name: string, args: readonly ShellWord[]): readonly Guess[] {
  if (takesNoCommand.has(name)) return []
  const guesses: Guess[] = []
  for (const [at, word] of args.entries()) {
    const before = args[at - 1]?.text ?? ''
    if (before === '--') {
      if (isProgram(word.text) && at < args.length - 1) guesses.push({ kind: 'command', words: args.slice(at) })
      break
    }
    const [, attached] = namesCommand.test(word.text) ? (/^[^=]+=([\s\S]*)$/.exec(word.text) ?? []) : []
    const text = attached ?? (namesCommand.test(before) && !before.includes('=') ? word.text : undefined)
    if (text !== undefined && word.known && text.length <= MAX_TEXT && startsLikeCommand(text))
      guesses.push({ kind: 'text', text })
  }
  return guesses.slice(0, MAX_GUESSES)
}
/** Long options whose name suggests a command. */
const namesCommand =
  /^--?((pre|post|before|after|on|run|shell|test|build|start|stop|exit|start-up|startup)[-_])?(exec|execute|command|cmd|run|hook|script|shell-command|on[-A-Z]\w+|runner|renderer|wrapper|launcher|run_under|run-under)(=[\s\S]*)?$/

/** The words from the first program name on, and texts that begin like a command line. */
export function guessCommands(args: readonly ShellWord[]): readonly Guess[] {
  const guesses: Guess[] = []
  for (const [at, word] of args.entries()) {
    if (guesses.length >= MAX_GUESSES) break
    const before = args[at - 1]?.text ?? ''
    const isOperand = !before.startsWith('-') || before === '--'
    const [, value] = takesText.test(word.text) ? (/^[^=]+=([\s\S]*)$/.exec(word.text) ?? []) : []
    const text = value ?? word.text
    if (/\s/.test(text)) {
      const isText = value !== undefined || takesText.test(before) || isOperand
      if (isText && word.known && text.length <= MAX_TEXT && startsLikeCommand(text))
        guesses.push({ kind: 'text', text })
    } else if (at < args.length - 1 && isProgram(text)) {
      guesses.push({ kind: 'command', words: args.slice(at) })
      break
    }
  }
  return guesses
}

/** A bare name or an absolute path of a program with a row. */
export const isProgram = (text: string): boolean => {
  const [, name] = /^(?:\/(?:usr\/)?(?:local\/)?s?bin\/)?([a-z][\w.+-]*)$/.exec(text) ?? []
  return name !== undefined && !everyday.has(name) && (grammarOf(name) !== undefined || isNamedProgram(name))
}
/** Program names that are also common words in command lines. */
const everyday = new Set(
  'test file time type date set host install link look split join sort at man go node script watch command start help info open service task make jobs read local export kill history where which code platform render run sl ip sc net format true false id say copy move look task fold pass k st sem'.split(
    ' ',
  ),
)

/** `rm -rf ~`: a program with a row, then an option, a path or an address. */
export function startsLikeCommand(text: string): boolean {
  const [, name = '', second = ''] = /^\s*(?:sudo\s+)?(\S+)\s+(\S+)/.exec(text) ?? []
  return isProgram(name) && /^[-/~.$"'*]|^\w+:\/\//.test(second)
}
