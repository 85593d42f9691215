/** Tool names of Hookline and of the agents, and what a matcher says about them. */
import { type Agent, agents, usualAgent } from '@hookline/core/agents'

/** The values of `tool_name`, apart from `MCP:<tool>`. */
export const ownTools: readonly string[] = Object.entries(usualAgent.tools ?? {}).flatMap(([name, { older }]) =>
  older === true ? [] : [name],
)
const own: ReadonlySet<string> = new Set([...ownTools, 'MCP'])

const isOwnTool = (word: string): boolean => own.has(word)
/** Several agents have `shell` or `read`. In a matcher these are Hookline's names in the wrong case. */
const ownInAnyCase: ReadonlySet<string> = new Set(ownTools.map((name) => name.toLowerCase()))
/** Maps tool names of other agents to Hookline's. */
const otherTools = new Map(
  agents.flatMap(({ tools = {} }) =>
    Object.entries(tools).flatMap(([name, { ours, oneWay, older }]) =>
      ours === undefined || oneWay === true || older === true || ownInAnyCase.has(name) ? [] : [[name, ours] as const],
    ),
  ),
)

/** Hookline's name for a tool of another agent; undefined for Hookline's own names and unknown words. */
export const toOwnTool = (word: string): string | undefined => {
  if (own.has(word)) return undefined
  const server = /^mcp__.+__(.+)$/.exec(word)
  return server === null ? otherTools.get(word) : `MCP:${server[1]}`
}
export const isTool = (word: string): boolean => isOwnTool(word) || toOwnTool(word) !== undefined

export const matchesAll = (matcher: string | undefined): boolean =>
  matcher === undefined || matcher === '' || matcher === '*'

/** `^(Bash|Edit)$` → Bash, Edit. */
export const alternatives = (matcher: string): readonly string[] =>
  matcher
    .replace(/[\^$()]|\?:/g, '')
    .split('|')
    .filter((word) => word !== '')

/** Undefined if the matcher is not a valid regular expression. */
export function parseMatcher(matcher: string): RegExp | undefined {
  try {
    return new RegExp(matcher)
  } catch {
    return undefined
  }
}

/** Every tool that an agent is known to have. */
export const toolNames = ({ tools = {} }: Agent): readonly string[] => Object.keys(tools)
/** The agent's names for one of Hookline's tools. */
export const agentNamesFor = ({ tools = {} }: Agent, ours: string): readonly string[] =>
  Object.keys(tools).filter((name) => tools[name]?.ours === ours && tools[name]?.oneWay !== true)

/** The agent's name for a tool written in the wrong case or with another agent's name; undefined if the name is right. */
export function correctToolName(agent: Agent, word: string): string | undefined {
  const { tools = {} } = agent
  if (Object.hasOwn(tools, word)) return undefined
  const plain = word.toLowerCase()
  return (
    toolNames(agent).find((name) => name.toLowerCase() === plain) ??
    toolNames(agent).find((name) => tools[name]?.mistaken?.includes(plain))
  )
}
