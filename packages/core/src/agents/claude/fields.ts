/** The fields of Claude Code's payloads, by Hookline's name of the event. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input tool_use_id'

export const claudeFields: AgentFields = {
  common: words('session_id prompt_id transcript_path cwd permission_mode hook_event_name agent_id agent_type effort'),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response duration_ms`),
    postToolUseFailure: words(`${tool} error is_interrupt duration_ms`),
    beforeSubmitPrompt: words('prompt session_title'),
    stop: words('stop_hook_active last_assistant_message background_tasks session_crons'),
    subagentStart: words('agent_id agent_type'),
    subagentStop: words(
      'stop_hook_active agent_id agent_type agent_transcript_path last_assistant_message background_tasks session_crons',
    ),
    sessionStart: words('source model agent_type session_title'),
    sessionEnd: words('reason'),
    preCompact: words('trigger custom_instructions'),
  },
}
