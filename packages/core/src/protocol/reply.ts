/** The wire: what a hook may answer. One row a field: its type, its other spellings, how several answers become one. */
import type { FieldType, JsonObject } from '../schema.ts'

export interface ReplyRow {
  readonly type: FieldType
  /** Other spellings that are read; the wire name wins (CONTRACT §5). */
  readonly aliases: readonly string[]
  /** Claude Code's place for it, under `hookSpecificOutput`. */
  readonly nested?: string
  /** How the answers of several hooks become one (CONTRACT §6). */
  readonly merge: 'join-winners' | 'join-all' | 'single' | 'by-key' | 'union'
  /** The field of the input that it stands for from now on. */
  readonly replaces?: string
  /** Read only where this holds of the input; elsewhere it is ignored, on the record. */
  readonly only?: (input: JsonObject) => boolean
  readonly doc: string
}

const text: FieldType = { kind: 'string' }

const replyFields = {
  user_message: { type: text, aliases: ['userMessage'], merge: 'join-winners', doc: 'Shown to the person.' },
  agent_message: { type: text, aliases: ['agentMessage'], merge: 'join-winners', doc: 'Told to the model.' },
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
    doc: 'Replaces `tool_input` whole.',
  },
  updated_content: {
    type: text,
    aliases: ['updatedContent'],
    merge: 'single',
    replaces: 'content',
    doc: "Hookline's own: the text that the reader gets instead.",
  },
  updated_mcp_tool_output: {
    type: { kind: 'any' },
    aliases: ['updatedMcpToolOutput'],
    nested: 'updatedMCPToolOutput',
    merge: 'single',
    only: (input) => String(input.tool_name).startsWith('MCP:'),
    doc: 'MCP tools only: replaces what the model sees.',
  },
  followup_message: {
    type: text,
    aliases: ['followupMessage'],
    merge: 'single',
    doc: 'Sent as the next user message.',
  },
  env: { type: { kind: 'object' }, aliases: [], merge: 'by-key', doc: 'Variables for later hooks of the session.' },
  pluginPaths: {
    type: { kind: 'list', of: text },
    aliases: [],
    merge: 'union',
    doc: 'Absolute directories of plugins to load.',
  },
} as const satisfies Record<string, ReplyRow>

export type ReplyField = keyof typeof replyFields
/** The same table, its members seen as plain rows. */
export const replyRows: Readonly<Record<ReplyField, ReplyRow>> = replyFields

export type Verdict = 'allow' | 'deny' | 'ask'

/** The wire, after aliases. */
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
