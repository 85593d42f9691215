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

/** Every tool that Claude Code is known to have. */
export const claudeNames: readonly string[] = [
  ...new Set([
    ...Object.keys(claudeTools),
    ...'Glob LS WebFetch WebSearch TodoWrite TodoRead NotebookRead BashOutput KillShell KillBash ExitPlanMode EnterPlanMode SlashCommand Skill AskUserQuestion Monitor LSP TaskCreate TaskUpdate TaskOutput TaskStop ToolSearch ListMcpResources ReadMcpResource'.split(
      ' ',
    ),
  ]),
]

/** What other agents call the tools of Claude Code. */
const otherNames: Readonly<Record<string, string>> = {
  shell: 'Bash',
  terminal: 'Bash',
  run_terminal_cmd: 'Bash',
  run_shell_command: 'Bash',
  run_in_terminal: 'Bash',
  execute_command: 'Bash',
  strreplace: 'Edit',
  applypatch: 'Edit',
  apply_patch: 'Edit',
  str_replace: 'Edit',
  search_replace: 'Edit',
  edit_file: 'Edit',
  editnotebook: 'NotebookEdit',
  write_file: 'Write',
  create_file: 'Write',
  read_file: 'Read',
  readfile: 'Read',
  writefile: 'Write',
  editfile: 'Edit',
}

/** Claude Code's name for a tool that is written in another case or as another agent has it; undefined for its own names. */
export function claudeNameFor(word: string): string | undefined {
  if (claudeNames.includes(word)) return undefined
  const plain = word.toLowerCase()
  return (
    claudeNames.find((name) => name.toLowerCase() === plain) ??
    (Object.hasOwn(otherNames, plain) ? otherNames[plain] : undefined)
  )
}
