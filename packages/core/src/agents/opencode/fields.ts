/** The fields of the payloads that OpenCode's plugin sends, by Hookline's name of the event. Hookline writes the plugin, so an older one may differ. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const none = new Set<string>()
const tool = 'tool_name tool_input tool_use_id'

export const opencodeFields: AgentFields = {
  common: words('agent hook_event_name session_id cwd agent_id'),
  events: {
    preToolUse: words(tool),
    postToolUse: words(`${tool} tool_response`),
    beforeSubmitPrompt: words('prompt model'),
    sessionStart: words('source'),
    sessionEnd: none,
    stop: none,
    preCompact: words('trigger'),
  },
}
