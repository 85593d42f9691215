/** Turns a parsed expression into a program: a list of small instructions that both engines run. */
import { type CharTest, createCharTests } from './chars.ts'
import { groupsIn, type RegexFlags, type RegexNode } from './nodes.ts'

export type Instruction =
  | { readonly op: 'char'; readonly test: CharTest }
  /** `first` is tried before `second`. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'at'; readonly where: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly op: 'lookaround'; readonly lookaround: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'reset'; readonly groups: readonly number[] }
  | { readonly op: 'ref'; readonly index: number }
  /** `mark` stores the position at which an iteration begins; `moved` fails if the iteration matched nothing. */
  | { readonly op: 'mark'; readonly register: number }
  | { readonly op: 'moved'; readonly register: number }
  | { readonly op: 'match' }

export interface Program {
  readonly code: readonly Instruction[]
  /** The text is read from its end to its beginning. */
  readonly backward: boolean
}
interface Lookaround {
  readonly program: Program
  readonly negated: boolean
}
export interface Compiled {
  readonly main: Program
  /** Inner look-arounds come before the ones that contain them. */
  readonly lookarounds: readonly Lookaround[]
  readonly isWord: CharTest
}

/** The most instructions a program may have. */
export const MAX_CODE = 20_000
/** Each look-around is one bit of the number that holds the facts about a position, next to three other bits. */
export const MAX_LOOKAROUNDS = 40
class TooLarge extends Error {}

/**
 * Returns undefined if the program would be too large. With `linear`, a look-around is compiled against its direction, so that one
 * pass over the text finds every position where it holds. Otherwise it is compiled in its own direction, to be tried at one position.
 */
export function compileRegex(node: RegexNode, flags: RegexFlags, linear: boolean): Compiled | undefined {
  try {
    return compileNode(node, flags, linear)
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
}

function compileNode(node: RegexNode, flags: RegexFlags, linear: boolean): Compiled {
  const charTest = createCharTests(flags)
  const lookarounds: Lookaround[] = []
  let size = 0
  let registers = 0

  const known = new Map<string, number>()
  /** Equal look-arounds are compiled once: a translated Python expression has four of them for each word boundary. */
  const addLookaround = (lookaround: Extract<RegexNode, { kind: 'lookaround' }>): number => {
    const key = linear ? JSON.stringify(lookaround) : `${lookarounds.length}`
    const same = known.get(key)
    if (same !== undefined) return same
    const program = programOf(lookaround.of, lookaround.behind !== linear)
    if (lookarounds.length >= MAX_LOOKAROUNDS) throw new TooLarge()
    known.set(key, lookarounds.push({ program, negated: lookaround.negated }) - 1)
    return lookarounds.length - 1
  }

  const programOf = (one: RegexNode, backward: boolean): Program => {
    const code: Instruction[] = []
    const push = (instruction: Instruction): number => {
      if (++size > MAX_CODE) throw new TooLarge()
      return code.push(instruction) - 1
    }
    const write = (part: RegexNode): void => {
      switch (part.kind) {
        case 'char':
          push({ op: 'char', test: charTest(part.source) })
          return
        case 'at':
          push({ op: 'at', where: part.where })
          return
        case 'ref':
          push({ op: 'ref', index: part.index })
          return
        case 'seq':
          for (const member of backward ? part.of.toReversed() : part.of) write(member)
          return
        case 'alt':
          writeAlternatives(part.of)
          return
        case 'lookaround': {
          push({ op: 'lookaround', lookaround: addLookaround(part) })
          return
        }
        case 'group':
          if (!linear) push({ op: 'save', slot: part.index * 2 + (backward ? 1 : 0) })
          write(part.of)
          if (!linear) push({ op: 'save', slot: part.index * 2 + (backward ? 0 : 1) })
          return
        case 'repeat':
          writeRepeat(part)
          return
      }
    }
    const writeAlternatives = (branches: readonly RegexNode[]): void => {
      const ends: { to: number }[] = []
      for (const [index, branch] of branches.entries()) {
        if (index === branches.length - 1) write(branch)
        else {
          const split = { op: 'split' as const, first: code.length + 1, second: 0 }
          push(split)
          write(branch)
          const jump = { op: 'jump' as const, to: 0 }
          push(jump)
          ends.push(jump)
          split.second = code.length
        }
      }
      for (const end of ends) end.to = code.length
    }
    const writeRepeat = ({ min, max, lazy, of }: Extract<RegexNode, { kind: 'repeat' }>): void => {
      const groups = linear ? [] : groupsIn(of)
      const iteration = (): void => {
        if (groups.length > 0) push({ op: 'reset', groups })
        write(of)
      }
      // Stop when an iteration writes no instruction: the size limit would not end the loop.
      for (let count = 0; count < min; count++) {
        const before = code.length
        iteration()
        if (code.length === before) break
      }
      if (max === Number.POSITIVE_INFINITY) {
        const start = code.length
        const split = writeOption(lazy, iteration)
        push({ op: 'jump', to: start })
        leave(split, lazy)
        return
      }
      const splits: Split[] = []
      for (let count = min; count < max; count++) {
        const before = code.length
        splits.push(writeOption(lazy, iteration))
        if (code.length - before === (linear ? 1 : 3)) break
      }
      for (const split of splits) leave(split, lazy)
    }
    type Split = Extract<Instruction, { op: 'split' }>
    /** Writes one optional iteration. It fails if it matches nothing. */
    const writeOption = (lazy: boolean, iteration: () => void): Split => {
      const split: Split = { op: 'split', first: 0, second: 0 }
      push(split)
      if (lazy) split.second = code.length
      else split.first = code.length
      const register = registers++
      if (!linear) push({ op: 'mark', register })
      iteration()
      if (!linear) push({ op: 'moved', register })
      return split
    }
    const leave = (split: Split, lazy: boolean): void => {
      if (lazy) split.first = code.length
      else split.second = code.length
    }
    write(one)
    push({ op: 'match' })
    return { code, backward }
  }
  const main = programOf(node, false)
  return { main, lookarounds, isWord: charTest('\\w') }
}
