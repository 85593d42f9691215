/** A matcher that takes exponential time. Ordinary ones (`git.*push.*force`) are slow at worst, and are left alone. */

import { matchesAll } from '../../context/tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

const PATIENCE_MS = 500
/** So many ways to match one text are few; above it they double with each character. */
const FEW = 20

export const catastrophicRegex: Rule = {
  code: 'catastrophic-regex',
  checks: 'entry',
  async find({ entry: { matcher }, at }): Promise<readonly RuleFinding[]> {
    if (matcher === undefined || matchesAll(matcher) || !repeatsChoices(matcher)) return []
    if (await isSafe(matcher)) return []
    const message = `the matcher ${JSON.stringify(matcher)} can take exponential time`
    return [{ at: at('matcher'), message, hint: 'Write it without a repetition inside a repetition: (a+)+ as a+.' }]
  },
}

/** A group that is repeated without bound and holds a repetition or a choice: without one nothing is exponential. */
function repeatsChoices(pattern: string): boolean {
  const open: boolean[] = []
  let inClass = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string
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

/** Anchored, so that only the pattern's own ambiguity counts and not that it may begin anywhere. */
async function isSafe(pattern: string): Promise<boolean> {
  try {
    const { isSafePattern } = await import('redos-detector')
    const judged = isSafePattern(`^(?:${pattern})`, { timeout: PATIENCE_MS, maxScore: FEW, maxSteps: 20_000 })
    return judged.safe || !judged.score.infinite
  } catch {
    // Syntax that the detector does not know is not called unsafe.
    return true
  }
}
