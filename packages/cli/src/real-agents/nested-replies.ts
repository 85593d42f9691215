/** A hook's replies in the nested form of Claude Code, which Codex and Qwen Code read too. */
import type { HookReplies } from './agent.ts'

const reply = (fields: object): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields } })

export const nestedReplies: HookReplies = {
  allow: reply({ permissionDecision: 'allow' }),
  deny: reply({ permissionDecision: 'deny', permissionDecisionReason: 'not here' }),
  ask: reply({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
  unknown: reply({ permissionDecision: 'maybe' }),
  wrongType: reply({ permissionDecision: 7 }),
  duplicate:
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecision":"allow"}}',
  rewrite: (command) => reply({ permissionDecision: 'allow', updatedInput: { command } }),
}
