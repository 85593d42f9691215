/** VS Code's own agent: it reads the file of Copilot CLI, ignores matchers, and reads nested replies. */
import { isObject } from '@hookline/core/protocol'
import { parseObject } from '../../parse-object.ts'
import { reactAsClaude } from './claude-like.ts'
import type { Act, DocumentedHost, SentEvent } from './host.ts'

const sent = (root: string, hook_event_name: string, fields: object): SentEvent => ({
  event: hook_event_name,
  payload: { timestamp: '2026-11-17T13:00:00.000Z', hook_event_name, session_id: 's1', cwd: root, ...fields },
})
const call = (root: string, tool_name: string, tool_input: object) =>
  sent(root, 'PreToolUse', { tool_name, tool_input, tool_use_id: 'call_1' })

export const vscode: DocumentedHost = {
  name: 'vscode',
  files: { user: ['.copilot/hooks/hookline.json'], project: ['.github/hooks/hookline.json'] },
  hooksIn: (text) =>
    Object.entries(JSON.parse(text).hooks as Record<string, readonly { type: string; command: string }[]>).flatMap(
      ([event, list]) => list.filter(({ type }) => type === 'command').map(({ command }) => ({ event, command })),
    ),
  eventOf(act: Act, root) {
    switch (act.kind) {
      case 'command':
        return call(root, 'run_in_terminal', { command: act.command, explanation: 'x', isBackground: false })
      case 'read':
        return call(root, 'read_file', { filePath: act.path })
      case 'write':
        return call(root, 'create_file', { filePath: act.path, content: act.text })
      case 'mcp':
        return call(root, `mcp_${act.server}_${act.tool}`, act.input)
      case 'prompt':
        return sent(root, 'UserPromptSubmit', { prompt: act.prompt })
      case 'start':
        return sent(root, 'SessionStart', { source: 'new', transcript_path: '/x/workspaceStorage/1/t.json' })
      case 'stop':
        return sent(root, 'Stop', { stop_hook_active: false })
    }
  },
  react(event, result) {
    // A stop reads its decision inside hookSpecificOutput only, and a tool call no decision at all.
    const { hookSpecificOutput: nested = {}, decision, reason } = parseObject(result.stdout) ?? {}
    if (result.code === 0 && event === 'Stop') {
      const own = isObject(nested) ? nested : {}
      return own.decision === 'block' ? { does: 'continue', model: String(own.reason) } : { does: 'act' }
    }
    if (result.code === 0 && event === 'PreToolUse' && decision !== undefined)
      return { does: 'act', model: String(reason) }
    const { input, ...rest } = reactAsClaude(event, result)
    // An input without a field of the tool's schema is dropped.
    return input === undefined || input.explanation === undefined ? rest : { ...rest, input }
  },
}
