/** Windsurf's Cascade: exit code 2 of a `pre_` hook stops the act, stderr is the reason, and stdout is not read. */
import type { Act, DocumentedHost, SentEvent } from './host.ts'

const common = { trajectory_id: 'traj_1', execution_id: 'exec_1', timestamp: '2026-11-17T13:00:00Z', model_name: 'm' }
const sent = (event: string, tool_info: object): SentEvent => ({
  event,
  payload: { agent_action_name: event, ...common, tool_info },
})

export const windsurf: DocumentedHost = {
  name: 'windsurf',
  files: { user: ['.codeium/windsurf/hooks.json'], project: ['.windsurf/hooks.json'] },
  hooksIn: (text) =>
    Object.entries(JSON.parse(text).hooks as Record<string, readonly { command: string }[]>).flatMap(([event, list]) =>
      list.map(({ command }) => ({ event, command })),
    ),
  eventOf(act: Act, root) {
    switch (act.kind) {
      case 'command':
        return sent('pre_run_command', { command_line: act.command, cwd: root })
      case 'read':
        return sent('pre_read_code', { file_path: act.path })
      case 'write':
        return sent('pre_write_code', { file_path: act.path, edits: [{ old_string: '', new_string: act.text }] })
      case 'mcp':
        return sent('pre_mcp_tool_use', {
          mcp_server_name: act.server,
          mcp_tool_name: act.tool,
          mcp_tool_arguments: act.input,
        })
      case 'prompt':
        return sent('pre_user_prompt', { user_prompt: act.prompt })
      default:
        return undefined
    }
  },
  react: (event, { code, stderr }) =>
    code === 2 && event.startsWith('pre_') ? { does: 'refuse', model: stderr, person: stderr } : { does: 'act' },
}
