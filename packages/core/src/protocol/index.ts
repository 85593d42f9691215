/** `@hookline/core/protocol`: tables of events, replies, file keys and problem codes, and the types and schemas that derive from them. */

export { claudeEvents } from '../agents/claude/names.ts'
export { claudeTools } from '../agents/claude/tool-names.ts'
export { isObject, type JsonObject, type JsonSchema, toJsonSchema } from '../schema.ts'
export { type CommonInput, commonFields, type ReducedInput, reducedFields } from './common.ts'
export { inputSchema, permissionValues, replySchema } from './event-schemas.ts'
export {
  type EventFields,
  type EventInput,
  type EventName,
  eventNames,
  eventRows,
  events,
  type FireInput,
  type GuardedEvent,
  isEventName,
  isGuardedEvent,
  type ReplyOf,
} from './events/index.ts'
export { genericEvents } from './events/tools.ts'
export { hooklineFileSchema, hooksFileSchema, isEntryKey, isTeamSetting } from './hooks-file.ts'
export { type McpSplit, mcpSplits } from './mcp-names.ts'
export { type NoteCode, noteCodes, noteSentence } from './notes.ts'
export type { ProblemCode } from './problem-levels.ts'
export { problemCodes } from './problems.ts'
export type { PatchedFile } from './read-patch.ts'
export { type Reply, type ReplyField, type ReplyRow, replyRows, type Verdict } from './reply.ts'
export type { Act, EventRow, Gate, OlderName, Refusal } from './row.ts'
export { editsOfTool, type ToolEdits } from './tool-edits.ts'
export { isEditTool } from './tools.ts'
