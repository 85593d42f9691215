/** Finds file names that one command lists and another opens: `cat $(find . -name .env)`, `ls -a | grep env | xargs cat`. Pure. */
import { argumentsOf, type ShellCommand, type ShellReading, type ShellWord } from '@hookline/core/shell'
import { filesTouchedBy } from './touched-files.ts'

/** Tests whether a wildcard or a part of a name selects a protected name. */
export interface NameTests {
  readonly glob: (pattern: string) => string | undefined
  readonly piece: (text: string) => string | undefined
}

/** The limit of selectors to test; a search with more words does not select a single file. */
const MAX_SELECTORS = 500

/** The protected name that a command selects, if it prints files that are known only at run time. */
export function findSelectedName(reading: ShellReading, tests: NameTests): string | undefined {
  const { commands } = reading
  if (!commands.some((one) => opensUnknown(one))) return undefined
  const used = commands.filter((one) => isListUsed(one, reading))
  return first(used.flatMap(selectorsOf).slice(0, MAX_SELECTORS), (selector) =>
    selector.kind === 'glob' ? tests.glob(selector.text) : pieces(selector.text, tests),
  )
}

const first = <T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined => {
  for (const one of list) {
    const found = find(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** The command prints a file whose name is known only at run time. */
const opensUnknown = (command: ShellCommand): boolean =>
  filesTouchedBy(command).some(({ shown, known, path }) => shown === true && known === false && /[$`…<{]/.test(path))

/** The output of the command becomes arguments or input of another command, or of the command that it starts itself. */
function isListUsed(command: ShellCommand, { commands, files }: ShellReading): boolean {
  if (command.via.some((label) => label === '$(…)' || label === '<(…)' || label === '`…`')) return true
  if (argumentsOf(command)?.all.some(({ kind }) => kind === 'command') === true) return true
  if (files.some(({ how, by }) => how !== 'read' && by === command.name)) return true
  return (
    ['read', 'mapfile', 'readarray'].includes(command.name) ||
    commands.some(({ stdin }) => stdin.kind === 'pipe' && stdin.from.includes(command))
  )
}

interface Selector {
  readonly kind: 'glob' | 'piece'
  readonly text: string
}
const glob = ({ text }: ShellWord): Selector => ({ kind: 'glob', text })
const piece = ({ text }: ShellWord): Selector => ({ kind: 'piece', text })

/** Programs that print their arguments as names. */
const printers = /^(echo|printf|ls|ll|dir|realpath|readlink|basename|compgen)$/
/** Programs that search for a regular expression among names. */
const byExpression = /^(fd|fdfind|m?locate|plocate|mdfind|ag|ack)$/

/** The arguments that decide which names the command prints. */
function selectorsOf(command: ShellCommand): readonly Selector[] {
  const { name, stdin } = command
  if (stdin.kind === 'text' && stdin.known && /^(read|mapfile|readarray|xargs)$/.test(name))
    return stdin.text.split(/\s+/).map((text) => ({ kind: 'glob', text }))
  if (printers.test(name)) return command.words.slice(1).map(glob)
  const read = argumentsOf(command)
  if (read === undefined) return []
  if (read.verbs[0] === 'ls-files') return read.all.filter(({ kind }) => kind === 'name').map(({ word }) => glob(word))
  return read.all.flatMap(({ kind, word, option = '' }): readonly Selector[] => {
    if (kind === 'selects') return byExpression.test(name) || /regex/.test(option) ? [piece(word)] : [glob(word)]
    // It filters the output of another command; given files of its own, it would print their content.
    const filters = stdin.kind === 'pipe' && (kind === 'pattern' || (kind === 'code' && /awk$|sed$/.test(name)))
    return filters || (kind === 'pattern' && byExpression.test(name)) ? [piece(word)] : []
  })
}

/** Tests the literal parts of a regular expression: `^\.(env|pem)$` has `.env` and `.pem`. */
function pieces(expression: string, { piece: test }: NameTests): string | undefined {
  const plain = expression
    .slice(0, 200)
    .replace(/\\([.\-_/])/g, '$1')
    .replace(/^\/|\/[a-z]?$|[\^$]/g, '')
  return first(plain.split(/\.[*+]|[|()[\]*+?{}]/), (text) => (text === '' ? undefined : test(text)))
}

/** Finds the name that contains a part of a name. Short parts are ignored, because they match too many names. */
export const pieceTest =
  (names: readonly string[]) =>
  (text: string): string | undefined =>
    names.find(
      (name) => text.includes(name) || (text.length > 2 && name.includes(text) && 2 * text.length > name.length),
    )
