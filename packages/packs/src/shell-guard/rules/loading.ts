/** Recognises uses of an environment file that print no value: it is loaded or counted, or only its names are printed. */
import { argumentsOf, hasOption, type ShellCommand, type ShellReading } from '@hookline/core/shell'
import { list } from '../options.ts'

/** Programs whose arguments become variables. */
const loaders: ReadonlySet<string> = new Set(list('export env declare typeset local readonly eval set'))
/** Programs that print a file unchanged; filters select what a command needs. */
const showers: ReadonlySet<string> = new Set(
  list('cat bat batcat less more head tail tac nl base64 base32 xxd od hexdump hd strings type Get-Content gc rev'),
)
/** Programs that print their arguments or store them where others can read them. */
const printers: ReadonlySet<string> = new Set(
  list('echo printf logger git gh glab hub jj hg say notify-send wall mail'),
)

/** `export $(grep -v '^#' .env | xargs)` and `x=$(cat .env)` load the file and print nothing. */
export function isLoaded(command: ShellCommand, { commands }: ShellReading): boolean {
  if (!command.via.includes('$(…)')) return false
  const text = command.words.at(-1)?.text ?? ''
  const outer = commands.filter(
    (one) =>
      one !== command && one.words.some((word) => !word.known && word.text.includes('$(') && word.text.includes(text)),
  )
  if (outer.some(({ name }) => printers.has(name))) return false
  // A here-document that contains the substitution is printed.
  if (commands.some(({ name, stdin }) => showers.has(name) && stdin.kind === 'text' && isInside(text, stdin.text)))
    return false
  return !showers.has(command.name) || outer.every(({ name, via }) => loaders.has(name) || via.includes('env'))
}

const isInside = (path: string, text: string): boolean => /\$\(|`/.test(text) && text.includes(path)

/** The command, or the one that gets its output, prints only names of variables, a count, or whether something matches. */
export function printsNamesOnly(command: ShellCommand, { commands }: ShellReading): boolean {
  if (printsNames(command)) return true
  const next = commands.filter(({ stdin }) => stdin.kind === 'pipe' && stdin.from.includes(command))
  return next.length > 0 && next.every((one) => argumentsOf(one)?.isQuiet === true || printsNames(one))
}

function printsNames(command: ShellCommand): boolean {
  const read = argumentsOf(command)
  if (read === undefined) return false
  const value = (name: string): string => read.options.find((one) => one.name === name)?.value?.text ?? ''
  const program = read.all.find(({ kind }) => kind === 'code' || kind === 'pattern')?.word.text ?? ''
  if (/^g?cut$/.test(command.name)) return value('-d') === '=' && value('-f') === '1'
  if (/awk$/.test(command.name))
    return value('-F') === '=' && /^\s*(\/[^/]*\/)?\s*\{\s*print\s*\$1\s*;?\s*\}\s*$/.test(program)
  if (/^g?sed$/.test(command.name)) return /^s(.)\(?=\.\*\)?\$?\1=?[^\\&]*\1g?$/.test(program)
  if (!/^([ef]?grep|rg)$/.test(command.name)) return false
  // A single variable that is not a key, or the names before the equals sign.
  if (hasOption(read, '-o')) return /^\^\(?(\[[^\]]*\]|\\w)[*+]=?\)?$/.test(program)
  return /^\^?\w+=?$/.test(program) && !secretName.test(program) && !hasOption(read, '-v')
}

/** Names of variables that contain a key. */
export const secretName = /(TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CREDENTIAL|^key$)/i
