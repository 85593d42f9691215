/** The events of Windsurf's Cascade. */
import type { EventName } from '../../protocol/events/index.ts'

/** Maps its events to Hookline's. An event about one kind of call is a call of that tool. */
export const windsurfEvents: Readonly<Record<string, EventName>> = {
  pre_run_command: 'preToolUse',
  pre_read_code: 'preToolUse',
  pre_write_code: 'preToolUse',
  pre_mcp_tool_use: 'preToolUse',
  post_run_command: 'postToolUse',
  post_read_code: 'postToolUse',
  post_write_code: 'postToolUse',
  post_mcp_tool_use: 'postToolUse',
  pre_user_prompt: 'beforeSubmitPrompt',
  post_cascade_response: 'afterAgentResponse',
}

/** The tool of each event that is about a call. */
export const windsurfTools: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(windsurfEvents).flatMap((name) => {
    const tool = /^(?:pre|post)_(run_command|read_code|write_code|mcp_tool_use)$/.exec(name)?.[1]
    return tool === undefined ? [] : [[name, tool]]
  }),
)

/** Events without a counterpart. The transcript of the second is the response of `post_cascade_response` again. */
export const windsurfOnlyEvents: ReadonlySet<string> = new Set([
  'post_setup_worktree',
  'post_cascade_response_with_transcript',
])

/** The specific events that people mean by its names, in messages. */
export const windsurfSimilar: Readonly<Record<string, EventName>> = {
  pre_run_command: 'beforeShellExecution',
  pre_read_code: 'beforeReadFile',
  pre_mcp_tool_use: 'beforeMCPExecution',
  post_run_command: 'afterShellExecution',
  post_write_code: 'afterFileEdit',
  post_mcp_tool_use: 'afterMCPExecution',
  post_setup_worktree: 'workspaceOpen',
}

const named = (ours: EventName): readonly string[] =>
  Object.keys(windsurfEvents).filter((theirs) => windsurfEvents[theirs] === ours)

/** Its events from which an event of Hookline comes. It reports no subagents, and no calls of other tools. */
export const windsurfFiredBy: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  preToolUse: named('preToolUse'),
  postToolUse: named('postToolUse'),
  beforeSubmitPrompt: named('beforeSubmitPrompt'),
  afterAgentResponse: named('afterAgentResponse'),
  beforeShellExecution: ['pre_run_command'],
  beforeReadFile: ['pre_read_code'],
  beforeMCPExecution: ['pre_mcp_tool_use'],
  afterShellExecution: ['post_run_command'],
  afterFileEdit: ['post_write_code'],
  afterMCPExecution: ['post_mcp_tool_use'],
}
