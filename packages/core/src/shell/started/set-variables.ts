/** Programs of the shell that set variables: `set --`, `alias`, `printf -v`, `mapfile`. */
import { outputOf } from '../computed/output.ts'
import type { ReadContext } from '../state.ts'
import type { ShellWord } from '../types.ts'
import { makeArray } from '../words.ts'

/** Stores `set -- a b` and `alias a=b` as variables. */
export function setArguments(name: string, args: readonly ShellWord[], context: ReadContext): void {
  const dashes = name === 'set' ? args.findIndex((word) => word.text === '--') : -1
  if (dashes !== -1) context.variables.set('@', makeArray(args.slice(dashes + 1)))
  if (name !== 'alias') return
  for (const word of args) {
    const [, alias, text] = /^([^=]+)=([\s\S]*)$/.exec(word.text) ?? []
    if (alias !== undefined && text !== undefined) context.variables.set(`alias ${alias}`, { ...word, text })
  }
}

/** `printf -v x …` and `mapfile -t x < …`, if the text is known. */
export function setFromOutput(
  name: string,
  args: readonly ShellWord[],
  input: string | undefined,
  context: ReadContext,
): void {
  if (name === 'printf' && args[0]?.text === '-v' && args[1] !== undefined) {
    const words = [{ text: 'printf', known: true, glob: false }, ...args.slice(2)]
    const text = outputOf({ name, words, via: [], assignments: [], stdin: { kind: 'none' } })
    context.variables.set(args[1].text, text === undefined ? undefined : { text, known: true, glob: false })
  }
  const array = /^(mapfile|readarray)$/.test(name)
    ? args.findLast(({ text }) => /^[A-Za-z_]\w*$/.test(text))
    : undefined
  if (array === undefined || input === undefined) return
  const lines = input.replace(/\n$/, '').split('\n').slice(0, MAX_LINES)
  context.variables.set(array.text, makeArray(lines.map((text) => ({ text, known: true, glob: false }))))
}
const MAX_LINES = 100
