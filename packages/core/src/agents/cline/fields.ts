/** The fields of Cline's payloads by its documents, by Hookline's name of the event. What an event is about is in an object with its name. */
import type { AgentFields } from '../agent.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const none = new Set<string>()
const usual = 'clineVersion hookName timestamp taskId workspaceRoots userId model'

export const clineFields: AgentFields = {
  event: 'hookName',
  common: words(
    `${usual} preToolUse postToolUse userPromptSubmit taskStart taskResume taskCancel taskComplete preCompact`,
  ),
  inside: {
    preToolUse: words('toolName parameters'),
    postToolUse: words('toolName parameters result success executionTimeMs'),
    userPromptSubmit: words('prompt attachments'),
    taskStart: words('taskMetadata'),
    taskResume: words('taskMetadata previousState'),
    taskCancel: words('taskMetadata'),
    taskComplete: words('taskMetadata'),
  },
  events: {
    preToolUse: none,
    postToolUse: none,
    postToolUseFailure: none,
    beforeSubmitPrompt: none,
    sessionStart: none,
    stop: none,
    preCompact: none,
  },
}
