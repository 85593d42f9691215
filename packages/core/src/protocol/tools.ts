/** The tools whose names hosts send in `tool_name`, and which of them are edits under another name (CONTRACT §2). */

/** What a matcher for edits says. */
export const EDIT = 'Write'

/** Cursor's tools that change a file's text. All of them also answer to the word `Write`. */
export const editTools: ReadonlySet<string> = new Set([EDIT, 'StrReplace', 'ApplyPatch', 'EditNotebook'])

const MCP = 'MCP'

/** What a matcher is tested against for a tool: its name, and the word for its family. */
export function toolSubjects(tool: string): readonly string[] {
  if (tool.startsWith(`${MCP}:`)) return [tool, MCP]
  return tool !== EDIT && editTools.has(tool) ? [tool, EDIT] : [tool]
}

/** The family's name for an edit tool; every other tool has its own. */
export const toolFamily = (tool: string): string => (editTools.has(tool) ? EDIT : tool)
