/** Regular expressions in JavaScript's language with bounded work: linear time, and a number of steps for back-references. */
import { createBacktracking } from './backtrack.ts'
import { compileRegex } from './compile.ts'
import { hasReference, type RegexFlags } from './nodes.ts'
import { parseRegex } from './parse.ts'
import { createSimulation } from './simulate.ts'

export type { RegexFlags } from './nodes.ts'
export { parseRegex } from './parse.ts'
export { findRequiredLiterals, type RequiredLiterals } from './required.ts'

/** `limit`: the work ended before the answer was known. */
export type BoundedAnswer = 'match' | 'none' | 'limit'

/** With back-references every path may have to be tried: so many steps, then it ends. */
const BACKTRACKING_STEPS = 200_000

/** Throws where V8 refuses the pattern. The same pattern and text always have the same answer. */
export function compileBounded(pattern: string, flags: RegexFlags): (subject: string) => BoundedAnswer {
  // V8 says whether the pattern is valid; nothing is matched with this.
  new RegExp(pattern, flags)
  const { node, groups } = parseRegex(pattern, flags)
  const linear = !hasReference(node)
  const compiled = compileRegex(node, flags, linear)
  if (compiled === undefined) return () => 'limit'
  const search = linear ? createSimulation(compiled) : createBacktracking(compiled, groups, flags, BACKTRACKING_STEPS)
  return (subject) => search(flags === 'iv' ? [...subject] : subject)
}
