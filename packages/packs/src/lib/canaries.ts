/** Events with a known decision, as packs use them for examples, proofs and tests. */
import type { JsonObject } from '@hookline/core/protocol'
import type { EventName, PackCanary } from '@hookline/core/sdk'

const canary =
  (event: EventName, input: (value: string, root: string) => JsonObject) =>
  (wants: PackCanary['wants'], value: string, says: string = value): PackCanary => ({
    event,
    says,
    wants,
    input: (root) => input(value, root),
  })
export const shellCanary = canary('beforeShellExecution', (command, root) => ({ command, cwd: root, sandbox: false }))
export const readCanary = canary('beforeReadFile', (path, root) => ({
  file_path: path.startsWith('/') ? path : `${root}/${path}`,
  content: '',
  attachments: [],
}))
export const writeCanary = canary('preToolUse', (path, root) => ({
  tool_name: 'Write',
  tool_input: { file_path: path.startsWith('/') ? path : `${root}/${path}`, content: 'x' },
  tool_use_id: 'tool_1',
  cwd: root,
}))
/** A call of any tool, with its input as the host sends it. */
export const toolCanary = (wants: PackCanary['wants'], tool: string, input: object | string): PackCanary => ({
  event: 'preToolUse',
  wants,
  says: `${tool} ${JSON.stringify(input)}`,
  input: (root) => ({ tool_name: tool, tool_input: input, tool_use_id: 'tool_1', cwd: root }),
})
export const promptCanary = canary('beforeSubmitPrompt', (prompt) => ({ prompt, attachments: [] }))

/** The canary, with the rule of the pack that decides it. */
export const ofRule = (rule: string, canary: PackCanary): PackCanary => ({ ...canary, rule })
