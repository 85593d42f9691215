/** Runs a program with back-references: it tries one path after the other, as JavaScript does, up to a limit of steps. */
import { type CharTest, createSameChar } from './chars.ts'
import type { Compiled, Program } from './compile.ts'
import type { RegexFlags } from './nodes.ts'

type SameChar = (a: string, b: string) => boolean

/** Where to continue when a path fails: an instruction, a position, and the groups and registers at that point. */
interface Choice {
  readonly pc: number
  readonly position: number
  readonly groups: readonly number[]
  readonly registers: readonly number[]
}

/** Tests whether the expression occurs in a text. The result is `limit` whenever that takes more steps than allowed. */
export function createBacktracking(
  compiled: Compiled,
  groups: number,
  flags: RegexFlags,
  limit: number,
): (text: readonly string[] | string) => 'match' | 'none' | 'limit' {
  const same = createSameChar(flags)
  const first = firstTests(compiled.main)
  const none = new Array<number>((groups + 1) * 2).fill(-1)
  return (text) => {
    const steps = createSteps(limit)
    try {
      for (let start = 0; start <= text.length; start++)
        if (
          mayBegin(first, text[start]) &&
          runAt(compiled, compiled.main, text, start, none, same, steps) !== undefined
        )
          return 'match'
      return 'none'
    } catch (error) {
      if (error instanceof OutOfSteps) return 'limit'
      throw error
    }
  }
}

/** A match begins with a character that passes one of these tests. Undefined if a match may be empty or begin with a reference. */
function firstTests({ code }: Program): readonly CharTest[] | undefined {
  const tests: CharTest[] = []
  const seen = new Set<number>()
  const stack = [0]
  for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
    if (seen.has(pc)) continue
    seen.add(pc)
    // A program ends with `match`, so `pc` never leaves it.
    const one = code[pc] as Program['code'][number]
    if (one.op === 'match' || one.op === 'ref') return undefined
    if (one.op === 'char') tests.push(one.test)
    else if (one.op === 'split') stack.push(one.first, one.second)
    else stack.push(one.op === 'jump' ? one.to : pc + 1)
  }
  return tests
}

const mayBegin = (tests: readonly CharTest[] | undefined, char: string | undefined): boolean =>
  tests === undefined || (char !== undefined && tests.some((test) => test(char)))

/** Returns the groups of the first path that matches, or undefined. Groups and registers are copied when they change. */
function runAt(
  compiled: Compiled,
  { code, backward }: Program,
  text: readonly string[] | string,
  start: number,
  given: readonly number[],
  same: SameChar,
  steps: Steps,
): readonly number[] | undefined {
  const choices: Choice[] = [{ pc: 0, position: start, groups: given, registers: [] }]
  for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
    let { pc, position, groups, registers } = choice
    for (;;) {
      steps.take()
      // A program ends with `match`, so `pc` never leaves it.
      const one = code[pc] as Program['code'][number]
      if (one.op === 'match') return groups
      if (one.op === 'split') {
        choices.push({ pc: one.second, position, groups, registers })
        pc = one.first
        continue
      }
      if (one.op === 'jump') {
        pc = one.to
        continue
      }
      pc++
      if (one.op === 'char') {
        const char = backward ? text[position - 1] : text[position]
        if (char === undefined || !one.test(char)) break
        position += backward ? -1 : 1
      } else if (one.op === 'ref') {
        const length = lengthOfRepeated(text, position, groups, one.index, backward, same, steps)
        if (length === undefined) break
        position += backward ? -length : length
      } else if (one.op === 'lookaround') {
        // The compiler adds an item to `lookarounds` for each `lookaround` instruction.
        const { program, negated } = compiled.lookarounds[one.lookaround] as Compiled['lookarounds'][number]
        const found = runAt(compiled, program, text, position, groups, same, steps)
        if ((found !== undefined) === negated) break
        groups = found ?? groups
      } else if (one.op === 'save') groups = groups.with(one.slot, position)
      else if (one.op === 'reset') {
        const copy = [...groups]
        for (const index of one.groups) copy[index * 2] = copy[index * 2 + 1] = -1
        groups = copy
      } else if (one.op === 'mark') {
        const copy = [...registers]
        copy[one.register] = position
        registers = copy
      } else if (one.op === 'moved') {
        if (registers[one.register] === position) break
      } else if (one.op === 'at' && !isAt(compiled, one.where, text, position)) break
    }
  }
  return undefined
}

function isAt({ isWord }: Compiled, where: string, text: readonly string[] | string, position: number): boolean {
  if (where === 'start') return position === 0
  if (where === 'end') return position === text.length
  // A character precedes every position after 0.
  const before = position > 0 && isWord(text[position - 1] as string)
  // A character follows every position before the end.
  const after = position < text.length && isWord(text[position] as string)
  return (before !== after) === (where === 'word')
}

/** Returns the length of a group's text if the same text follows here, otherwise undefined. A group that did not match is empty. */
function lengthOfRepeated(
  text: readonly string[] | string,
  position: number,
  groups: readonly number[],
  index: number,
  backward: boolean,
  same: SameChar,
  steps: Steps,
): number | undefined {
  const from = groups[index * 2] ?? -1
  const to = groups[index * 2 + 1] ?? -1
  if (from < 0 || to < 0) return 0
  const length = to - from
  const start = backward ? position - length : position
  if (start < 0 || start + length > text.length) return undefined
  for (let offset = 0; offset < length; offset++) {
    steps.take()
    // Both ranges are inside the text: the group has matched the first, and the check above covers the second.
    if (!same(text[from + offset] as string, text[start + offset] as string)) return undefined
  }
  return length
}

/** Steps are counted instead of time, so that a limit depends on the expression and the text, and not on how busy the machine is. */
class OutOfSteps extends Error {}

interface Steps {
  take(): void
}

function createSteps(limit: number): Steps {
  let left = limit
  return {
    take() {
      if (--left < 0) throw new OutOfSteps()
    },
  }
}
