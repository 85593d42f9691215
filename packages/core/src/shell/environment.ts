/** The variables that the text passes to the programs it starts: `export A=b`, `env A=b x`, `set -a; A=b`. */
import type { ReadContext } from './state.ts'
import type { ShellCommand, ShellWord } from './types.ts'

type Assignments = ShellCommand['assignments']

/** `NAME=value` in front of the command itself, and before that what the text exported. */
export function withExported(own: Assignments, { environment, budget }: ReadContext): Assignments {
  if (environment.size === 0) return own
  budget.spend(environment.size)
  const set = new Set(own.map(({ name }) => name))
  const exported = [...environment].flatMap(([name, value]) => (set.has(name) ? [] : [{ name, value }]))
  return [...own, ...exported]
}

const exporters = /^(export|declare|typeset|setenv)$/

/** Stores what `export A=b`, `export A`, `declare -x A=b` and `setenv A b` pass to later programs; `unset A` ends it. */
export function exportArguments(name: string, args: readonly ShellWord[], context: ReadContext): void {
  const { environment, variables } = context
  if (name === 'unset') for (const { text } of args) environment.delete(text)
  if (!exporters.test(name)) return
  const isUndone = args.some(({ text }) => /^(-\w*n\w*|\+\w*x\w*)$/.test(text))
  if (isUndone) for (const { text } of args) environment.delete(text)
  if (isUndone || (/^(declare|typeset)$/.test(name) && !args.some(({ text }) => /^-\w*x/.test(text)))) return
  if (name === 'setenv' && args[0] !== undefined && args[1] !== undefined) environment.set(args[0].text, args[1])
  for (const { name: variable, value } of assignmentsIn(args)) environment.set(variable, value)
  for (const { text } of args) {
    const value = /^[A-Za-z_]\w*$/.test(text) ? variables.get(text) : undefined
    if (value !== undefined) environment.set(text, value)
  }
}

/** An assignment to an exported variable changes what programs get; after `set -a` every assignment does. */
export function exportAssigned(name: string, value: ShellWord, { environment, variables }: ReadContext): void {
  if (environment.has(name) || variables.has(ALL)) environment.set(name, value)
}
const ALL = 'set -a'

/** `set -a` and `set -o allexport`. */
export function exportAll(args: readonly ShellWord[], { variables }: ReadContext): void {
  const end = args.findIndex(
    ({ text }, at) => !/^[-+][a-z]/i.test(text) && !/^[-+]\w*o$/.test(args[at - 1]?.text ?? ''),
  )
  for (const [at, { text }] of (end === -1 ? args : args.slice(0, end)).entries()) {
    const option = text === 'allexport' ? args[at - 1]?.text : /^[-+][a-z]*a/.test(text) ? text : undefined
    if (option?.startsWith('-')) variables.set(ALL, { text: '', known: true, glob: false })
    if (option?.startsWith('+')) variables.delete(ALL)
  }
}

const passers = /^(env|genv|sudo|doas|cross-env|cross-env-shell)$/

/** `env A=b x`: what a program sets for the one that it starts. */
export const passedOn = (name: string, args: readonly ShellWord[]): Assignments =>
  passers.test(name) ? assignmentsIn(args) : []

/** The words `NAME=value`. */
export const assignmentsIn = (args: readonly ShellWord[]): Assignments =>
  args.flatMap((word) => {
    const [, name, text] = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word.text) ?? []
    return name === undefined || text === undefined ? [] : [{ name, value: { ...word, text } }]
  })
