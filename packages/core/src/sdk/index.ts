/** `@hookline/core/sdk`: what you need to write a hook or a pack in TypeScript. */
export { agentShellVariable } from '../agents/list.ts'
export { type HookState, openState } from '../node/hook-state.ts'
export { runAsCommand } from '../node/modules/run-as-command.ts'
export {
  findOwnPackage,
  findProtectedPaths,
  type ProtectedFacts,
  type ProtectedNames,
  protectedNames,
} from '../node/trust/protected-paths.ts'
export { ownCommands, type Weakens, weakens } from '../own-commands.ts'
export { type EventInput, type EventName, eventNames, type ReplyOf } from '../protocol/events/index.ts'
export type { PatchedFile } from '../protocol/read-patch.ts'
export { editsOfTool, type ToolEdits } from '../protocol/tool-edits.ts'
export { type Recordable, recordable } from '../redact/recordable.ts'
export { type Redacted, redactSecrets } from '../redact/redact-secrets.ts'
export { globPattern } from '../rules/rule.ts'
export {
  type AnyHook,
  defineHook,
  type Handler,
  type Hook,
  type HookContext,
  type HookOptions,
} from './define-hook.ts'
export {
  type Pack,
  type PackCanary,
  type PackHook,
  type PackRule,
  type Parameter,
  type Parameters,
  type RuleLevel,
  ruleLevels,
} from './pack.ts'
export {
  allow,
  ask,
  context,
  deny,
  followUp,
  type Message,
  rewrite,
  type Say,
  type SayRewrite,
  type SayText,
  type SayVerdict,
} from './say.ts'
