/** Turns a program into a state machine. States are created when first reached; after that, each character costs one table look-up. */
import type { CharTest } from './chars.ts'
import type { Instruction, Program } from './compile.ts'

interface State {
  /** The instructions to try at this position, in ascending order if the state is cached. */
  readonly entered: readonly number[]
  /** Undefined if the state is not cached. */
  readonly byFacts: Map<number, Reached> | undefined
}
/** A state for known facts about the position: start or end of the text, word boundary, look-arounds. */
interface Reached {
  readonly ends: boolean
  /** The instructions that wait for a character. */
  readonly waiting: readonly number[]
  /** The next state by the character's class. */
  readonly next: (State | undefined)[]
}
export interface Machine {
  readonly backward: boolean
  /** A match can only begin at the start of the text. */
  readonly anchored: boolean
  readonly usesPosition: boolean
  readonly usesWord: boolean
  /** The look-arounds that the program uses; the one at index `n` is the fact `8 * 2 ** n`. */
  readonly lookarounds: readonly number[]
  start(): State
  reach(state: State, facts: number): Reached
  step(reached: Reached, char: string): State
}

/** The most states that are cached. Further states are created each time, which is slower but gives the same result. */
const MAX_STATES = 2000

export function createMachine({ code, backward }: Program): Machine {
  const lookarounds = [...new Set(code.flatMap((one) => (one.op === 'lookaround' ? [one.lookaround] : [])))]
  const positions = new Set(code.flatMap((one) => (one.op === 'at' ? [one.where] : [])))
  const classOf = createClasses([...new Set(code.flatMap((one) => (one.op === 'char' ? [one.test] : [])))])
  let states = new Map<string, State>()
  const stateOf = (entered: readonly number[]): State => {
    if (states.size >= MAX_STATES) return { entered, byFacts: undefined }
    const key = entered.join()
    const known = states.get(key)
    if (known !== undefined) return known
    const made: State = { entered, byFacts: new Map() }
    states.set(key, made)
    return made
  }
  const holds = (one: Instruction, facts: number): boolean => {
    if (one.op === 'lookaround') return Math.floor(facts / (8 * 2 ** lookarounds.indexOf(one.lookaround))) % 2 === 1
    if (one.op !== 'at') return true
    if (one.where === 'start') return (facts & 1) !== 0
    if (one.where === 'end') return (facts & 2) !== 0
    return ((facts & 4) !== 0) === (one.where === 'word')
  }
  const seen = new Uint32Array(code.length)
  let round = 0
  const follow = (entered: readonly number[], facts: number): Reached => {
    round++
    const stack = [...entered]
    const waiting: number[] = []
    let ends = false
    for (let pc = stack.pop(); pc !== undefined; pc = stack.pop()) {
      if (seen[pc] === round) continue
      seen[pc] = round
      // A program ends with `match`, so `pc` never leaves it.
      const one = code[pc] as Instruction
      if (one.op === 'char') waiting.push(pc)
      else if (one.op === 'match') ends = true
      else if (one.op === 'split') stack.push(one.first, one.second)
      else if (one.op === 'jump') stack.push(one.to)
      else if (holds(one, facts)) stack.push(pc + 1)
    }
    return { ends, waiting, next: [] }
  }
  return {
    backward,
    lookarounds,
    anchored: !backward && isStart(code[0]),
    usesPosition: positions.has('start') || positions.has('end'),
    usesWord: positions.has('word') || positions.has('no-word'),
    start() {
      // If a text filled the cache, its states are of little use to the next text.
      if (states.size >= MAX_STATES) states = new Map()
      return stateOf([0])
    },
    reach({ entered, byFacts }, facts) {
      let reached = byFacts?.get(facts)
      if (reached === undefined) {
        reached = follow(entered, facts)
        byFacts?.set(facts, reached)
      }
      return reached
    },
    step(reached, char) {
      const kind = classOf(char)
      let state = reached.next[kind]
      if (state === undefined) {
        // A match may begin at every position.
        const entered = [0]
        for (const pc of reached.waiting) {
          // `follow` adds only `char` instructions to `waiting`.
          const one = code[pc] as Extract<Instruction, { op: 'char' }>
          if (one.test(char)) entered.push(pc + 1)
        }
        state = stateOf(states.size >= MAX_STATES ? entered : entered.sort((a, b) => a - b))
        // Do not store a state that is not cached: the reference would keep it in memory.
        if (state.byFacts !== undefined) reached.next[kind] = state
      }
      return state
    },
  }
}

const isStart = (one: Instruction | undefined): boolean => one?.op === 'at' && one.where === 'start'

/** Characters for which all tests of the program have the same results are in one class. */
function createClasses(tests: readonly CharTest[]): (char: string) => number {
  const byAnswers = new Map<string, number>()
  const low = new Int32Array(256).fill(-1)
  const high = new Map<string, number>()
  const find = (char: string): number => {
    const answers = tests.map((test) => (test(char) ? '1' : '0')).join('')
    const known = byAnswers.get(answers) ?? byAnswers.size
    byAnswers.set(answers, known)
    return known
  }
  return (char) => {
    const code = char.charCodeAt(0)
    if (code < 256) {
      // `low` has a value for every code below 256.
      const known = low[code] as number
      if (known >= 0) return known
      const found = find(char)
      low[code] = found
      return found
    }
    const known = high.get(char)
    if (known !== undefined) return known
    const found = find(char)
    if (high.size < 4096) high.set(char, found)
    return found
  }
}
