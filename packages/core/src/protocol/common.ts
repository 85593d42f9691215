/** The fields that every event of a session carries (CONTRACT §2). */
import { any, essential, type Infer, list, nullable, optional, shape, string } from '../schema.ts'

export const commonFields = {
  conversation_id: essential(string('Stable across the turns of one conversation.')),
  generation_id: essential(string('New for each message of the person.')),
  session_id: essential(string('The same as `conversation_id`.')),
  model: essential(string("The conversation's model.")),
  model_id: optional(string()),
  model_params: optional(list(shape({ id: string(), value: any() }))),
  hook_event_name: essential(string('Which event this is.')),
  cursor_version: essential(string('Version of the application that fired it.')),
  workspace_roots: essential(list(string(), 'Root folders of the workspace, in its order.')),
  user_email: nullable(string('Who is signed in, if known.')),
  transcript_path: nullable(string('Where the transcript is kept, if it is.')),
}

/** Fields that differ between two equal calls: those of the session, and names of this one call. */
export const passingFields: ReadonlySet<string> = new Set([
  ...Object.keys(commonFields).filter((name) => name !== 'workspace_roots'),
  'tool_use_id',
  'tool_call_id',
  'subagent_id',
  'parent_conversation_id',
  'agent_message',
  'traceparent',
  'tracestate',
])

/** The fields of an event that belongs to no session. */
export const reducedFields = {
  hook_event_name: commonFields.hook_event_name,
  cursor_version: commonFields.cursor_version,
  workspace_roots: commonFields.workspace_roots,
  user_email: commonFields.user_email,
}

export type CommonInput = Infer<typeof commonFields>
export type ReducedInput = Infer<typeof reducedFields>

/** Top-level text fields of an event that a hook also gets as environment variables (CONTRACT §5). */
export const payloadVariables = ['command', 'prompt', 'file_path', 'status'] as const
