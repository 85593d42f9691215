/** Tool names, and the words of a matcher. */
import { type Agent, agents, usualAgent } from '@hookline/core/agents'

/** What `tool_name` has been seen to be; `MCP:<tool>` beside these. */
export const ownTools: readonly string[] = Object.entries(usualAgent.tools ?? {}).flatMap(([name, { older }]) =>
  older === true ? [] : [name],
)
const own: ReadonlySet<string> = new Set([...ownTools, 'MCP'])

const isOwnTool = (word: string): boolean => own.has(word)
/** Tools of other agents → ours. */
const otherTools = new Map(
  agents.flatMap(({ tools = {} }) =>
    Object.entries(tools).flatMap(([name, { ours, oneWay, older }]) =>
      ours === undefined || oneWay === true || older === true ? [] : [[name, ours] as const],
    ),
  ),
)

/** Our name for a tool of another agent's; undefined for our own and for what is no tool. */
export const oursFor = (word: string): string | undefined => {
  if (own.has(word)) return undefined
  const server = /^mcp__.+__(.+)$/.exec(word)
  return server === null ? otherTools.get(word) : `MCP:${server[1]}`
}
export const isTool = (word: string): boolean => isOwnTool(word) || oursFor(word) !== undefined

export const matchesAll = (matcher: string | undefined): boolean =>
  matcher === undefined || matcher === '' || matcher === '*'

/** `^(Bash|Edit)$` → Bash, Edit. */
export const alternatives = (matcher: string): readonly string[] =>
  matcher
    .replace(/[\^$()]|\?:/g, '')
    .split('|')
    .filter((word) => word !== '')

/** Undefined for what is no expression. */
export function expression(matcher: string): RegExp | undefined {
  try {
    return new RegExp(matcher)
  } catch {
    return undefined
  }
}

/** Every tool that an agent is known to have. */
export const toolNames = ({ tools = {} }: Agent): readonly string[] => Object.keys(tools)
/** The agent's names for a tool of ours. */
export const namesFor = ({ tools = {} }: Agent, ours: string): readonly string[] =>
  Object.keys(tools).filter((name) => tools[name]?.ours === ours && tools[name]?.oneWay !== true)

/** The agent's name for a tool that is written in another case or as another agent has it; undefined for its own names. */
export function nameFor(agent: Agent, word: string): string | undefined {
  const { tools = {} } = agent
  if (Object.hasOwn(tools, word)) return undefined
  const plain = word.toLowerCase()
  return (
    toolNames(agent).find((name) => name.toLowerCase() === plain) ??
    toolNames(agent).find((name) => tools[name]?.mistaken?.includes(plain))
  )
}
