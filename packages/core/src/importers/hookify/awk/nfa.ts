/** An expression, or a text to look for, as states: a set of characters, a place, a fork, the end. */
import type { Place, PyNode } from '../../../rules/python/nodes.ts'
import { parsePython } from '../../../rules/python/parse.ts'
import { anyButNewline, anything, type CharSet, exactly, setOf } from './sets.ts'

export type State =
  | { readonly kind: 'set'; readonly set: CharSet; readonly next: number }
  | { readonly kind: 'at'; readonly where: Place; readonly next: number }
  | { readonly kind: 'fork'; next: readonly number[] }
  | { readonly kind: 'found' }

export interface Nfa {
  readonly states: readonly State[]
  readonly start: number
}

/** It has no automaton, or too large a one; the message says why. */
export class NoAutomaton extends Error {}
const MOST_STATES = 2000

export function nfaOf(operator: string, pattern: string): Nfa {
  if (/\p{Cs}/u.test(pattern)) throw new NoAutomaton('half a character')
  return built(operator === 'regex_match' ? parsePython(pattern).node : literal(operator, pattern))
}

type Exact = { readonly kind: 'exact'; readonly code: number }
type Node = PyNode | Exact | { readonly kind: 'row'; readonly of: readonly Node[] }

/** `contains`, `equals` and their like: the text as it is. */
function literal(operator: string, pattern: string): Node {
  const at = (where: Place): Node => ({ kind: 'at', where })
  const first = operator === 'equals' || operator === 'starts_with' ? [at('start')] : []
  const last = operator === 'equals' || operator === 'ends_with' ? [at('last')] : []
  const chars = [...pattern].map((char): Node => ({ kind: 'exact', code: char.codePointAt(0) ?? 0 }))
  return { kind: 'row', of: [...first, ...chars, ...last] }
}

function built(node: Node): Nfa {
  const states: State[] = [{ kind: 'found' }]
  const add = (state: State): number => {
    if (states.length >= MOST_STATES) throw new NoAutomaton('too much repetition')
    return states.push(state) - 1
  }
  /** The state to begin with, so that `next` follows. */
  const before = (one: Node, next: number): number => {
    switch (one.kind) {
      case 'exact':
        return add({ kind: 'set', set: exactly(one.code), next })
      case 'set':
        return add({ kind: 'set', set: setOf(one.items, one.negated), next })
      case 'any':
        return add({ kind: 'set', set: one.newlines ? anything : anyButNewline, next })
      case 'at':
        return add({ kind: 'at', where: one.where, next })
      case 'row':
      case 'seq':
        return [...one.of].reverse().reduce((after, part) => before(part, after), next)
      case 'alt':
        return add({ kind: 'fork', next: one.of.map((branch) => before(branch, next)) })
      case 'group':
        return before(one.of, next)
      case 'repeat':
        return repeated(one, next)
      case 'look':
        throw new NoAutomaton('look-around')
      case 'ref':
        throw new NoAutomaton('a reference to a group')
    }
  }
  const repeated = ({ of, min, max }: Extract<PyNode, { kind: 'repeat' }>, next: number): number => {
    let at = next
    if (max === Number.POSITIVE_INFINITY) {
      const loop: Extract<State, { kind: 'fork' }> = { kind: 'fork', next: [] }
      at = add(loop)
      loop.next = [before(of, at), next]
    } else for (let more = min; more < max; more++) at = add({ kind: 'fork', next: [before(of, at), next] })
    for (let time = 0; time < min; time++) at = before(of, at)
    return at
  }
  const start = before(node, 0)
  return { states, start }
}
