/** Finds a JSON parser that gets a stream instead of text, or text instead of a stream, and so fails for every event. */

import type { Flaw } from '../reading.ts'
import type { Program } from './hazards.ts'
import { argumentsOf } from './scan.ts'

const stream = /^(?:sys\.stdin(?:\.buffer)?|process\.stdin|Bun\.stdin|Deno\.stdin)$/
const wholeText = /^(?:sys\.stdin(?:\.buffer)?\.(?:read|readline)\(\)|input\(\))(?:\.(?:strip|decode)\(\))?$/

/** Finds `json.load(sys.stdin.read())`, `json.loads(sys.stdin)` and `JSON.parse(process.stdin)`. */
export function wrongParsers({ tokens, calls, paths }: Program): readonly Flaw[] {
  const source = (from: number, to: number): string =>
    tokens
      .slice(from, to)
      .filter(({ kind }) => kind !== 'line')
      .map(({ text }) => text)
      .join('')
  const readValue = (given: string): string => {
    const set = paths.assignments.filter(({ name }) => name === given)
    const [only] = set
    return only === undefined || set.length > 1 ? given : source(only.from, only.to)
  }
  return calls.flatMap((call): readonly Flaw[] => {
    const [first, ...more] = argumentsOf(tokens, call)
    if (first === undefined || more.length > 0) return []
    const value = readValue(source(first[0], first[1]))
    const isWrong =
      call.name === 'json.load'
        ? wholeText.test(value)
        : /^(?:json\.loads|JSON\.parse)$/.test(call.name) && stream.test(value)
    return isWrong ? [{ kind: 'wrong-parser', offset: call.offset, name: call.name }] : []
  })
}
