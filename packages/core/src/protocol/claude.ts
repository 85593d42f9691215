/** The wire of Claude Code's files and payloads, as far as both the source and the dialect need it (CONTRACT §10). */
import type { EventName } from './events/index.ts'

/** Their event name → ours. What is not here is noted and skipped. */
export const claudeEvents: Readonly<Record<string, EventName>> = {
  PreToolUse: 'preToolUse',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  UserPromptSubmit: 'beforeSubmitPrompt',
  Stop: 'stop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  PreCompact: 'preCompact',
}

/** Their events that have no counterpart here: nothing of ours listens, so there is nothing to say to them. */
export const claudeOnlyEvents: ReadonlySet<string> = new Set([
  ...['Notification', 'PermissionRequest', 'PermissionDenied', 'PostToolBatch', 'UserPromptExpansion'],
  ...['InstructionsLoaded', 'ConfigChange', 'CwdChanged', 'DirectoryAdded', 'FileChanged', 'WorktreeCreate'],
  ...['WorktreeRemove', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'Elicitation', 'ElicitationResult'],
  ...['PostCompact', 'StopFailure', 'Setup', 'MessageDisplay'],
])

/** Their tool name → ours. `mcp__server__tool` is a rule, not a row; `Glob` has no counterpart. */
export const claudeTools: Readonly<Record<string, string>> = {
  Bash: 'Shell',
  PowerShell: 'Shell',
  Read: 'Read',
  Write: 'Write',
  Edit: 'Write',
  MultiEdit: 'Write',
  NotebookEdit: 'Write',
  Grep: 'Grep',
  Task: 'Task',
  Agent: 'Task',
}
