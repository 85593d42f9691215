/** The fields of Droid's payloads by its documents, by Hookline's name of the event. Some of its documents write them in camelCase. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input tool_use_id'
const usual = 'session_id transcript_path cwd permission_mode hook_event_name'
const spelled = 'sessionId transcriptPath permissionMode hookEventName stopHookActive customInstructions'

export const factoryFields: AgentFields = {
  common: words(`${usual} ${spelled}`),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response`),
    beforeSubmitPrompt: words('prompt'),
    stop: words('stop_hook_active'),
    subagentStop: words('stop_hook_active'),
    sessionStart: words('source'),
    sessionEnd: words('reason'),
    preCompact: words('trigger custom_instructions'),
  },
}
