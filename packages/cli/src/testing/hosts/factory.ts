/** Factory Droid: hooks.json is the map of events; exit code 2 refuses at gates; a reply on stdout is JSON. */

import { reactAsClaude } from './claude-like.ts'
import type { Act, DocumentedHost, SentEvent } from './host.ts'

const sent = (root: string, hook_event_name: string, fields: object): SentEvent => ({
  event: hook_event_name,
  payload: {
    session_id: 's1',
    transcript_path: '/home/u/.factory/projects/p/s1.jsonl',
    cwd: root,
    permission_mode: 'off',
    hook_event_name,
    ...fields,
  },
})
const call = (root: string, tool_name: string, tool_input: object) =>
  sent(root, 'PreToolUse', { tool_name, tool_input })

export const factory: DocumentedHost = {
  name: 'factory',
  files: { user: ['.factory/hooks.json'], project: ['.factory/hooks.json'] },
  variables: (root) => ({ FACTORY_PROJECT_DIR: root }),
  hooksIn: (text) =>
    Object.entries(JSON.parse(text) as Record<string, readonly { hooks: readonly { command: string }[] }[]>).flatMap(
      ([event, groups]) => groups.flatMap(({ hooks }) => hooks.map(({ command }) => ({ event, command }))),
    ),
  eventOf(act: Act, root) {
    switch (act.kind) {
      case 'command':
        return call(root, 'Execute', { command: act.command })
      case 'read':
        return call(root, 'Read', { file_path: act.path })
      case 'write':
        return call(root, 'Create', { file_path: act.path, content: act.text })
      case 'mcp':
        return call(root, `mcp__${act.server}__${act.tool}`, act.input)
      case 'prompt':
        return sent(root, 'UserPromptSubmit', { prompt: act.prompt })
      case 'start':
        return sent(root, 'SessionStart', { source: 'startup' })
      case 'stop':
        return sent(root, 'Stop', { stop_hook_active: false })
    }
  },
  react: (event, result) => reactAsClaude(event, result),
}
