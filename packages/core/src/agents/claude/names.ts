/** The wire of Claude Code's files and payloads, as far as both the reader of its files and the dialect need it (CONTRACT §10). */
import type { EventName } from '../../protocol/events/index.ts'
import type { Agent } from '../agent.ts'

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

/** Their events whose matcher is tested against something, and against what; on the others a matcher is ignored. */
export const claudeMatched: Readonly<Record<string, string>> = {
  PreToolUse: 'the name of the tool',
  PostToolUse: 'the name of the tool',
  PostToolUseFailure: 'the name of the tool',
  SubagentStart: 'the type of the subagent',
  SubagentStop: 'the type of the subagent',
  SessionStart: 'how the session starts: startup, resume, clear, compact, fork',
  SessionEnd: 'why it ends: clear, resume, logout, prompt_input_exit, other',
  PreCompact: 'who asked for it: manual, auto',
}

/** Their events about one tool call: only there is `if` tested, and elsewhere a hook with `if` never runs. */
export const claudeToolEvents: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])

/** Their events at which no refusal is honoured, though ours of the same meaning is a gate. */
export const claudeObserves: ReadonlySet<string> = new Set(['SessionStart', 'SubagentStart'])

/** Handlers that Claude Code runs and this engine does not. */
export const claudeOtherTypes = ['http', 'mcp_tool', 'agent'] as const

/** Keys of their hooks that a hooks.json has not. */
export const claudeKeys: NonNullable<Agent['keys']> = {
  hooks: { instead: 'one entry for each hook, straight in the list' },
  if: { ours: 'matcher' },
  async: { instead: 'nothing: every hook is waited for' },
  asyncRewake: { instead: 'nothing: every hook is waited for' },
  statusMessage: { ours: 'description' },
  once: { ours: 'loop_limit' },
  shell: { ours: 'command', instead: 'the shell in front, in `command`' },
  url: { ours: 'command', instead: 'a command that calls the address' },
  headers: {},
  server: {},
  tool: {},
  continueOnBlock: {},
}
