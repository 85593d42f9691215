/** The replies that several agents share with Claude Code. */
import type { JsonObject } from '@hookline/core/protocol'
import { parseObject } from '../../parse-object.ts'
import type { HookResult, Reaction } from './host.ts'

export function reactAsClaude(event: string, { code, stdout, stderr }: HookResult): Reaction {
  if (code === 2)
    return event === 'UserPromptSubmit' ? { does: 'refuse', person: stderr } : { does: 'refuse', model: stderr }
  const reply = parseObject(stdout)
  if (code !== 0 || reply === undefined) return stdout.trim() === '' ? { does: 'act' } : { does: 'act', model: stdout }
  const nested = (reply.hookSpecificOutput ?? {}) as JsonObject
  const reason = String(nested.permissionDecisionReason ?? reply.reason ?? '')
  if (nested.permissionDecision === 'deny') return { does: 'refuse', model: reason }
  if (nested.permissionDecision === 'ask') return { does: 'ask', person: reason }
  if (reply.decision === 'block')
    return { does: event === 'Stop' || event === 'SubagentStop' ? 'continue' : 'refuse', model: reason }
  return {
    does: 'act',
    ...(nested.updatedInput === undefined ? {} : { input: nested.updatedInput as JsonObject }),
    ...(nested.additionalContext === undefined ? {} : { model: String(nested.additionalContext) }),
  }
}
