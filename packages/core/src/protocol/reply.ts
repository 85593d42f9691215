/** The fields of a hook's reply, one row each: type, other spellings, and how the replies of several hooks are merged. */
import type { FieldType, JsonObject } from '../schema.ts'

export interface ReplyRow {
  readonly type: FieldType
  /** Other accepted spellings. If both are present, the field's own name wins (CONTRACT §5). */
  readonly aliases: readonly string[]
  /** Its name under `hookSpecificOutput` in a Claude Code reply. */
  readonly nested?: string
  /** How the values of several hooks are merged (CONTRACT §6). */
  readonly merge: 'join-winners' | 'join-all' | 'single' | 'by-key' | 'union'
  /** The input field that it replaces. */
  readonly replaces?: string
  /** The field is used only if this returns true for the input. Otherwise it is ignored with a note. */
  readonly only?: (input: JsonObject) => boolean
  readonly doc: string
}

const text: FieldType = { kind: 'string' }

const replyFields = {
  user_message: { type: text, aliases: ['userMessage'], merge: 'join-winners', doc: 'Shown to the person.' },
  agent_message: { type: text, aliases: ['agentMessage'], merge: 'join-winners', doc: 'Sent to the model.' },
  additional_context: {
    type: text,
    aliases: ['additionalContext'],
    nested: 'additionalContext',
    merge: 'join-all',
    doc: "Added to the model's context.",
  },
  updated_input: {
    type: { kind: 'object' },
    aliases: ['updatedInput'],
    nested: 'updatedInput',
    merge: 'single',
    replaces: 'tool_input',
    doc: 'Replaces all of `tool_input`.',
  },
  updated_content: {
    type: text,
    aliases: ['updatedContent'],
    merge: 'single',
    replaces: 'content',
    doc: 'The text that the reader gets instead. Only Hookline has this field.',
  },
  updated_mcp_tool_output: {
    type: { kind: 'any' },
    aliases: ['updatedMcpToolOutput'],
    nested: 'updatedMCPToolOutput',
    merge: 'single',
    only: (input) => String(input.tool_name).startsWith('MCP:'),
    doc: 'Replaces the result that the model sees. MCP tools only.',
  },
  followup_message: {
    type: text,
    aliases: ['followupMessage'],
    merge: 'single',
    doc: 'Sent as the next user message.',
  },
  env: {
    type: { kind: 'object' },
    aliases: [],
    merge: 'by-key',
    doc: 'Environment variables for later hooks of the session.',
  },
  pluginPaths: {
    type: { kind: 'list', of: text },
    aliases: [],
    merge: 'union',
    doc: 'Absolute directories of plugins to load.',
  },
} as const satisfies Record<string, ReplyRow>

export type ReplyField = keyof typeof replyFields
/** The same table with the type `ReplyRow` for each row. */
export const replyRows: Readonly<Record<ReplyField, ReplyRow>> = replyFields

export type Verdict = 'allow' | 'deny' | 'ask'

/** A reply with every alias replaced by the field's own name. */
export interface Reply {
  readonly permission?: Verdict
  readonly continue?: boolean
  readonly user_message?: string
  readonly agent_message?: string
  readonly additional_context?: string
  readonly updated_input?: JsonObject
  readonly updated_content?: string
  readonly updated_mcp_tool_output?: unknown
  readonly followup_message?: string
  readonly env?: Readonly<Record<string, string>>
  readonly pluginPaths?: readonly string[]
}
