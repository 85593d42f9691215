/** Reports a matcher that cannot match what its event compares it with. */
import type { Agent } from '@hookline/core/agents'
import type { EventName } from '@hookline/core/node'
import { eventRows } from '@hookline/core/protocol'
import type { Node } from '../../../json-document.ts'
import { askIfMeant, sameName } from '../../../same-name.ts'
import { matchesTools } from '../../context/event-rows.ts'
import {
  agentNamesFor,
  alternatives,
  correctToolName,
  isTool,
  matchesAll,
  ownTools,
  parseMatcher,
  toOwnTool,
  toolNames,
} from '../../context/tools.ts'
import { editFix, type Fix, type Rule, type RuleFinding } from '../../rule.ts'

export const matcherNeverMatches: Rule = {
  code: 'matcher-never-matches',
  checks: 'entry',
  find({ entry: { event, matcher }, agent, at, value }): readonly RuleFinding[] {
    if (matcher === undefined || matchesAll(matcher) || agent !== undefined || eventRows[event].subject === null)
      return []
    const why = matchesTools(event) ? againstTools(matcher) : againstSubject(matcher, event)
    if (why === undefined) return []
    const message = `the matcher ${JSON.stringify(matcher)} never matches: ${event} compares it with ${eventRows[event].subjectDoc}`
    return [
      { at: at('matcher'), message, hint: why, ...fixCase(value('matcher'), matchesTools(event) ? ownTools : []) },
    ]
  },
}

/** Corrects the case of each name in a matcher that is a list of names. */
function fixCase(node: Node | undefined, names: readonly string[]): { readonly fix?: Fix } {
  const [, open, list, close] = /^(\^?\(?)([\w|-]+)(\)?\$?)$/.exec(String(node?.value)) ?? []
  const words = list?.split('|') ?? []
  const meant = words.map((word) => (names.includes(word) ? word : sameName(word, names)))
  if (node === undefined || words.length === 0 || meant.includes(undefined)) return {}
  const text = JSON.stringify(`${open}${[...new Set(meant)].join('|')}${close}`)
  return { fix: editFix({ offset: node.offset, length: node.length, text }) }
}

/** Some agents compare a matcher of word characters, or such a list with `|`, exactly with the names of tools. */
export const agentMatcherNeverMatches: Rule = {
  code: 'matcher-never-matches',
  checks: 'entry',
  find({ entry: { event, matcher }, agent, at, value }): readonly RuleFinding[] {
    if (matcher === undefined || matchesAll(matcher) || agent?.dialect?.exact === undefined) return []
    const found = matchesTools(event)
      ? againstAgentTools(matcher, event, agent)
      : againstAgentSubject(matcher, event, agent)
    if (found === undefined) return []
    return [
      {
        at: at('matcher'),
        message: `the matcher ${JSON.stringify(found.word)} never matches: ${found.why}`,
        hint: found.hint,
        ...fixCase(value('matcher'), matchesTools(event) ? toolNames(agent) : []),
      },
    ]
  },
}

interface Unmatched {
  readonly word: string
  readonly why: string
  readonly hint: string
}

function againstAgentTools(matcher: string, event: EventName, agent: Agent): Unmatched | undefined {
  const rule = /^\s*(\w+)\((.*)\)\s*$/s.exec(matcher)
  if (rule !== null && isNamedTool(rule[1] ?? '', agent))
    return {
      word: matcher,
      why: 'it is compared with the name of the tool alone, and this is the syntax of permission rules',
      hint: `Write ${JSON.stringify(rule[1])}, and check the input in the script.`,
    }
  const words = agent.dialect?.exact?.(matcher, event)
  if (words === undefined) return againstAgentPattern(matcher, agent)
  for (const word of words) {
    const found = againstAgentWord(word, agent)
    if (found !== undefined) return found
  }
  return undefined
}

function againstAgentWord(word: string, agent: Agent): Unmatched | undefined {
  const exactly = 'a matcher of word characters is compared exactly, and no tool has that name'
  if (/^mcp__(?:(?!__).)+(?:__)?$/.test(word))
    return {
      word,
      why: exactly,
      hint: `Write ${JSON.stringify(`${word.replace(/__$/, '')}__.*`)} for every tool of the server.`,
    }
  if (toolNames(agent).includes(word)) return undefined
  const near = correctToolName(agent, word)
  if (near !== undefined) return { word, why: exactly, hint: `${agent.title} calls it ${JSON.stringify(near)}.` }
  // A newer version may have tools that are not listed here, so only what begins like a known one is a typo.
  const question = askIfMeant(
    word,
    toolNames(agent).filter((name) => name.slice(0, 3) === word.slice(0, 3)),
  )
  if (question !== undefined) return { word, why: exactly, hint: question }
  return /\s/.test(word)
    ? {
        word,
        why: exactly,
        hint: `Match the tool ("${agentNamesFor(agent, 'Shell')[0]}"), and check the command in the script.`,
      }
    : undefined
}

/** Checks an expression that matches no tool and does not mention MCP. */
function againstAgentPattern(matcher: string, agent: Agent): Unmatched | undefined {
  const pattern = parseMatcher(matcher)
  if (pattern === undefined || /mcp/i.test(matcher)) return undefined
  if ([...toolNames(agent), 'mcp__server__tool'].some((name) => pattern.test(name))) return undefined
  const words = alternatives(matcher)
  const near = words.map((word) => correctToolName(agent, word)).find((name) => name !== undefined)
  const isText = words.some((word) => /\s|\\s|\\?\.\w|\//.test(word))
  if (near === undefined && !isText) return undefined
  return {
    word: matcher,
    why: 'it is compared with the name of the tool alone',
    hint: isText
      ? 'Match the tool, and check its input in the script.'
      : `${agent.title} calls it ${JSON.stringify(near)}.`,
  }
}

/** At events such as `SessionStart` and `PreCompact` the matcher is not compared with a tool. */
function againstAgentSubject(matcher: string, event: EventName, agent: Agent): Unmatched | undefined {
  const words = alternatives(matcher)
  if (eventRows[event].subject === null || !words.every((word) => toolNames(agent).includes(word))) return undefined
  return {
    word: matcher,
    why: 'this event is not about a tool',
    hint: `Remove the matcher, or use ${[...(agent.format?.toolEvents ?? [])][0]}.`,
  }
}

const isNamedTool = (word: string, agent: Agent): boolean => toolNames(agent).includes(word) || isTool(word)

/** Lower-case words may be MCP tools, so this reports only what cannot be the name of a tool. */
function againstTools(matcher: string): string | undefined {
  const words = alternatives(matcher)
  const pattern = parseMatcher(matcher)
  if (pattern === undefined || [...ownTools, 'MCP', 'MCP:tool'].some((tool) => pattern.test(tool))) return undefined
  if (words.some((word) => toOwnTool(word) !== undefined || /MCP/.test(word))) return undefined
  const near = ownTools.find((tool) => words.some((word) => word.toLowerCase() === tool.toLowerCase()))
  if (near !== undefined) return `Matchers are case-sensitive: write "${near}".`
  if (words.some((word) => /\s|\\s/.test(word))) return 'To match commands, use beforeShellExecution.'
  if (words.some((word) => /\\?\.\w|\//.test(word)))
    return 'It looks like a pattern for paths. Check the path in the script.'
  const question = words.map((word) => askIfMeant(word, ownTools)).find((one) => one !== undefined)
  return words.every((word) => /^[A-Z]\w*$/.test(word))
    ? (question ?? `The tools are ${ownTools.slice(0, 7).join(', ')}, MCP:<tool>.`)
    : undefined
}

function againstSubject(matcher: string, event: EventName): string | undefined {
  const pattern = parseMatcher(matcher)
  if (pattern === undefined) return undefined
  const possible = subjectValues(event)
  if (possible.words.some((word) => pattern.test(word))) return undefined
  if (possible.closed) return `Write "${possible.words.join('|')}", or remove the matcher.`
  if (!alternatives(matcher).every(isTool)) return undefined
  return possible.words.length > 0
    ? `The only tool here is "${possible.words.join('|')}". Remove the matcher.`
    : 'This event does not compare the matcher with a tool. Remove the matcher, or use preToolUse.'
}

/** The values that the subject can have; `closed` if it can have no others. */
function subjectValues(event: EventName): { readonly words: readonly string[]; readonly closed: boolean } {
  const { subjectDoc, input } = eventRows[event]
  const word = /^the fixed text `(\w+)`(, or)?/.exec(subjectDoc)
  if (word?.[1] !== undefined) return { words: [word[1]], closed: word[2] === undefined }
  const type = input[/^`(\w+)`$/.exec(subjectDoc)?.[1] ?? '']?.type
  return type?.kind === 'oneOf' ? { words: type.words, closed: true } : { words: [], closed: false }
}
