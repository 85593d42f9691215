/** The fields of VS Code's payloads by its documents and its public code, by Hookline's name of the event. Its older documents have two in camelCase. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input tool_use_id'

export const vscodeFields: AgentFields = {
  common: words('timestamp hook_event_name hookEventName session_id sessionId transcript_path cwd model'),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response`),
    beforeSubmitPrompt: words('prompt'),
    sessionStart: words('source'),
    stop: words('stop_hook_active'),
    subagentStart: words('agent_id agent_type'),
    subagentStop: words('agent_id agent_type stop_hook_active'),
    preCompact: words('trigger custom_instructions'),
  },
}
