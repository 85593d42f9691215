/** Compiles a matcher: JavaScript's syntax, answered in linear time (CONTRACT §3). Loads the linear engine only if a pattern needs it. */
import { isPlain, toLinear } from './matcher-syntax.ts'
import type { SlowTest } from './ports.ts'

export type Test = (subject: string) => boolean
type Re2 = { compile(pattern: string): { test(subject: string): boolean } }

export interface Matchers {
  /** Loads the linear engine if one of these needs it; afterwards `matches` answers at once. */
  prepare(patterns: Iterable<string>): Promise<void>
  /** `ignoreCase` as JavaScript's flag `i`. */
  matches(pattern: string, subjects: readonly string[], ignoreCase?: boolean): boolean
  /** JavaScript's flags `i` and `v`, in V8 under its time limit. */
  matchesUnicode(pattern: string, subject: string): boolean
}

/** So much of a second may go into patterns that only V8 can run; after that they count as a match. */
const SLOW_MS_A_SECOND = 250
const matchesAll = (pattern: string) => pattern === '' || pattern === '*'

/** An expression that no engine here can run in bounded time, or at all, counts as a match: the hook runs. */
export function createMatchers(slow?: SlowTest): Matchers {
  const compiled = new Map<string, Test>()
  const bounded = slow === undefined ? () => true : withinBudget(slow)
  let re2: Re2 | undefined
  const test = (pattern: string, flags: '' | 'i'): Test => {
    const key = `${flags}/${pattern}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = safely(compile(pattern, flags, re2, bounded))
    compiled.set(key, made)
    return made
  }
  // V8 takes longer to compile the letters of all scripts than to use them: that is no part of the time limit.
  const compiledUnicode = new Map<string, RegExp>()
  const unicode = (pattern: string): RegExp => {
    const known = compiledUnicode.get(pattern)
    if (known !== undefined) return known
    const made = new RegExp(pattern, 'iv')
    made.test('\u0100')
    compiledUnicode.set(pattern, made)
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
    matches: (pattern, subjects, ignoreCase = false) =>
      matchesAll(pattern) || subjects.some(test(pattern, ignoreCase ? 'i' : '')),
    matchesUnicode: (pattern, subject) => bounded(unicode(pattern), subject),
  }
}

/** A pattern without unbounded repetition runs in V8; the rest in the linear engine; what that cannot express, under a time limit. */
function compile(pattern: string, flags: '' | 'i', re2: Re2 | undefined, slow: SlowTest): () => Test {
  return () => {
    if (isPlain(pattern)) {
      const expression = new RegExp(pattern, flags)
      return (subject) => expression.test(subject)
    }
    const linear = hasSurrogates(pattern) ? undefined : toLinear(pattern)
    if (linear === undefined || re2 === undefined) return (subject) => slow(pattern, subject, flags)
    const expression = compiledLinear(re2, flags === 'i' ? `(?i)${linear}` : linear)
    if (expression === undefined) return (subject) => slow(pattern, subject, flags)
    // The linear engine counts in characters, JavaScript without flags in halves of some.
    return (subject) => (hasSurrogates(subject) ? slow(pattern, subject, flags) : expression.test(subject))
  }
}

function compiledLinear(re2: Re2, linear: string): ReturnType<Re2['compile']> | undefined {
  try {
    return re2.compile(linear)
  } catch {
    // Too large for the linear engine (`{2,1001}`): the time limit takes over.
    return undefined
  }
}

const hasSurrogates = (text: string) => /[\ud800-\udfff]/.test(text)

/** Some patterns are accepted when they are read and fail when they are first used: nobody's hooks may go missing over one. */
function safely(make: () => Test): Test {
  let made: Test | undefined
  return (subject) => {
    try {
      made ??= make()
      return made(subject)
    } catch {
      return true
    }
  }
}

function withinBudget(slow: SlowTest): SlowTest {
  let since = 0
  let spent = 0
  return (pattern, subject, flags) => {
    const started = performance.now()
    if (started - since > 1000) {
      since = started
      spent = 0
    }
    if (spent > SLOW_MS_A_SECOND) return true
    try {
      return slow(pattern, subject, flags)
    } finally {
      spent += performance.now() - started
    }
  }
}

/** Longer than any pattern a person writes. */
const MAX_PATTERN = 8192

/** Why a pattern is no valid expression, or undefined. */
export function invalidPattern(pattern: string): string | undefined {
  if (matchesAll(pattern)) return undefined
  if (pattern.length > MAX_PATTERN) return `it is longer than ${MAX_PATTERN} characters`
  try {
    // V8 compiles at the first use, and some patterns only fail there.
    new RegExp(pattern).test('')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
