/** Runs a program with back-references: one path after the other, as JavaScript does, within a number of steps. */
import { type CharTest, createSameChar } from './chars.ts'
import type { Compiled, Program } from './compile.ts'
import type { RegexFlags } from './nodes.ts'

type SameChar = (a: string, b: string) => boolean

/** Where to go on when a path fails: an instruction, a place, and the groups and registers as they were. */
interface Choice {
  readonly pc: number
  readonly place: number
  readonly groups: readonly number[]
  readonly registers: readonly number[]
}

/** Tests whether the expression occurs in a text. Over the number of steps the answer is `limit`, each time. */
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

/** The tests of which one must hold for the first character; undefined where it may begin with none. */
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

/** The groups of the first path that ends, or undefined. Groups and registers are copied when they change. */
function runAt(
  compiled: Compiled,
  { code, backward }: Program,
  text: readonly string[] | string,
  start: number,
  given: readonly number[],
  same: SameChar,
  steps: Steps,
): readonly number[] | undefined {
  const choices: Choice[] = [{ pc: 0, place: start, groups: given, registers: [] }]
  for (let choice = choices.pop(); choice !== undefined; choice = choices.pop()) {
    let { pc, place, groups, registers } = choice
    for (;;) {
      steps.take()
      // A program ends with `match`, so `pc` never leaves it.
      const one = code[pc] as Program['code'][number]
      if (one.op === 'match') return groups
      if (one.op === 'split') {
        choices.push({ pc: one.second, place, groups, registers })
        pc = one.first
        continue
      }
      if (one.op === 'jump') {
        pc = one.to
        continue
      }
      pc++
      if (one.op === 'char') {
        const char = backward ? text[place - 1] : text[place]
        if (char === undefined || !one.test(char)) break
        place += backward ? -1 : 1
      } else if (one.op === 'ref') {
        const length = lengthOfRepeated(text, place, groups, one.index, backward, same, steps)
        if (length === undefined) break
        place += backward ? -length : length
      } else if (one.op === 'look') {
        // The compiler adds an item to `looks` for each `look` instruction.
        const { program, negated } = compiled.looks[one.look] as Compiled['looks'][number]
        const found = runAt(compiled, program, text, place, groups, same, steps)
        if ((found !== undefined) === negated) break
        groups = found ?? groups
      } else if (one.op === 'save') groups = groups.with(one.slot, place)
      else if (one.op === 'reset') {
        const copy = [...groups]
        for (const index of one.groups) copy[index * 2] = copy[index * 2 + 1] = -1
        groups = copy
      } else if (one.op === 'mark') {
        const copy = [...registers]
        copy[one.register] = place
        registers = copy
      } else if (one.op === 'moved') {
        if (registers[one.register] === place) break
      } else if (one.op === 'at' && !isAt(compiled, one.where, text, place)) break
    }
  }
  return undefined
}

function isAt({ isWord }: Compiled, where: string, text: readonly string[] | string, place: number): boolean {
  if (where === 'start') return place === 0
  if (where === 'end') return place === text.length
  // A character precedes every place after 0.
  const before = place > 0 && isWord(text[place - 1] as string)
  // A character follows every place before the end.
  const after = place < text.length && isWord(text[place] as string)
  return (before !== after) === (where === 'word')
}

/** How long the text of a group is, where it stands here again. A group that took part in nothing is empty. */
function lengthOfRepeated(
  text: readonly string[] | string,
  place: number,
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
  const start = backward ? place - length : place
  if (start < 0 || start + length > text.length) return undefined
  for (let offset = 0; offset < length; offset++) {
    steps.take()
    // Both ranges are inside the text: the group has matched there, and the check above is for the other.
    if (!same(text[from + offset] as string, text[start + offset] as string)) return undefined
  }
  return length
}

/** Counts work, so that a limit depends on the expression and the text alone, and never on how busy the machine is. */
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
