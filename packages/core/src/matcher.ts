/** Compiles a matcher: JavaScript's syntax, answered in linear time (CONTRACT §3). Loads the linear engine only if a pattern needs it. */

import { isPlain, toLinear } from './matcher-syntax.ts'
import type { SlowTest } from './ports.ts'

export type Test = (subject: string) => boolean
type Re2 = { compile(pattern: string): { test(subject: string): boolean } }

export interface Matchers {
  /** Loads the linear engine if one of these needs it; afterwards `matches` answers at once. */
  prepare(patterns: Iterable<string>): Promise<void>
  matches(pattern: string, subjects: readonly string[]): boolean
}

const matchesAll = (pattern: string) => pattern === '' || pattern === '*'

/** An expression that no engine here can run in bounded time counts as a match: the hook runs. */
export function createMatchers(slow?: SlowTest): Matchers {
  const compiled = new Map<string, Test>()
  let re2: Re2 | undefined
  const test = (pattern: string): Test => {
    const known = compiled.get(pattern)
    if (known !== undefined) return known
    const made = compile(pattern, re2, slow)
    compiled.set(pattern, made)
    return made
  }
  return {
    async prepare(patterns) {
      if (re2 !== undefined) return
      for (const pattern of patterns) {
        if (matchesAll(pattern) || isPlain(pattern) || toLinear(pattern) === undefined) continue
        re2 = (await import('re2js')).RE2JS as unknown as Re2
        compiled.clear()
        return
      }
    },
    matches: (pattern, subjects) => matchesAll(pattern) || subjects.some(test(pattern)),
  }
}

/** A pattern without unbounded repetition runs in V8; the rest in the linear engine; what that cannot express, under a time limit. */
function compile(pattern: string, re2: Re2 | undefined, slow: SlowTest | undefined): Test {
  if (isPlain(pattern)) {
    const expression = new RegExp(pattern)
    return (subject) => expression.test(subject)
  }
  const linear = toLinear(pattern)
  if (linear !== undefined && re2 !== undefined) {
    try {
      const expression = re2.compile(linear)
      return (subject) => expression.test(subject)
    } catch {
      // Too large for the linear engine (`{2,1001}`): the time limit takes over.
    }
  }
  return slow === undefined ? () => true : (subject) => slow(pattern, subject)
}

/** Why a pattern is no valid expression, or undefined. */
export function invalidPattern(pattern: string): string | undefined {
  if (matchesAll(pattern)) return undefined
  try {
    new RegExp(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
