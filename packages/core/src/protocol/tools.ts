/** The tools whose names hosts send in `tool_name`, and which of them are edits under another name (CONTRACT §2). */

/** What a matcher for edits says. */
const EDIT = 'Write'

/** Cursor's tools that change a file's text. */
export const editTools: ReadonlySet<string> = new Set([EDIT, 'StrReplace', 'ApplyPatch', 'EditNotebook'])

/** The same job in older versions and in other agents, whose tools a host may offer: an edit is an edit under any name. */
const otherEditTools: ReadonlySet<string> = new Set(
  `Edit MultiEdit NotebookEdit Create create edit write search_replace edit_file edit_notebook write_file create_file
   apply_patch replace replace_in_file replace_string_in_file multi_replace_string_in_file insert_edit_into_file
   str_replace_editor str_replace_based_edit_tool write_to_file fs_write multiedit patch`.split(/\s+/),
)

/** All of them also answer to the word `Write`. */
export const isEditTool = (tool: string): boolean => editTools.has(tool) || otherEditTools.has(tool)

const MCP = 'MCP'

/** What a matcher is tested against for a tool: its name, and the word for its family. */
export function toolSubjects(tool: string): readonly string[] {
  if (tool.startsWith(`${MCP}:`)) return [tool, MCP]
  return tool !== EDIT && isEditTool(tool) ? [tool, EDIT] : [tool]
}

/** The family's name for an edit tool; every other tool has its own. */
export const toolFamily = (tool: string): string => (isEditTool(tool) ? EDIT : tool)
