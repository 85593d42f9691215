/** The names in Claude Code's files and payloads that both the reader of its files and the dialect need (CONTRACT §10). */
import type { EventName } from '../../protocol/events/index.ts'
import type { Agent } from '../agent.ts'

/** Maps Claude Code's event names to Hookline's. Other events are noted and skipped. */
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

/** Claude Code's events without a counterpart. No hook can listen to them, so the reply is empty. */
export const claudeOnlyEvents: ReadonlySet<string> = new Set([
  ...['Notification', 'PermissionRequest', 'PermissionDenied', 'PostToolBatch', 'UserPromptExpansion'],
  ...['InstructionsLoaded', 'ConfigChange', 'CwdChanged', 'DirectoryAdded', 'FileChanged', 'WorktreeCreate'],
  ...['WorktreeRemove', 'TaskCreated', 'TaskCompleted', 'TeammateIdle', 'Elicitation', 'ElicitationResult'],
  ...['PostCompact', 'StopFailure', 'Setup', 'MessageDisplay'],
])

/** Claude Code's events whose matcher is tested, with a description of the tested value. Other events ignore matchers. */
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

/** Claude Code's events about one tool call. Only these test `if`; at other events a hook with `if` never runs. */
export const claudeToolEvents: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])

/** Claude Code's events that ignore a denial, although the corresponding event of Hookline is a gate. */
export const claudeObserves: ReadonlySet<string> = new Set(['SessionStart', 'SubagentStart'])

/** Types of hooks that Claude Code can run and Hookline cannot. */
export const claudeOtherTypes = ['mcp_tool'] as const

/** Keys of Claude Code's hooks that a hooks.json does not have. */
export const claudeKeys: NonNullable<Agent['keys']> = {
  hooks: { instead: 'one entry per hook, directly in the list' },
  if: { ours: 'matcher' },
  async: { ours: 'async' },
  asyncRewake: { ours: 'async', instead: '`async` in a hookline.json: only Claude Code wakes its model' },
  statusMessage: { ours: 'description' },
  once: { ours: 'loop_limit' },
  shell: { ours: 'command', instead: 'the shell at the start of `command`' },
  url: { ours: 'command', instead: 'a command that calls the address' },
  headers: {},
  server: {},
  tool: {},
  continueOnBlock: {},
}
