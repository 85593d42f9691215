/** Reports a matcher written as a glob: it is a valid regular expression, but rarely the intended one. */
import { eventRows } from '@hookline/core/protocol'
import { matchesAll, parseMatcher } from '../../context/tools.ts'
import type { Rule, RuleFinding } from '../../rule.ts'

/** Improves the hint if the config reader found that the matcher is not a valid expression. */
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
    const message = `the matcher ${JSON.stringify(matcher)} looks like a glob, but in a regular expression \`/*\` means "any number of slashes"`
    return [{ at: at('matcher'), message, hint: hintFor(matcher) }]
  },
}

const isGlob = (matcher: string): boolean => /^[\w./*?{},-]+$/.test(matcher) && matcher.includes('*')

const hintFor = (glob: string): string =>
  `Matchers are regular expressions: write ${JSON.stringify(asExpression(glob))}.`

/** Converts a glob: `**` matches any folders, `*` anything but a slash, and a glob that begins with `*` is not anchored. */
function asExpression(glob: string): string {
  const bare = glob.replace(/^(\*\*\/)?\*+(?=.)/, '')
  const text = bare.replace(/\*\*\/?|\*|\?|\.|\{[^{}]*\}/g, (one) => {
    if (one.startsWith('**')) return '.*'
    if (one.startsWith('{')) return `(${one.slice(1, -1).replaceAll('.', '\\.').replaceAll(',', '|')})`
    return one === '*' ? '[^/]*' : one === '?' ? '[^/]' : '\\.'
  })
  return `${text}$`.replace(/(\.\*|\[\^\/\]\*)\$$/, '')
}
