/** Runs a program without back-references in linear time: all paths at once, one character after the other. */
import type { Compiled } from './compile.ts'
import { createMachine, type Machine } from './machine.ts'

type Text = readonly string[] | string

/** The most work that is begun: instructions times places. In the worst case it takes a few seconds, mostly a fraction. */
const MAX_WORK = 250_000_000

/** Tests whether the expression occurs in a text. `limit` follows from the sizes alone. */
export function createSimulation(compiled: Compiled): (text: Text) => 'match' | 'none' | 'limit' {
  const size = compiled.looks.reduce((sum, { program }) => sum + program.code.length, compiled.main.code.length)
  const looks = compiled.looks.map(({ program, negated }) => ({ machine: createMachine(program), negated }))
  const main = createMachine(compiled.main)
  return (text) => {
    if (size * (text.length + 1) > MAX_WORK) return 'limit'
    const places: Uint8Array[] = []
    for (const { machine, negated } of looks) places.push(placesOf(machine, negated, compiled, text, places))
    return run(main, compiled, text, places, () => true) ? 'match' : 'none'
  }
}

/** Where a look-around holds: 1 for each such place. It is compiled against its direction, so it ends where it is tried. */
function placesOf(
  machine: Machine,
  negated: boolean,
  compiled: Compiled,
  text: Text,
  inner: readonly Uint8Array[],
): Uint8Array {
  const found = new Uint8Array(text.length + 1).fill(negated ? 1 : 0)
  run(machine, compiled, text, inner, (place) => {
    found[place] = negated ? 0 : 1
    return false
  })
  return found
}

/** Begins at every place of the text and reports where the program ends; `isEnough` stops it there. */
function run(
  machine: Machine,
  { isWord }: Compiled,
  text: Text,
  looks: readonly Uint8Array[],
  isEnough: (place: number) => boolean,
): boolean {
  const { length } = text
  const { backward, usesPlace, usesWord } = machine
  let state = machine.start()
  for (let count = 0; count <= length; count++) {
    const place = backward ? length - count : count
    let facts = 0
    if (usesPlace) facts = (place === 0 ? 1 : 0) | (place === length ? 2 : 0)
    if (usesWord) {
      // A character precedes every place after 0.
      const before = place > 0 && isWord(text[place - 1] as string)
      // A character follows every place before the end.
      const after = place < length && isWord(text[place] as string)
      if (before !== after) facts |= 4
    }
    for (let bit = 0; bit < machine.looks.length; bit++)
      // `bit` is below the length of `machine.looks`.
      if (looks[machine.looks[bit] as number]?.[place] === 1) facts += 8 * 2 ** bit
    const reached = machine.reach(state, facts)
    if (reached.ends && isEnough(place)) return true
    if (count === length || (machine.anchored && count > 0 && state.entered.length === 1)) return false
    // The last place has returned above, so there is one more character.
    state = machine.step(reached, (backward ? text[place - 1] : text[place]) as string)
  }
  return false
}
