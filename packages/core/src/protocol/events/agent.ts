/** Events about the agent's messages and reasoning, and about the subagents it starts. */
import type { JsonObject } from '../../schema.ts'
import {
  boolean,
  essential,
  hidden,
  isObject,
  list,
  number,
  oneOfKnown,
  optional,
  type Shape,
  string,
  typeMismatch,
} from '../../schema.ts'
import { event, permission } from '../row.ts'
import { tokens } from './session.ts'

const stopFields = {
  subagent_type: essential(string()),
  status: oneOfKnown(['completed', 'error', 'aborted']),
  task: hidden(string()),
  description: string(),
  summary: hidden(string()),
  duration_ms: number(),
  message_count: number(),
  tool_call_count: number(),
  loop_count: number('How many follow-ups of subagentStop hooks this conversation has had.'),
  modified_files: list(string()),
  agent_transcript_path: optional(string()),
}

/** The fields of a host's result that have the right type. Wrong ones are dropped, because the action is already done. */
const validFields = (result: unknown): JsonObject =>
  isObject(result)
    ? Object.fromEntries(Object.entries(result).filter(([name, value]) => isValidField(name, value)))
    : {}

function isValidField(name: string, value: unknown): boolean {
  const shape: Shape = stopFields
  const field = shape[name]
  return field === undefined || typeMismatch(field.type, value, name) === undefined
}

/** Agents spell the same subagent type differently: `general-purpose` is `generalPurpose`, `Explore` is `explore`. */
function spellings(type: string): readonly string[] {
  const camel = type.replace(/[-_ ]+(.)/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set([type, camel.charAt(0).toLowerCase() + camel.slice(1)])]
}

export const agentEvents = {
  subagentStart: event({
    doc: 'Before a subagent is created.',
    since: '2.4',
    operation: 'task',
    input: {
      subagent_id: string(),
      subagent_type: essential(string('generalPurpose, explore, shell, …')),
      task: hidden(string()),
      parent_conversation_id: string(),
      tool_call_id: string(),
      subagent_model: string(),
      is_parallel_worker: boolean(),
      git_branch: optional(string()),
    },
    gate: permission('denies'),
    reply: ['user_message'],
    subject: (input) => spellings(input.subagent_type),
    subjectDoc: '`subagent_type`, as given and in camelCase',
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Subagent creation was blocked by a hook',
      model: 'The subagent was rejected by a hook',
    },
    older: [{ name: 'prompt', today: 'task', seed: 'S0' }],
    act: {
      tool: (input) => ({
        tool_name: 'Task',
        tool_input: { subagent_type: input.subagent_type, prompt: input.task, model: input.subagent_model },
      }),
      withToolInput: (input, toolInput) => ({
        ...input,
        subagent_type: typeof toolInput.subagent_type === 'string' ? toolInput.subagent_type : input.subagent_type,
        task: typeof toolInput.prompt === 'string' ? toolInput.prompt : input.task,
        subagent_model: typeof toolInput.model === 'string' ? toolInput.model : input.subagent_model,
      }),
      failure: (result) =>
        isObject(result) && (result.status === 'error' || result.status === 'aborted')
          ? {
              message: String(result.summary ?? '') || `the subagent ended: ${result.status}`,
              type: 'error',
              interrupt: result.status === 'aborted',
            }
          : undefined,
      after: {
        event: 'subagentStop',
        // Counts and files come from the host's result. If it has none, the fields stay absent.
        fields: (input, result, durationMs) => ({
          status: 'completed',
          summary: typeof result === 'string' ? result : '',
          ...validFields(result),
          subagent_type: input.subagent_type,
          task: input.task,
          duration_ms: durationMs,
        }),
      },
    },
    sample: () => ({
      subagent_id: 'sub_1',
      subagent_type: 'explore',
      task: 'Find where dates are parsed',
      parent_conversation_id: 'conversation_1',
      tool_call_id: 'tool_2',
      subagent_model: 'default',
      is_parallel_worker: false,
    }),
  }),
  subagentStop: event({
    doc: 'A subagent ended. A follow-up becomes its next message.',
    since: '2.4',
    operation: 'task',
    input: stopFields,
    reply: ['followup_message'],
    subject: (input) => spellings(input.subagent_type),
    subjectDoc: '`subagent_type`, as given and in camelCase',
    loops: true,
    older: [
      { name: 'result', today: 'summary', seed: 'S0' },
      { name: 'duration', today: 'duration_ms', seed: 'S0' },
    ],
    sample: () => ({
      subagent_type: 'explore',
      status: 'completed' as const,
      task: 'Find where dates are parsed',
      description: 'Explore date handling',
      summary: 'src/date.ts',
      duration_ms: 45_000,
      message_count: 6,
      tool_call_count: 4,
      loop_count: 0,
      modified_files: [],
    }),
  }),
  afterAgentResponse: event({
    doc: 'The agent finished a message. A deny asks the host to withhold it.',
    since: '2.3',
    operation: 'response',
    input: { text: hidden(essential(string())), duration_ms: optional(number()), ...tokens },
    gate: permission('denies'),
    guardsAct: false,
    reply: ['user_message', 'agent_message'],
    subject: () => ['AgentResponse'],
    subjectDoc: 'the fixed text `AgentResponse`',
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Response was blocked by a hook',
      model: 'The response was rejected by a hook',
    },
    sample: () => ({ text: 'Done: the parser has a test.', duration_ms: 3400, output_tokens: 12 }),
  }),
  afterAgentThought: event({
    doc: 'The agent finished a block of reasoning.',
    since: '2.3',
    operation: 'thought',
    input: { text: hidden(essential(string())), duration_ms: optional(number()) },
    subject: () => ['AgentThought'],
    subjectDoc: 'the fixed text `AgentThought`',
    sample: () => ({ text: 'The parser is in src/date.ts.', duration_ms: 900 }),
  }),
}
