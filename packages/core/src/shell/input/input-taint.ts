/** Follows the text of the input through a shell text: which variables, files, pipes and expansions may hold it. */

import { isInert, readsItsInput } from '../computed/filters.ts'
import { isInputFile } from '../plain-words.ts'
import { readCounted } from '../read-shell.ts'
import { carriedBy } from '../started/carriers.ts'
import type { ShellCommand, ShellFile, ShellInput, ShellWord } from '../types.ts'

export interface InputTaint {
  readonly commands: readonly ShellCommand[]
  /** Variables that may hold text of the input. */
  readonly held: ReadonlySet<string>
  /** Files to which the text writes what may come from the input. */
  readonly files: ReadonlySet<string>
  /** Whether text that is known only when it runs may have the input among what it expands. */
  holdsInput(text: string): boolean
  comesFromInput(stdin: ShellInput): boolean
}

type Assigned = readonly { readonly name: string; readonly value: ShellWord }[]
interface Known {
  readonly held: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly assigned: Assigned
  readonly depth: number
}

const MOST_DEPTH = 4
const MOST_ROUNDS = 8
const MOST_ASSIGNED = 500

export function traceInput(text: string, variables: readonly string[]): InputTaint {
  const { reading, assigned: direct } = readCounted(text, variables)
  const { commands } = reading
  const assigned = [...direct, ...commands.flatMap(assignedBy)].slice(0, MOST_ASSIGNED)
  const held = new Set(variables)
  const files = new Set<string>()
  const known: Known = { held, files, assigned, depth: 0 }
  // What one assignment holds may depend on a later one, in a loop or a function: repeat until nothing is added.
  for (let round = 0, before = -1; round < MOST_ROUNDS && before !== held.size + files.size; round++) {
    before = held.size + files.size
    for (const one of commands) for (const name of filledFromInput(one, known)) held.add(name)
    for (const { name, value } of assigned) if (!held.has(name) && holdsInput(value.text, known)) held.add(name)
    for (const path of writtenFiles(commands, reading.files, known)) files.add(path)
  }
  return {
    commands,
    held,
    files,
    holdsInput: (one) => holdsInput(one, known),
    comesFromInput: (stdin) => comesFromInput(stdin, known),
  }
}

/** `env c="$command" sh -c …`, `export c="$command"`, `printf -v c %s "$command"`, `c="$command" sh -c …`. */
function assignedBy({ name, words, assignments }: ShellCommand): Assigned {
  const args = words.slice(1)
  const pairs = args.flatMap((word) => {
    const [, variable, text] = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(word.text) ?? []
    return variable === undefined || text === undefined ? [] : [{ name: variable, value: { ...word, text } }]
  })
  const at = name === 'printf' ? args.findIndex(({ text }) => text === '-v') : -1
  const variable = at === -1 ? undefined : args[at + 1]?.text
  const printed = variable === undefined ? [] : args.slice(at + 2).map((value) => ({ name: variable, value }))
  // `declare -n other=command`: another name for the same variable.
  const isReference = /^(declare|local|typeset)$/.test(name) && args.some(({ text }) => /^-\w*n/.test(text))
  const references = isReference
    ? pairs.map(({ name: other, value }) => ({ name: other, value: { ...value, text: `$${value.text}` } }))
    : pairs
  return [...assignments, ...references, ...printed]
}

/** `read -r line`: the names that a command fills from its input. */
function filledFromInput({ name, words, stdin }: ShellCommand, known: Known): readonly string[] {
  if (!/^(read|mapfile|readarray)$/.test(name) || !comesFromInput(stdin, known)) return []
  const given = words.slice(1).flatMap(({ text }) => (/^[A-Za-z_]\w*$/.test(text) ? [text] : []))
  return given.length > 0 ? given : [name === 'read' ? 'REPLY' : 'MAPFILE']
}

/** `cat > x.sh`, `tee x.sh`: paths of files that then hold the input. */
function writtenFiles(commands: readonly ShellCommand[], files: readonly ShellFile[], known: Known): readonly string[] {
  const passing = commands.filter((one) => passesOn(one, known))
  const names = new Set(passing.map(({ name }) => name))
  const redirected = files.filter(({ how, by }) => how !== 'read' && (by === '' ? passing.length > 0 : names.has(by)))
  const moved = commands.filter(
    ({ name, words }) => /^(cp|mv|ln|install)$/.test(name) && words.some(({ text }) => known.files.has(fileKey(text))),
  )
  const copied = [...passing.filter(({ name }) => name === 'tee' || name === 'sponge'), ...moved]
  const paths = [...redirected.map(({ path }) => path), ...copied.flatMap(({ words }) => words.slice(1))]
  return paths
    .map(({ text }) => fileKey(text))
    .filter((path) => !/^(-.*|\/dev\/(null|stdout|stderr|tty|fd\/\d+))$/.test(path))
}

/** Standard input that nothing replaced is the input itself. */
/** `told`: what was found of inputs that several commands share, or the work would double with each stage of a pipe. */
function comesFromInput(stdin: ShellInput, known: Known, told = new Map<ShellInput, boolean>()): boolean {
  const before = told.get(stdin)
  if (before !== undefined) return before
  const answer = isFedByInput(stdin, known, told)
  told.set(stdin, answer)
  return answer
}

function isFedByInput(stdin: ShellInput, known: Known, told: Map<ShellInput, boolean>): boolean {
  switch (stdin.kind) {
    case 'none':
      return true
    case 'text':
      return !stdin.known && holdsInput(stdin.text, known)
    case 'file':
      return (
        isInputFile(stdin.path.text) || known.files.has(fileKey(stdin.path.text)) || holdsInput(stdin.path.text, known)
      )
    case 'pipe':
      return stdin.text === undefined && lastStages(stdin.from).some((one) => passesOn(one, known, told))
  }
}

/** Commands whose output no other command of the list reads. */
function lastStages(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  const inner = new Set(commands.flatMap(({ stdin }) => (stdin.kind === 'pipe' ? stdin.from : [])))
  return commands.filter((one) => !inner.has(one))
}

/** Whether the command's output may hold the input. A program passes on its arguments and what is piped into it. */
function passesOn(one: ShellCommand, known: Known, told?: Map<ShellInput, boolean>): boolean {
  const args = one.words.slice(1)
  if (isInert(one.name, args)) return false
  if (one.name === 'printenv' || (one.name === 'env' && args.length === 0))
    return args.length === 0 || args.some(({ text }) => known.held.has(text))
  if (args.some((word) => !word.known && holdsInput(word.text, known))) return true
  if (one.name === 'echo' || one.name === 'printf') return false
  if (args.some(({ text }) => known.files.has(fileKey(text)))) return true
  if (!comesFromInput(one.stdin, known, told)) return false
  // `python3 -c '… sys.stdin …'` prints what it makes of it.
  if (carriedBy(one.name, args).some((carried) => carried.kind === 'code')) return true
  // What a script or another program does with the input that it merely inherits, the text does not tell.
  return readsItsInput(one.name, args) || (one.stdin.kind !== 'none' && !carriesOn(one, args))
}

/** A wrapper or a shell prints what the commands inside it print, which are judged on their own. */
const carriesOn = ({ name }: ShellCommand, args: readonly ShellWord[]): boolean =>
  carriedBy(name, args).some(({ kind }) => kind === 'command' || kind === 'text')

/** The commands of a substitution are judged by what they print. A parenthesis that nothing closes stays. */
function withoutSubstitutions(text: string): string {
  const flat = text.replace(/`[^`]*`/g, '')
  for (let before = flat, round = 0; ; round++) {
    const after = before.replace(/[$<]?\([^()]*\)/g, '')
    if (after === before || round > 50) return after
    before = after
  }
}

/** A file is the same with `./` before it. */
export const fileKey = (path: string): string => path.replace(/^(\.\/)+/, '')

function holdsInput(text: string, known: Known): boolean {
  if (!/[$`<]/.test(text)) return false
  for (const [, name] of withoutSubstitutions(text).matchAll(/\$(?:\{[#!]?)?([A-Za-z_]\w*)/g))
    if (known.held.has(name ?? '')) return true
  for (const [, name] of text.matchAll(/\$\{!([A-Za-z_]\w*)/g))
    if (known.assigned.some((one) => one.name === name && known.held.has(one.value.text))) return true
  if (/(\$\(|`)\s*0?<\s*["']?(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)\b/.test(text)) return true
  const at = text.search(/\$\(|`|<\(/)
  if (at === -1 || known.depth >= MOST_DEPTH) return at !== -1
  const deeper = { ...known, depth: known.depth + 1 }
  const { commands } = readCounted(`echo ${text.slice(at)}`, [...known.held]).reading
  return lastStages(commands.filter(({ via }) => via.length > 0)).some((one) => passesOn(one, deeper))
}
