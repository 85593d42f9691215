/** Reads the words of a command by the grammar of its program: the meaning of each word, and of all together. */
import type { ShellWord } from '../types.ts'
import { type ArgumentState, push, type ReadArguments, wordAt } from './argument-state.ts'
import { isDryRun, isTrue, kindAt, pick } from './conditions.ts'
import { compileGrammar, type Effect, type Grammar, splitKind } from './grammar.ts'
import { isOption, readOption } from './read-options.ts'

/** `words` are the arguments, without the program's name. */
export function readArguments(row: Grammar, words: readonly ShellWord[]): ReadArguments {
  const state: ArgumentState = {
    words,
    all: [],
    options: [],
    given: new Set(),
    verbs: [],
    rows: [row],
    operands: [],
    dashed: [],
    groups: 0,
  }
  readWords(state)
  const [grammar = row] = state.rows
  nameOperands(grammar, state)
  const holds = (condition: string): boolean =>
    isTrue(condition, state.given, state.operands.length + state.dashed.length)
  const effects = Object.entries(grammar.effects ?? {}).flatMap(([effect, when]) =>
    // True: the keys of `effects` are effects.
    holds(when) ? [effect as Effect] : [],
  )
  return {
    grammar,
    verbs: state.verbs,
    all: state.all,
    options: state.options,
    isDryRun: state.rows.some((one) => isDryRun(one, state.options)),
    isQuiet: grammar.quiet !== undefined && holds(grammar.quiet),
    input: splitKind(pick(grammar.input, holds) ?? 'data'),
    effects: new Set(effects),
  }
}

function readWords(state: ArgumentState): void {
  let section: { readonly kinds: string; count: number } | undefined
  for (let at = 0; at < state.words.length; ) {
    const word = wordAt(state, at)
    const [row = {}] = state.rows
    const kinds = own(row.sections, word.text)
    if (kinds !== undefined) {
      section = { kinds, count: 0 }
      at = push(state, at, word, { kind: 'separator' })
    } else if (section !== undefined) {
      at = push(state, at, word, splitKind(kindAt(section.kinds, section.count++, Infinity)))
    } else if (word.text === '--') {
      at = push(state, at, word, { kind: 'separator' })
      readRest(state, at)
      return
    } else if (isOption(row, word.text, at)) at = readOption(state, at)
    else at = readOperand(state, at)
    if (at === Infinity) return
  }
}

/** After `--` every word is an operand. */
function readRest(state: ArgumentState, from: number): void {
  for (let at = from; at < state.words.length; ) {
    const [row = {}] = state.rows
    const kinds = dashedKinds(row, state)
    if (kinds === undefined) at = readOperand(state, at)
    else if (takesRest(kinds, state.dashed.length)) {
      takeRest(state, at, kinds)
      return
    } else {
      state.dashed.push(state.all.length)
      at = push(state, at, wordAt(state, at), { kind: 'unknown' })
    }
  }
}

function readOperand(state: ArgumentState, at: number): number {
  const word = wordAt(state, at)
  const [row = {}] = state.rows
  const { keys, verbs } = compileGrammar(row)
  const [, key, value] = /^(\w+)=([\s\S]*)$/.exec(word.text) ?? []
  const kind = key === undefined ? undefined : keys.get(key)
  if (kind !== undefined)
    return push(state, at, { ...word, text: value ?? '' }, { ...splitKind(kind), option: key ?? '' })
  if (row.assigns === true && key !== undefined && state.operands.length === 0)
    return push(state, at, word, { kind: 'environment' })
  const verb = state.operands.length === 0 ? verbs.get(word.text) : undefined
  if (verb !== undefined) {
    state.verbs.push(verb.name)
    state.rows = [verb.grammar, ...state.rows.filter((one) => one.globals === 'anywhere')]
    return push(state, at, word, { kind: 'verb' })
  }
  const kinds = operandKinds(row, state)
  if (takesRest(kinds, state.operands.length)) {
    takeRest(state, at, kinds)
    return Infinity
  }
  state.operands.push(state.all.length)
  push(state, at, word, { kind: 'unknown' })
  // An unknown verb may have options after it.
  if (row.order !== 'options first' || row.verbs !== undefined) return at + 1
  for (let next = at + 1; next < state.words.length; ) {
    // `kubectl exec pod -- command`.
    if (
      state.words[next]?.text === '--' &&
      (row.afterDashes !== undefined || takesRest(kinds, state.operands.length))
    ) {
      next = push(state, next, wordAt(state, next), { kind: 'separator' })
      if (row.afterDashes === undefined) continue
      readRest(state, next)
      return Infinity
    }
    next = readPlain(state, next, kinds)
  }
  return Infinity
}

/** Reads an operand after which no option follows. */
function readPlain(state: ArgumentState, at: number, kinds: string): number {
  if (takesRest(kinds, state.operands.length)) {
    takeRest(state, at, kinds)
    return Infinity
  }
  state.operands.push(state.all.length)
  return push(state, at, wordAt(state, at), { kind: 'unknown' })
}

const takesRest = (kinds: string, position: number): boolean =>
  /^(command|words)\b/.test(kindAt(kinds, position, Infinity))

/** This word and all after it are one command; the start of a section ends it. */
function takeRest(state: ArgumentState, from: number, kinds: string): void {
  const group = state.groups++
  const [row = {}] = state.rows
  const { kind } = splitKind(kindAt(kinds, state.operands.length, Infinity))
  let section: { readonly kinds: string; count: number } | undefined
  state.operands.push(state.all.length)
  for (let at = from; at < state.words.length; at++) {
    const word = wordAt(state, at)
    const next = own(row.sections, word.text)
    if (next !== undefined) {
      section = { kinds: next, count: 0 }
      push(state, at, word, { kind: 'separator' })
    } else if (section === undefined) push(state, at, word, { kind, group })
    else push(state, at, word, splitKind(kindAt(section.kinds, section.count++, Infinity)))
  }
}

/** Sets the kinds of the operands once all options are known: `sed -e x file`, `tar xf a`. */
function nameOperands(row: Grammar, state: ArgumentState): void {
  const kinds = operandKinds(row, state)
  const name = (list: readonly number[], from: string): void =>
    list.forEach((index, position) => {
      const before = state.all[index]
      if (before?.kind !== 'unknown') return
      state.all[index] = { ...before, ...splitKind(kindAt(from, position, list.length)), position }
    })
  name(state.operands, kinds)
  name(state.dashed, dashedKinds(row, state) ?? kinds)
  for (const [index, one] of state.all.entries()) {
    const decided = one.kind === 'option' ? undefined : pick(own(row.decided, one.option ?? ''), holdsIn(state))
    if (decided !== undefined) state.all[index] = { ...one, ...splitKind(decided) }
  }
}

const holdsIn =
  (state: ArgumentState) =>
  (when: string): boolean =>
    isTrue(when, state.given, state.operands.length)
const operandKinds = (row: Grammar, state: ArgumentState): string => pick(row.operands, holdsIn(state)) ?? 'unknown*'
const dashedKinds = (row: Grammar, state: ArgumentState): string | undefined => pick(row.afterDashes, holdsIn(state))

const own = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
