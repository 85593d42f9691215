/** States → a table: one step a character, whatever the expression. Searched for anywhere in a text. */
import type { Place } from '../../../rules/python/nodes.ts'
import { type Nfa, NoAutomaton, type State } from './nfa.ts'
import { type CharSet, exactly, LAST, type Range, wordSet } from './sets.ts'

export interface Automaton {
  /** Where a class of characters begins, and which. */
  readonly starts: readonly (readonly [first: number, kind: number])[]
  /** By state: the next one for each class, for a newline that is the last character, and for the end; FOUND is it. */
  readonly rows: readonly (readonly number[])[]
}
export const FOUND = -1
const MOST_CELLS = 12_000

interface Symbol {
  readonly newline: boolean
  readonly word: boolean
  /** A newline that is the last character. */
  readonly last: boolean
  readonly end: boolean
  readonly in: ReadonlySet<string>
}
type Before = 'begin' | 'newline' | 'word' | 'other'

export function automatonOf(nfa: Nfa): Automaton {
  const { starts, symbols } = classesOf(nfa)
  const newline = symbols.find((one) => one.newline) as Symbol
  const columns = [...symbols, { ...newline, last: true }, { ...newline, newline: false, word: false, end: true }]
  const numbers = new Map<string, number>()
  const found: { readonly at: readonly number[]; readonly before: Before }[] = []
  const numberOf = (at: readonly number[], before: Before): number => {
    const key = `${before} ${at.join()}`
    const number = numbers.get(key) ?? found.push({ at, before }) - 1
    numbers.set(key, number)
    return number
  }
  const after = contextOf(nfa)
  numberOf([nfa.start], 'begin')
  const rows: number[][] = []
  for (let state = found[0]; state !== undefined; state = found[rows.length]) {
    if (found.length * columns.length > MOST_CELLS) throw new NoAutomaton('too many states')
    const { at, before } = state
    rows.push(
      columns.map((symbol) => {
        const here = closure(nfa, at, before, symbol)
        if (here.has(0)) return FOUND
        if (symbol.end) return 0
        const next = new Set([nfa.start])
        for (const one of here) step(nfa.states[one], symbol, next)
        return numberOf(
          [...next].sort((a, b) => a - b),
          after(symbol),
        )
      }),
    )
  }
  return { starts, rows }
}

function step(state: State | undefined, symbol: Symbol, next: Set<number>): void {
  if (state?.kind === 'set' && symbol.in.has(state.set.key)) next.add(state.next)
}

/** What was before, as far as some place asks. */
function contextOf({ states }: Nfa): (symbol: Symbol) => Before {
  const lines = states.some((state) => state.kind === 'at' && state.where === 'line-start')
  return ({ newline, word }) => (newline && lines ? 'newline' : word ? 'word' : 'other')
}

/** Every state that is reached without a character, between what was before and what comes. */
function closure({ states }: Nfa, from: readonly number[], before: Before, next: Symbol): ReadonlySet<number> {
  const seen = new Set<number>()
  const open = [...from]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const state = states[at]
    if (state?.kind === 'fork') open.push(...state.next)
    else if (state?.kind === 'at' && places[state.where](before, next)) open.push(state.next)
  }
  return seen
}

const places: Readonly<Record<Place, (before: Before, next: Symbol) => boolean>> = {
  start: (before) => before === 'begin',
  'line-start': (before) => before === 'begin' || before === 'newline',
  end: (_, { end, last }) => end || last,
  last: (_, { end }) => end,
  'line-end': (_, { end, newline }) => end || newline,
  word: (before, { word }) => (before === 'word') !== word,
  'no-word': (before, { word, end }) => (before === 'word') === word && !(before === 'begin' && end),
}

/** Characters that no set tells apart are one class. */
function classesOf({ states }: Nfa): Pick<Automaton, 'starts'> & { readonly symbols: readonly Symbol[] } {
  const newline = { ...exactly(10), key: 'newline' }
  const words = states.some((state) => state.kind === 'at' && /word/.test(state.where))
  const word = words ? [{ ...wordSet(), key: 'word' }] : []
  const sets = new Map([newline, ...word, ...setsIn(states)].map((set) => [set.key, set]))
  const edges = new Map<number, { readonly key: string; readonly opens: boolean }[]>([[0, []]])
  const edge = (at: number, key: string, opens: boolean) =>
    at <= LAST && edges.set(at, [...(edges.get(at) ?? []), { key, opens }])
  for (const { key, ranges } of sets.values())
    for (const [first, last] of ranges as readonly Range[]) {
      edge(first, key, true)
      edge(last + 1, key, false)
    }
  const kinds = new Map<string, number>()
  const symbols: Symbol[] = []
  const starts: (readonly [number, number])[] = []
  const inside = new Set<string>()
  for (const [at, changes] of [...edges].sort(([one], [two]) => one - two)) {
    for (const { key, opens } of changes) opens ? inside.add(key) : inside.delete(key)
    const name = [...inside].sort().join('\n')
    const base = { newline: inside.has('newline'), word: inside.has('word'), last: false, end: false }
    const kind = kinds.get(name) ?? symbols.push({ ...base, in: new Set(inside) }) - 1
    kinds.set(name, kind)
    if (starts.at(-1)?.[1] !== kind) starts.push([at, kind])
  }
  return { starts, symbols }
}

const setsIn = (states: readonly State[]): readonly CharSet[] =>
  states.flatMap((state) => (state.kind === 'set' ? [state.set] : []))
