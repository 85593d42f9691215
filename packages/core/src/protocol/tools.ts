/** The names of tools that edit files, and the strings a matcher is tested against for each tool (CONTRACT §2). */

/** The name that matches every edit tool. */
const EDIT = 'Write'

/** Cursor's tools that change a file's text. */
export const editTools: ReadonlySet<string> = new Set([EDIT, 'StrReplace', 'ApplyPatch', 'EditNotebook'])

/** Edit tools of older versions and of other agents, which a host may offer too. */
const otherEditTools: ReadonlySet<string> = new Set(
  `Edit MultiEdit NotebookEdit Create create edit write search_replace edit_file edit_notebook write_file create_file
   apply_patch replace replace_in_file replace_string_in_file multi_replace_string_in_file insert_edit_into_file
   str_replace_editor str_replace_based_edit_tool write_to_file fs_write multiedit patch notebook_edit str_replace strReplace
   editCode fsWrite fsAppend edit_notebook_file`.split(/\s+/),
)

export const isEditTool = (tool: string): boolean => editTools.has(tool) || otherEditTools.has(tool)

const MCP = 'MCP'

/** The strings a matcher is tested against for a tool: its name, and `Write` or `MCP` for tools of these families. */
export function toolSubjects(tool: string): readonly string[] {
  if (tool.startsWith(`${MCP}:`)) return [tool, MCP]
  return tool !== EDIT && isEditTool(tool) ? [tool, EDIT] : [tool]
}

/** `Write` for every edit tool; for any other tool its own name. */
export const toolFamily = (tool: string): string => (isEditTool(tool) ? EDIT : tool)
