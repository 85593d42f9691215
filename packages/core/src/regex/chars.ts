/** Tests single characters. V8 answers each question once, so that classes and cases mean exactly what they mean there. */
import type { RegexFlags } from './nodes.ts'

export type CharTest = (char: string) => boolean

/** More different characters than this are not remembered: a text may hold every character there is. */
const MAX_KNOWN = 4096

export function createCharTests(flags: RegexFlags): (source: string) => CharTest {
  const made = new Map<string, CharTest>()
  return (source) => {
    const known = made.get(source)
    if (known !== undefined) return known
    const test = charTest(new RegExp(`^(?:${source})$`, flags))
    made.set(source, test)
    return test
  }
}

function charTest(expression: RegExp): CharTest {
  // 0: not known, 1: no, 2: yes.
  const low = new Uint8Array(256)
  const high = new Map<string, boolean>()
  return (char) => {
    const code = char.charCodeAt(0)
    if (code < 256) {
      // `low` has a value for every code below 256.
      const known = low[code] as number
      if (known !== 0) return known === 2
      const answer = expression.test(char)
      low[code] = answer ? 2 : 1
      return answer
    }
    const known = high.get(char)
    if (known !== undefined) return known
    const answer = expression.test(char)
    if (high.size < MAX_KNOWN) high.set(char, answer)
    return answer
  }
}

/** Whether two characters are the same for a back-reference. */
export function createSameChar(flags: RegexFlags): (a: string, b: string) => boolean {
  if (flags === '') return (a, b) => a === b
  const known = new Map<string, CharTest>()
  return (a, b) => {
    if (a === b) return true
    let test = known.get(a)
    if (test === undefined) {
      const escaped = [...Array(a.length).keys()].map((at) => `\\u${a.charCodeAt(at).toString(16).padStart(4, '0')}`)
      test = charTest(new RegExp(`^${escaped.join('')}$`, flags))
      if (known.size < MAX_KNOWN) known.set(a, test)
    }
    return test(b)
  }
}
