/** Kiro: every file in its hooks directory has version v1; exit code 2 refuses with stderr, and stdout of exit 0 becomes context. */
import type { Act, DocumentedHost, SentEvent } from './host.ts'

const sent = (root: string, hook_event_name: string, fields: object): SentEvent => ({
  event: hook_event_name,
  payload: { session_id: 'sess_1', hook_event_name, cwd: root, ...fields },
})
const call = (root: string, tool_name: string, tool_input: object) =>
  sent(root, 'PreToolUse', { tool_name, tool_input })
const file = '.kiro/hooks/hookline.json'

interface KiroHook {
  readonly trigger: string
  readonly enabled: boolean
  readonly action: { readonly type: string; readonly command: string }
}

export const kiro: DocumentedHost = {
  name: 'kiro',
  files: { user: [file], project: [file] },
  hooksIn(text) {
    const { version, hooks } = JSON.parse(text) as { version: string; hooks: readonly KiroHook[] }
    if (version !== 'v1') return []
    return hooks
      .filter(({ enabled, action }) => enabled && action.type === 'command')
      .map(({ trigger, action }) => ({ event: trigger, command: action.command }))
  },
  eventOf(act: Act, root) {
    switch (act.kind) {
      case 'command':
        return call(root, 'execute_bash', { command: act.command })
      case 'read':
        return call(root, 'fs_read', { operations: [{ mode: 'Line', path: act.path }] })
      case 'write':
        return call(root, 'fs_write', { command: 'create', path: act.path, file_text: act.text })
      case 'mcp':
        return call(root, `@${act.server}/${act.tool}`, act.input)
      case 'prompt':
        return sent(root, 'UserPromptSubmit', { prompt: act.prompt })
      case 'start':
        return sent(root, 'SessionStart', {})
      case 'stop':
        return sent(root, 'Stop', {})
    }
  },
  react(event, { code, stdout, stderr }) {
    if (code === 2 && ['PreToolUse', 'UserPromptSubmit'].includes(event)) return { does: 'refuse', model: stderr }
    return code === 0 && stdout !== '' ? { does: 'act', model: stdout } : { does: 'act' }
  },
}
