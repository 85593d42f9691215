/** Tool names, and the words of a matcher. */
import { claudeTools } from '@hookline/core/protocol'

/** What `tool_name` has been seen to be; `MCP:<tool>` beside these. */
export const ownTools: readonly string[] =
  'Shell Read Write Grep LS Delete Task StrReplace EditNotebook Glob SemanticSearch ReadLints TodoWrite WebSearch WebFetch AskQuestion SwitchMode GenerateImage ListMcpResources FetchMcpResource CallMcpTool ApplyPatch Await'.split(
    ' ',
  )
const own: ReadonlySet<string> = new Set([...ownTools, 'MCP'])

export const isOwnTool = (word: string): boolean => own.has(word)
/** Our name for a tool of Claude Code's; undefined for our own and for what is no tool. */
export const oursFor = (word: string): string | undefined => {
  if (own.has(word)) return undefined
  const server = /^mcp__.+__(.+)$/.exec(word)
  return server === null ? (Object.hasOwn(claudeTools, word) ? claudeTools[word] : undefined) : `MCP:${server[1]}`
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
