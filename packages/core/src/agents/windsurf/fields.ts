/** The fields of Windsurf's payloads by its documents, by Hookline's name of the event. What an action is about is in `tool_info`. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const none = new Set<string>()
const mcp = 'mcp_server_name mcp_tool_name mcp_tool_arguments mcp_result'

export const windsurfFields: AgentFields = {
  event: 'agent_action_name',
  common: words('agent_action_name trajectory_id execution_id timestamp model_name tool_info'),
  inside: { tool_info: words(`command_line cwd file_path edits user_prompt response ${mcp}`) },
  events: { preToolUse: none, postToolUse: none, beforeSubmitPrompt: none, afterAgentResponse: none },
}
