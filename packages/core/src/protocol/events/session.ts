/** Events about a conversation (start, end, prompts, compaction, stops), and about the workspace that opens. */
import { boolean, essential, hidden, list, number, oneOfKnown, optional, shape, string } from '../../schema.ts'
import { continues, event } from '../row.ts'

export const attachment = shape({ type: oneOfKnown(['file', 'rule']), file_path: string() })
export const tokens = {
  input_tokens: optional(number()),
  output_tokens: optional(number()),
  cache_read_tokens: optional(number()),
  cache_write_tokens: optional(number()),
}
const composerMode = optional(oneOfKnown(['agent', 'ask', 'edit']))

export const sessionEvents = {
  sessionStart: event({
    doc: 'A conversation begins. Hooks can set variables for later hooks, add context, or deny the session.',
    since: '2.4',
    operation: 'start',
    input: { is_background_agent: boolean(), composer_mode: composerMode },
    gate: continues,
    reply: ['env', 'additional_context', 'user_message'],
    subject: null,
    subjectDoc: '–',
    session: 'begins',
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Session creation was blocked by a hook',
      model: 'The session was rejected by a hook',
    },
    sample: () => ({ is_background_agent: false, composer_mode: 'agent' as const }),
  }),
  sessionEnd: event({
    doc: 'A conversation has ended. The agent does not wait: replies are recorded and not used.',
    since: '2.4',
    operation: 'end',
    input: {
      reason: oneOfKnown(['completed', 'aborted', 'error', 'window_close', 'user_close']),
      duration_ms: number(),
      is_background_agent: boolean(),
      final_status: string(),
      error_message: optional(string()),
    },
    subject: null,
    subjectDoc: '–',
    session: 'ends',
    waits: false,
    sample: () => ({
      reason: 'completed' as const,
      duration_ms: 45_000,
      is_background_agent: false,
      final_status: 'completed',
    }),
  }),
  beforeSubmitPrompt: event({
    doc: 'The user sends a message. Not fired for automatic follow-ups.',
    since: '2.3',
    operation: 'submitPrompt',
    input: {
      prompt: hidden(essential(string('The text of the message.'))),
      attachments: list(attachment, 'Attached files and active rules. A reply cannot change them.'),
      composer_mode: composerMode,
    },
    gate: continues,
    reply: ['user_message', 'additional_context'],
    subject: () => ['UserPromptSubmit'],
    subjectDoc: 'the fixed text `UserPromptSubmit`',
    session: 'new-turn',
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Submission blocked by hook',
      model: 'The prompt was rejected by a hook',
    },
    older: [
      { name: 'prompt_text', today: 'prompt', seed: 'S1' },
      { name: 'filePath', today: 'file_path', seed: 'S0', inside: 'attachments' },
    ],
    sample: (root) => ({
      prompt: 'Add a test for the date parser',
      attachments: [{ type: 'file' as const, file_path: `${root}/src/date.ts` }],
      composer_mode: 'agent' as const,
    }),
  }),
  preCompact: event({
    doc: 'The context window is about to be compacted. Hooks only observe.',
    since: '2.4',
    operation: 'compact',
    input: {
      trigger: oneOfKnown(['auto', 'manual']),
      context_usage_percent: number('0–100'),
      context_tokens: number(),
      context_window_size: number(),
      message_count: number(),
      messages_to_compact: number(),
      is_first_compaction: boolean(),
    },
    reply: ['user_message'],
    subject: (input) => [input.trigger],
    subjectDoc: '`trigger`',
    sample: () => ({
      trigger: 'auto' as const,
      context_usage_percent: 85,
      context_tokens: 170_000,
      context_window_size: 200_000,
      message_count: 45,
      messages_to_compact: 30,
      is_first_compaction: true,
    }),
  }),
  stop: event({
    doc: 'The agent stopped. A follow-up becomes the next user message.',
    since: '2.3',
    operation: 'stop',
    input: {
      status: oneOfKnown(['completed', 'aborted', 'error']),
      loop_count: number('How many follow-ups of stop hooks this conversation has had.'),
      ...tokens,
    },
    reply: ['followup_message'],
    subject: () => ['Stop'],
    subjectDoc: 'the fixed text `Stop`',
    loops: true,
    sample: () => ({ status: 'completed' as const, loop_count: 0 }),
  }),
  workspaceOpen: event({
    doc: 'A workspace opens, or its folders change. Hooks can name plugins to load.',
    since: '3',
    operation: 'openWorkspace',
    input: {},
    common: 'reduced',
    surface: 'app',
    reply: ['pluginPaths'],
    subject: null,
    subjectDoc: '–',
    sample: () => ({}),
  }),
}
