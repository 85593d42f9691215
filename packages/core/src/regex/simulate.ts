/** Runs a program without back-references in linear time: it follows all paths at once, one character after the other. */
import type { Compiled } from './compile.ts'
import { createMachine, type Machine } from './machine.ts'

type Text = readonly string[] | string

/** The most work that is started: instructions times positions. It takes a few seconds in the worst case, usually much less. */
export const MAX_WORK = 250_000_000

/** Tests whether the expression occurs in a text. Whether the result is `limit` depends only on the sizes of program and text. */
export function createSimulation(compiled: Compiled): (text: Text) => 'match' | 'none' | 'limit' {
  const size = compiled.lookarounds.reduce((sum, { program }) => sum + program.code.length, compiled.main.code.length)
  const lookarounds = compiled.lookarounds.map(({ program, negated }) => ({ machine: createMachine(program), negated }))
  const main = createMachine(compiled.main)
  return (text) => {
    if (size * (text.length + 1) > MAX_WORK) return 'limit'
    const positions: Uint8Array[] = []
    for (const { machine, negated } of lookarounds)
      positions.push(findPositions(machine, negated, compiled, text, positions))
    return run(main, compiled, text, positions, () => true) ? 'match' : 'none'
  }
}

/** Marks with 1 each position where a look-around holds. It is compiled against its direction, so it ends at that position. */
function findPositions(
  machine: Machine,
  negated: boolean,
  compiled: Compiled,
  text: Text,
  inner: readonly Uint8Array[],
): Uint8Array {
  const found = new Uint8Array(text.length + 1).fill(negated ? 1 : 0)
  run(machine, compiled, text, inner, (position) => {
    found[position] = negated ? 0 : 1
    return false
  })
  return found
}

/** Starts at every position of the text and passes each position where the program matches to `isEnough`, which can stop the search. */
function run(
  machine: Machine,
  { isWord }: Compiled,
  text: Text,
  lookarounds: readonly Uint8Array[],
  isEnough: (position: number) => boolean,
): boolean {
  const { length } = text
  const { backward, usesPosition, usesWord } = machine
  let state = machine.start()
  for (let count = 0; count <= length; count++) {
    const position = backward ? length - count : count
    let facts = 0
    if (usesPosition) facts = (position === 0 ? 1 : 0) | (position === length ? 2 : 0)
    if (usesWord) {
      // A character precedes every position after 0.
      const before = position > 0 && isWord(text[position - 1] as string)
      // A character follows every position before the end.
      const after = position < length && isWord(text[position] as string)
      if (before !== after) facts |= 4
    }
    for (let bit = 0; bit < machine.lookarounds.length; bit++)
      // `bit` is below the length of `machine.lookarounds`.
      if (lookarounds[machine.lookarounds[bit] as number]?.[position] === 1) facts += 8 * 2 ** bit
    const reached = machine.reach(state, facts)
    if (reached.ends && isEnough(position)) return true
    if (count === length || (machine.anchored && count > 0 && state.entered.length === 1)) return false
    // The loop has returned at the last position, so there is one more character.
    state = machine.step(reached, (backward ? text[position - 1] : text[position]) as string)
  }
  return false
}
