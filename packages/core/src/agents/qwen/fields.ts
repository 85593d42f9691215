/** The fields of Qwen Code's payloads in 0.24.4, by Hookline's name of the event. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const tool = 'tool_name tool_input tool_use_id tool_call_id'
const end = 'background_tasks crons last_assistant_message stop_hook_active'

export const qwenFields: AgentFields = {
  common: words(
    'session_id transcript_path cwd hook_event_name timestamp permission_mode prompt_id agent_id agent_type',
  ),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response duration_ms`),
    postToolUseFailure: words(`${tool} error is_interrupt duration_ms`),
    beforeSubmitPrompt: words('prompt submitted_prompt'),
    stop: words(`${end} context_limit context_usage input_tokens`),
    subagentStart: words('agent_id agent_type'),
    subagentStop: words(`${end} agent_transcript_path`),
    sessionStart: words('source model'),
    sessionEnd: words('reason'),
    preCompact: words('trigger custom_instructions'),
  },
}
