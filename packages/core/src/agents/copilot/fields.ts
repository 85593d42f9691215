/** The fields of Copilot CLI's payloads in 1.0.102, by Hookline's name of the event. The case of its event's name decides theirs. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input toolName toolArgs toolInput'
const subagent = 'agent_name agentName'
const end = 'stop_reason stopReason stop_hook_active'

export const copilotFields: AgentFields = {
  common: words(
    'session_id sessionId timestamp cwd hook_event_name agent_id agentId agent_type agentType parent_agent_id parentAgentId transcript_path transcriptPath',
  ),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_result toolResult`),
    postToolUseFailure: words(`${tool} error`),
    beforeSubmitPrompt: words('prompt'),
    stop: words(end),
    subagentStart: words(`${subagent} agentDisplayName agentDescription`),
    subagentStop: words(`${end} ${subagent} last_assistant_message response`),
    sessionStart: words('source initial_prompt initialPrompt'),
    sessionEnd: words('reason'),
    preCompact: words('trigger custom_instructions customInstructions'),
  },
}
