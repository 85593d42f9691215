/** Reports a matcher that can take exponential time. Ordinary matchers such as `git.*push.*force` are slow at worst and pass. */

import { matchesAll } from '../../context/tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const TIMEOUT_MS = 500
/** The number of ways to match one text up to which a pattern is safe; above it the number doubles with each character. */
const MAX_SCORE = 20

export const catastrophicRegex: Rule = {
  code: 'catastrophic-regex',
  checks: 'entry',
  async find({ entry: { matcher }, at }): Promise<readonly RuleFinding[]> {
    if (matcher === undefined || matchesAll(matcher) || !repeatsChoices(matcher)) return []
    if (await isSafe(matcher)) return []
    const message = `the matcher ${JSON.stringify(matcher)} can take exponential time`
    return [
      { at: at('matcher'), message, hint: 'Remove the repetition inside a repetition: write a+ instead of (a+)+.' },
    ]
  },
}

/** True if an unbounded repetition contains a repetition or a choice. Without one, no pattern is exponential. */
function repeatsChoices(pattern: string): boolean {
  const open: boolean[] = []
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at)
    if (char === '\\') at++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') open.push(false)
    else if (char === ')') {
      const choices = open.pop() === true
      const repeated = /^([*+]|\{\d*,\d*\})/.test(pattern.slice(at + 1))
      if (choices && repeated) return true
      if ((choices || repeated) && open.length > 0) open[open.length - 1] = true
    } else if (/[*+|?{]/.test(char) && open.length > 0 && pattern[at - 1] !== '(') open[open.length - 1] = true
  }
  return false
}

/** Anchors the pattern, so that only its own ambiguity counts and not the choice of a starting point. */
async function isSafe(pattern: string): Promise<boolean> {
  try {
    const { isSafePattern } = await import('redos-detector')
    const judged = isSafePattern(`^(?:${pattern})`, { timeout: TIMEOUT_MS, maxScore: MAX_SCORE, maxSteps: 20_000 })
    return judged.safe || !judged.score.infinite
  } catch {
    // If the detector does not know the syntax, do not report the pattern.
    return true
  }
}
