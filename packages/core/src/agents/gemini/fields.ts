/** The fields of Gemini CLI's payloads in 0.61.0, by Hookline's name of the event. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input mcp_context original_request_name'

export const geminiFields: AgentFields = {
  common: words('session_id transcript_path cwd hook_event_name timestamp'),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response`),
    beforeSubmitPrompt: words('prompt'),
    stop: words('prompt prompt_response stop_hook_active'),
    sessionStart: words('source'),
    sessionEnd: words('reason'),
  },
}
