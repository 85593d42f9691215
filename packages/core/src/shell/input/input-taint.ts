/** Traces the input through a shell text: which variables, files, pipes and expansions may contain it. */

import { isInert, readsItsInput } from '../computed/filters.ts'
import { isInputFile } from '../plain-words.ts'
import { readWithCost } from '../read-shell.ts'
import { findNestedPrograms } from '../started/nested-programs.ts'
import type { ShellCommand, ShellFile, ShellInput, ShellWord } from '../types.ts'

export interface InputTaint {
  readonly commands: readonly ShellCommand[]
  /** Variables that may contain text of the input. */
  readonly tainted: ReadonlySet<string>
  /** Files that may contain text of the input. */
  readonly files: ReadonlySet<string>
  /** Whether text that is known only at run time may expand to the input. */
  holdsInput(text: string): boolean
  comesFromInput(stdin: ShellInput): boolean
}

type Assigned = readonly { readonly name: string; readonly value: ShellWord }[]
interface TaintState {
  readonly tainted: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly assigned: Assigned
  readonly depth: number
}

const MAX_DEPTH = 4
const MAX_ROUNDS = 8
const MAX_ASSIGNED = 500

export function traceInput(text: string, variables: readonly string[]): InputTaint {
  const { reading, assigned: direct } = readWithCost(text, variables)
  const { commands } = reading
  const assigned = [...direct, ...commands.flatMap(findAssignments)].slice(0, MAX_ASSIGNED)
  const tainted = new Set(variables)
  const files = new Set<string>()
  const state: TaintState = { tainted, files, assigned, depth: 0 }
  // In a loop or a function, one assignment may depend on a later one: repeat until nothing is added.
  for (let round = 0, before = -1; round < MAX_ROUNDS && before !== tainted.size + files.size; round++) {
    before = tainted.size + files.size
    for (const one of commands) for (const name of findReadVariables(one, state)) tainted.add(name)
    for (const { name, value } of assigned) if (!tainted.has(name) && holdsInput(value.text, state)) tainted.add(name)
    for (const path of findWrittenFiles(commands, reading.files, state)) files.add(path)
  }
  return {
    commands,
    tainted,
    files,
    holdsInput: (one) => holdsInput(one, state),
    comesFromInput: (stdin) => comesFromInput(stdin, state),
  }
}

/** `env c="$command" sh -c …`, `export c="$command"`, `printf -v c %s "$command"`, `c="$command" sh -c …`. */
function findAssignments({ name, words, assignments }: ShellCommand): Assigned {
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

/** `read -r line`: the variables that a command sets from its input. */
function findReadVariables({ name, words, stdin }: ShellCommand, state: TaintState): readonly string[] {
  if (!/^(read|mapfile|readarray)$/.test(name) || !comesFromInput(stdin, state)) return []
  const given = words.slice(1).flatMap(({ text }) => (/^[A-Za-z_]\w*$/.test(text) ? [text] : []))
  return given.length > 0 ? given : [name === 'read' ? 'REPLY' : 'MAPFILE']
}

/** `cat > x.sh`, `tee x.sh`: paths of files that then contain the input. */
function findWrittenFiles(
  commands: readonly ShellCommand[],
  files: readonly ShellFile[],
  state: TaintState,
): readonly string[] {
  const passing = commands.filter((one) => mayPrintInput(one, state))
  const names = new Set(passing.map(({ name }) => name))
  const redirected = files.filter(({ how, by }) => how !== 'read' && (by === '' ? passing.length > 0 : names.has(by)))
  const moved = commands.filter(
    ({ name, words }) => /^(cp|mv|ln|install)$/.test(name) && words.some(({ text }) => state.files.has(fileKey(text))),
  )
  const copied = [...passing.filter(({ name }) => name === 'tee' || name === 'sponge'), ...moved]
  const paths = [...redirected.map(({ path }) => path), ...copied.flatMap(({ words }) => words.slice(1))]
  return paths
    .map(({ text }) => fileKey(text))
    .filter((path) => !/^(-.*|\/dev\/(null|stdout|stderr|tty|fd\/\d+))$/.test(path))
}

/**
 * Standard input that nothing replaced is the input itself. Commands can share inputs, so the results are cached: otherwise
 * the work would double with each stage of a pipe.
 */
function comesFromInput(stdin: ShellInput, state: TaintState, cache = new Map<ShellInput, boolean>()): boolean {
  const before = cache.get(stdin)
  if (before !== undefined) return before
  const isFed = isFedByInput(stdin, state, cache)
  cache.set(stdin, isFed)
  return isFed
}

function isFedByInput(stdin: ShellInput, state: TaintState, cache: Map<ShellInput, boolean>): boolean {
  switch (stdin.kind) {
    case 'none':
      return true
    case 'text':
      return !stdin.known && holdsInput(stdin.text, state)
    case 'file':
      return (
        isInputFile(stdin.path.text) || state.files.has(fileKey(stdin.path.text)) || holdsInput(stdin.path.text, state)
      )
    case 'pipe':
      return stdin.text === undefined && lastStages(stdin.from).some((one) => mayPrintInput(one, state, cache))
  }
}

/** Commands whose output no other command of the list reads. */
function lastStages(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  const inner = new Set(commands.flatMap(({ stdin }) => (stdin.kind === 'pipe' ? stdin.from : [])))
  return commands.filter((one) => !inner.has(one))
}

/** Whether the command's output may contain the input. A program passes on its arguments and its piped input. */
function mayPrintInput(one: ShellCommand, state: TaintState, cache?: Map<ShellInput, boolean>): boolean {
  const args = one.words.slice(1)
  if (isInert(one.name, args)) return false
  if (one.name === 'printenv' || (one.name === 'env' && args.length === 0))
    return args.length === 0 || args.some(({ text }) => state.tainted.has(text))
  if (args.some((word) => !word.known && holdsInput(word.text, state))) return true
  if (one.name === 'echo' || one.name === 'printf') return false
  if (args.some(({ text }) => state.files.has(fileKey(text)))) return true
  if (!comesFromInput(one.stdin, state, cache)) return false
  // `python3 -c '… sys.stdin …'` may print a part of it.
  if (findNestedPrograms(one.name, args).some((nested) => nested.kind === 'code')) return true
  // The text does not show what a script or another program does with an input that it only inherits.
  return readsItsInput(one.name, args) || (one.stdin.kind !== 'none' && !wrapsCommand(one, args))
}

/** A wrapper or a shell prints what its nested commands print, and those are checked on their own. */
const wrapsCommand = ({ name }: ShellCommand, args: readonly ShellWord[]): boolean =>
  findNestedPrograms(name, args).some(({ kind }) => kind === 'command' || kind === 'text')

/** Removes substitutions, whose commands are checked by what they print. An unclosed parenthesis stays. */
function withoutSubstitutions(text: string): string {
  const flat = text.replace(/`[^`]*`/g, '')
  for (let before = flat, round = 0; ; round++) {
    const after = before.replace(/[$<]?\([^()]*\)/g, '')
    if (after === before || round > 50) return after
    before = after
  }
}

/** The path without a leading `./`. */
export const fileKey = (path: string): string => path.replace(/^(\.\/)+/, '')

function holdsInput(text: string, state: TaintState): boolean {
  if (!/[$`<]/.test(text)) return false
  for (const [, name] of withoutSubstitutions(text).matchAll(/\$(?:\{[#!]?)?([A-Za-z_]\w*)/g))
    if (state.tainted.has(name ?? '')) return true
  for (const [, name] of text.matchAll(/\$\{!([A-Za-z_]\w*)/g))
    if (state.assigned.some((one) => one.name === name && state.tainted.has(one.value.text))) return true
  if (/(\$\(|`)\s*0?<\s*["']?(\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)\b/.test(text)) return true
  const at = text.search(/\$\(|`|<\(/)
  if (at === -1 || state.depth >= MAX_DEPTH) return at !== -1
  const deeper = { ...state, depth: state.depth + 1 }
  const { commands } = readWithCost(`echo ${text.slice(at)}`, [...state.tainted]).reading
  return lastStages(commands.filter(({ via }) => via.length > 0)).some((one) => mayPrintInput(one, deeper))
}
