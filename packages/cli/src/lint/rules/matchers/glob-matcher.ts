/** A matcher written as a glob: an expression all the same to the reader, and rarely the one that was meant. */
import { eventRows } from '@hookline/core/protocol'
import { matchesAll, parseMatcher } from '../../context/tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

/** Where the reader found it to be no expression at all. */
export const badMatcher: Rule = {
  code: 'bad-matcher',
  checks: 'problem',
  refine({ message }) {
    const written = /^the matcher ("(?:[^"\\]|\\.)*")/.exec(message)?.[1]
    const matcher = written === undefined ? '' : String(JSON.parse(written))
    return isGlob(matcher) ? { hint: hintFor(matcher) } : undefined
  },
}

export const globMatcher: Rule = {
  code: 'glob-matcher',
  checks: 'entry',
  find({ entry: { event, matcher = '' }, at }): readonly RuleFinding[] {
    const aboutPaths = Object.hasOwn(eventRows[event].input, 'file_path')
    if (!aboutPaths || matchesAll(matcher) || !/[^\\]?\/\*/.test(matcher) || parseMatcher(matcher) === undefined)
      return []
    const message = `the matcher ${JSON.stringify(matcher)} looks like a glob: in an expression \`/*\` is "any number of slashes"`
    return [{ at: at('matcher'), message, hint: hintFor(matcher) }]
  },
}

const isGlob = (matcher: string): boolean => /^[\w./*?{},-]+$/.test(matcher) && matcher.includes('*')

const hintFor = (glob: string): string =>
  `Matchers are regular expressions: write ${JSON.stringify(asExpression(glob))}.`

/** Two stars are any folders, one is anything but a slash; what begins with a star is not anchored. */
function asExpression(glob: string): string {
  const bare = glob.replace(/^(\*\*\/)?\*+(?=.)/, '')
  const text = bare.replace(/\*\*\/?|\*|\?|\.|\{[^{}]*\}/g, (one) => {
    if (one.startsWith('**')) return '.*'
    if (one.startsWith('{')) return `(${one.slice(1, -1).replaceAll('.', '\\.').replaceAll(',', '|')})`
    return one === '*' ? '[^/]*' : one === '?' ? '[^/]' : '\\.'
  })
  return `${text}$`.replace(/(\.\*|\[\^\/\]\*)\$$/, '')
}
