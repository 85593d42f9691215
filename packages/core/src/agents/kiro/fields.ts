/** The fields of Kiro's payloads by its documents, by Hookline's name of the event. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const kiroFields: AgentFields = {
  common: words('hook_event_name cwd session_id'),
  events: {
    preToolUse: words('tool_name tool_input'),
    postToolUse: words('tool_name tool_input tool_response'),
    beforeSubmitPrompt: words('prompt'),
    sessionStart: words(''),
    stop: words(''),
  },
}
