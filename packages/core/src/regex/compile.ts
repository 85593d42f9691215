/** Turns a parsed expression into a program: a list of small instructions that both engines run. */
import { type CharTest, createCharTests } from './chars.ts'
import { groupsIn, type RegexFlags, type RegexNode } from './nodes.ts'

export type Instruction =
  | { readonly op: 'char'; readonly test: CharTest }
  /** `first` is tried before `second`. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'at'; readonly where: 'start' | 'end' | 'word' | 'no-word' }
  | { readonly op: 'look'; readonly look: number }
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'reset'; readonly groups: readonly number[] }
  | { readonly op: 'ref'; readonly index: number }
  /** Notes the position at which an iteration begins, and fails one that took nothing. */
  | { readonly op: 'mark'; readonly register: number }
  | { readonly op: 'moved'; readonly register: number }
  | { readonly op: 'match' }

export interface Program {
  readonly code: readonly Instruction[]
  /** The text is read from its end to its beginning. */
  readonly backward: boolean
}
interface Look {
  readonly program: Program
  readonly negated: boolean
}
export interface Compiled {
  readonly main: Program
  /** The inner ones before those that hold them. */
  readonly looks: readonly Look[]
  readonly isWord: CharTest
}

/** A program of more instructions than this is not made. */
const MAX_CODE = 20_000
/** Each is a bit of a number beside three others. */
const MAX_LOOKS = 40
class TooLarge extends Error {}

/**
 * Undefined where the program would be too large. `linear`: look-around is compiled against its direction, so that one pass over the text finds every place where it holds.
 * Otherwise it is compiled in its own direction, to be tried at one place.
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
  const looks: Look[] = []
  let size = 0
  let registers = 0

  const known = new Map<string, number>()
  /** Equal ones are compiled once: a Python expression has four of them for each edge of a word. */
  const lookOf = (look: Extract<RegexNode, { kind: 'look' }>): number => {
    const key = linear ? JSON.stringify(look) : `${looks.length}`
    const same = known.get(key)
    if (same !== undefined) return same
    const program = programOf(look.of, look.behind !== linear)
    if (looks.length >= MAX_LOOKS) throw new TooLarge()
    known.set(key, looks.push({ program, negated: look.negated }) - 1)
    return looks.length - 1
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
        case 'look': {
          push({ op: 'look', look: lookOf(part) })
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
      // Something must be written in each of the copies, or their number has no bound.
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
    /** One more iteration, if it takes something. */
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
  return { main, looks, isWord: charTest('\\w') }
}
