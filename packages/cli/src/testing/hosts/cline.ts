/** Cline: one executable for each event, and a JSON object on stdout that counts with any exit code. `cancel` ends the task. */
import { accessSync, constants } from 'node:fs'
import { basename } from 'node:path'
import { parseObject } from '../../parse-object.ts'
import type { Act, DocumentedHost, SentEvent } from './host.ts'

const events = [
  'PreToolUse',
  'PostToolUse',
  'UserPromptSubmit',
  'TaskStart',
  'TaskResume',
  'TaskComplete',
  'TaskCancel',
]
const all = [...events, 'PreCompact']

const sent = (root: string, hookName: string, fields: object): SentEvent => ({
  event: hookName,
  payload: {
    clineVersion: '3.40.0',
    hookName,
    timestamp: '1763384400000',
    taskId: 'task_1',
    workspaceRoots: [root],
    userId: 'u',
    model: { provider: 'p', slug: 'm' },
    [hookName.slice(0, 1).toLowerCase() + hookName.slice(1)]: fields,
  },
})
/** All parameters are strings. */
const call = (root: string, toolName: string, parameters: Readonly<Record<string, string>>) =>
  sent(root, 'PreToolUse', { toolName, parameters })

export const cline: DocumentedHost = {
  name: 'cline',
  files: {
    user: all.map((event) => `Documents/Cline/Hooks/${event}`),
    project: all.map((event) => `.clinerules/hooks/${event}`),
  },
  hooksIn(_text, file) {
    accessSync(file, constants.X_OK)
    return [{ event: basename(file), command: file, isProgram: true }]
  },
  eventOf(act: Act, root) {
    switch (act.kind) {
      case 'command':
        return call(root, 'execute_command', { command: act.command, requires_approval: 'false' })
      case 'read':
        return call(root, 'read_file', { path: act.path.replace(`${root}/`, '') })
      case 'write':
        return call(root, 'write_to_file', { path: act.path.replace(`${root}/`, ''), content: act.text })
      case 'mcp':
        return call(root, 'use_mcp_tool', {
          server_name: act.server,
          tool_name: act.tool,
          arguments: JSON.stringify(act.input),
        })
      case 'prompt':
        return sent(root, 'UserPromptSubmit', { prompt: act.prompt, attachments: [] })
      case 'start':
        return sent(root, 'TaskStart', { taskMetadata: {} })
      case 'stop':
        return sent(root, 'TaskComplete', { taskMetadata: {} })
    }
  },
  react(_event, { stdout }) {
    const reply = parseObject(stdout) ?? parseObject(/\{[\s\S]*\}/.exec(stdout)?.[0] ?? '')
    if (reply?.cancel === true) return { does: 'refuse', person: String(reply.errorMessage ?? '') }
    return reply?.contextModification === undefined
      ? { does: 'act' }
      : { does: 'act', model: String(reply.contextModification) }
  },
}
