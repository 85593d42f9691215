/** A matcher that was written for another subject than its event's. */
import type { EventName } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import { matchesTools } from '../rows.ts'
import type { Found, Rule } from '../rule.ts'
import { alternatives, expression, isTool, matchesAll, oursFor, ownTools } from '../tools.ts'

export const matcherNeverMatches: Rule = {
  code: 'matcher-never-matches',
  looksAt: 'entry',
  find({ entry: { event, matcher }, file, at }): readonly Found[] {
    if (matcher === undefined || matchesAll(matcher) || file.claude || eventRows[event].subject === null) return []
    const why = matchesTools(event) ? againstTools(matcher) : againstSubject(matcher, event)
    if (why === undefined) return []
    const message = `the matcher ${JSON.stringify(matcher)} never matches: ${event} is tested against ${eventRows[event].subjectDoc}`
    return [{ at: at('matcher'), message, hint: why }]
  },
}

/** Claude Code compares a matcher of word characters, a list with `|`, exactly with the names of tools. */
export const claudeMatcherNeverMatches: Rule = {
  code: 'matcher-never-matches',
  looksAt: 'entry',
  find({ entry: { matcher }, file, at }): readonly Found[] {
    if (matcher === undefined || !file.claude || !/^[\w|, -]+$/.test(matcher)) return []
    const server = matcher
      .split(/[|,]/)
      .find((word) => /^\s*mcp__(?:(?!__).)+(?:__)?\s*$/.test(word))
      ?.trim()
    if (server === undefined) return []
    const right = `${server.replace(/__$/, '')}__.*`
    return [
      {
        at: at('matcher'),
        message: `the matcher ${JSON.stringify(server)} never matches: without other characters it is compared exactly, and no tool has that name`,
        hint: `Write ${JSON.stringify(right)} for every tool of the server.`,
      },
    ]
  },
}

/** Lower-case words may be MCP tools; what no tool can be called is sure. */
function againstTools(matcher: string): string | undefined {
  const words = alternatives(matcher)
  const pattern = expression(matcher)
  if (pattern === undefined || [...ownTools, 'MCP', 'MCP:tool'].some((tool) => pattern.test(tool))) return undefined
  if (words.some((word) => oursFor(word) !== undefined || /MCP/.test(word))) return undefined
  const near = ownTools.find((tool) => words.some((word) => word.toLowerCase() === tool.toLowerCase()))
  if (near !== undefined) return `Matchers heed case: write "${near}".`
  if (words.some((word) => /\s|\\s/.test(word))) return 'To match commands, use beforeShellExecution.'
  if (words.some((word) => /\\?\.\w|\//.test(word)))
    return 'It looks like a pattern for paths; test the path in the script.'
  return words.every((word) => /^[A-Z]\w*$/.test(word))
    ? `The tools are ${ownTools.slice(0, 7).join(', ')}, MCP:<tool>.`
    : undefined
}

function againstSubject(matcher: string, event: EventName): string | undefined {
  const pattern = expression(matcher)
  if (pattern === undefined) return undefined
  const possible = wordsOf(event)
  if (possible.words.some((word) => pattern.test(word))) return undefined
  if (possible.closed) return `Write "${possible.words.join('|')}", or leave it out.`
  if (!alternatives(matcher).every(isTool)) return undefined
  return possible.words.length > 0
    ? `Here the tool is called "${possible.words.join('|')}"; leave the matcher out.`
    : 'A tool is not what is tested here: leave the matcher out, or use preToolUse.'
}

/** The words among which the subject is, and whether it can be anything else. */
function wordsOf(event: EventName): { readonly words: readonly string[]; readonly closed: boolean } {
  const { subjectDoc, input } = eventRows[event]
  const word = /^the word `(\w+)`(, or)?/.exec(subjectDoc)
  if (word !== null) return { words: [word[1] as string], closed: word[2] === undefined }
  const type = input[/^`(\w+)`$/.exec(subjectDoc)?.[1] ?? '']?.type
  return type?.kind === 'oneOf' ? { words: type.words, closed: true } : { words: [], closed: false }
}
