/** Compiles matchers in JavaScript's syntax and runs them with bounded work (CONTRACT §3). Loads the linear engine only if a pattern needs it. */

import { compileBounded, findRequiredLiterals, parseRegex, type RequiredLiterals } from '../regex/index.ts'
import { isPlain, toLinear } from './matcher-syntax.ts'

/** `onLimit` is called if the work limit was reached before the result was known. Then the result is a match. */
type Test = (subject: string, onLimit?: () => void) => boolean
type Re2 = { compile(pattern: string): { test(subject: string): boolean } }

export interface Matchers {
  /** Loads the linear engine if one of these patterns needs it. Afterwards `matches` needs no loading. */
  prepare(patterns: Iterable<string>): Promise<void>
  /** `ignoreCase` works like JavaScript's flag `i`. */
  matches(pattern: string, subjects: readonly string[], ignoreCase?: boolean, onLimit?: () => void): boolean
  /** The same as `matches` with one subject, ready to be used often. Its pattern was given to `prepare` before. */
  search(pattern: string, ignoreCase: boolean): Search
  /** Matches with JavaScript's flags `i` and `v`. */
  matchesUnicode(pattern: string, subject: string, onLimit?: () => void): boolean
}

interface Search extends RequiredLiterals {
  test(subject: string, onLimit?: () => void): boolean
}

/** Any subject may need more work than is allowed. */
const unlimited: RequiredLiterals = { size: Number.POSITIVE_INFINITY, maxLength: -1 }

const matchesAll = (pattern: string) => pattern === '' || pattern === '*'

/**
 * An expression that cannot run, or not with bounded work, counts as a match, so that the hook runs. `maxWork` is a lower limit
 * than that of the engines, for expressions of others: instructions times characters of one search.
 */
export function createMatchers(maxWork = Number.POSITIVE_INFINITY): Matchers {
  const compiled = new Map<string, Test>()
  let re2: Re2 | undefined
  const test = (pattern: string, flags: '' | 'i' | 'iv'): Test => {
    const key = `${flags}/${pattern}`
    const known = compiled.get(key)
    if (known !== undefined) return known
    const made = safely(() =>
      limitWork(flags === 'iv' ? bounded(pattern, flags) : compile(pattern, flags, re2), pattern, flags, maxWork),
    )
    compiled.set(key, made)
    return made
  }
  return {
    async prepare(patterns) {
      if (re2 !== undefined) return
      for (const pattern of patterns) {
        if (matchesAll(pattern) || isPlain(pattern) || toLinear(pattern) === undefined) continue
        // The class has the static method of `Re2`; its own type is much larger.
        re2 = (await import('re2js')).RE2JS as unknown as Re2
        compiled.clear()
        return
      }
    },
    matches(pattern, subjects, ignoreCase = false, onLimit) {
      if (matchesAll(pattern)) return true
      const occurs = test(pattern, ignoreCase ? 'i' : '')
      return subjects.some((subject) => occurs(subject, onLimit))
    },
    search(pattern, ignoreCase) {
      if (matchesAll(pattern)) return { size: 0, maxLength: Number.POSITIVE_INFINITY, test: () => true }
      const flags = ignoreCase ? 'i' : ''
      const needs = findRequiredLiterals(pattern, flags) ?? unlimited
      const maxLength = Math.min(needs.maxLength, Math.floor(maxWork / needs.size) - 1)
      return { ...needs, maxLength, test: test(pattern, flags) }
    },
    matchesUnicode: (pattern, subject, onLimit) => test(pattern, 'iv')(subject, onLimit),
  }
}

/** Does not begin a search that may take more work than this. An expression of unknown size may. */
function limitWork(test: Test, pattern: string, flags: '' | 'i' | 'iv', maxWork: number): Test {
  if (maxWork === Number.POSITIVE_INFINITY) return test
  const { size } = findRequiredLiterals(pattern, flags === '' ? '' : 'i') ?? unlimited
  const isAbsent = flags === '' ? createPrefilter(pattern) : () => false
  return (subject, onLimit) => {
    if (size * (subject.length + 1) <= maxWork) return test(subject, onLimit)
    if (isAbsent(subject)) return false
    onLimit?.()
    return true
  }
}

/** A pattern without unbounded repetition runs in V8, others in the linear engine, and those it cannot express in Hookline's own engine. */
function compile(pattern: string, flags: '' | 'i', re2: Re2 | undefined): Test {
  if (isPlain(pattern)) {
    const expression = new RegExp(pattern, flags)
    return (subject) => expression.test(subject)
  }
  const isAbsent = flags === '' ? createPrefilter(pattern) : () => false
  let search: Test | undefined
  return (subject, onLimit) => {
    if (isAbsent(subject)) return false
    search ??= compileSearch(pattern, flags, re2)
    return search(subject, onLimit)
  }
}

/** True only if the search would find nothing. To compile an expression takes longer than to test many subjects for its literals. */
function createPrefilter(pattern: string): (subject: string) => boolean {
  const { literals, maxLength } = findRequiredLiterals(pattern, '') ?? unlimited
  if (literals === undefined) return () => false
  return (subject) => subject.length <= maxLength && !literals.some((literal) => subject.includes(literal))
}

function compileSearch(pattern: string, flags: '' | 'i', re2: Re2 | undefined): Test {
  const own = bounded(pattern, flags)
  // Without regard to case, the linear engine takes more letters as equal: for it, a long s is an s.
  const isOwn = hasSurrogates(pattern) || (flags === 'i' && mayNameBeyondAscii(pattern))
  const linear = isOwn ? undefined : toLinear(pattern)
  const expression =
    linear === undefined || re2 === undefined
      ? undefined
      : compiledLinear(re2, flags === 'i' ? `(?i)${linear}` : linear)
  if (expression === undefined) return own
  // The linear engine counts in characters, JavaScript without flags in code units.
  const differs = flags === 'i' ? isBeyondAscii : hasSurrogates
  return (subject, onLimit) => (differs(subject) ? own(subject, onLimit) : expression.test(subject))
}

/** Uses Hookline's own engine, whose work depends only on the pattern and the subject, not on the load of the machine. */
function bounded(pattern: string, flags: '' | 'i' | 'iv'): Test {
  let search: ReturnType<typeof compileBounded> | undefined
  return (subject, onLimit) => {
    search ??= compileBounded(pattern, flags)
    const answer = search(subject)
    if (answer === 'limit') onLimit?.()
    return answer !== 'none'
  }
}

function compiledLinear(re2: Re2, linear: string): ReturnType<Re2['compile']> | undefined {
  try {
    return re2.compile(linear)
  } catch {
    // The pattern is too large for the linear engine (`{2,1001}`), so Hookline's own engine runs it.
    return undefined
  }
}

const hasSurrogates = (text: string) => /[\ud800-\udfff]/.test(text)
const isBeyondAscii = (text: string) => /[\u0080-\uffff]/.test(text)
/** By itself or by an escape such as \\u017f. */
const mayNameBeyondAscii = (pattern: string) => isBeyondAscii(pattern) || /\\[ux]/.test(pattern)

/** Some patterns are accepted at first and fail when they are used. Such a pattern must not disable a hook. */
function safely(make: () => Test): Test {
  let made: Test | undefined
  return (subject, onLimit) => {
    try {
      made ??= make()
      return made(subject, onLimit)
    } catch {
      onLimit?.()
      return true
    }
  }
}

/** No person writes a longer pattern. */
const MAX_PATTERN = 8192
const MAX_SMALL_PATTERN = 512
/** A longer one may be nested deeper than the stack allows. If it cannot run, it counts as a match. */
const MAX_PARSED_PATTERN = 1024

/** Why a pattern is not a valid expression, or undefined if it is. */
export function invalidPattern(pattern: string): string | undefined {
  if (matchesAll(pattern)) return undefined
  if (pattern.length > MAX_PATTERN) return `it is longer than ${MAX_PATTERN} characters`
  try {
    const expression = new RegExp(pattern)
    // V8 compiles at the first use. A pattern that is long, or long when its counted repetitions are written out, may fail only then.
    if (pattern.length > MAX_SMALL_PATTERN || pattern.includes('{')) expression.test('')
    // The V8 of a newer Node knows more than Hookline's own engine, which runs what is not plain.
    if (pattern.length <= MAX_PARSED_PATTERN && !isPlain(pattern)) parseRegex(pattern, '')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
