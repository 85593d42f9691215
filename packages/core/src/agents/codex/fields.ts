/** The fields of Codex's payloads in 0.166.0, by Hookline's name of the event. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input tool_use_id'

export const codexFields: AgentFields = {
  common: words('session_id turn_id transcript_path cwd hook_event_name model permission_mode agent_id agent_type'),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response`),
    beforeSubmitPrompt: words('prompt'),
    stop: words('stop_hook_active last_assistant_message'),
    subagentStart: words('agent_id agent_type'),
    subagentStop: words('stop_hook_active agent_transcript_path last_assistant_message'),
    sessionStart: words('source'),
    sessionEnd: words('reason'),
    preCompact: words('trigger'),
  },
}
