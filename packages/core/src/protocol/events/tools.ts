/** Events about calls of any tool: the generic gate before the call, and the observers after it. */
import {
  boolean,
  essential,
  hidden,
  isObject,
  number,
  objectOrText,
  oneOfKnown,
  optional,
  string,
} from '../../schema.ts'
import { event, type Failure, permission, type SecondEvent } from '../row.ts'
import { commandOfTool, shellInputOf } from '../tool-commands.ts'
import { toolSubjects } from '../tools.ts'

const tool = {
  tool_name: essential(
    string('Shell Read Write Grep LS Delete Task `MCP:<tool>` …; edits also as StrReplace ApplyPatch EditNotebook'),
  ),
  tool_input: objectOrText('The arguments of the tool. ApplyPatch may send its patch as text.'),
  tool_use_id: string(),
  cwd: string(),
  host_tool_name: optional(string("The calling agent's own name of the tool, where name and input do not show it.")),
}
function toolSubject({ tool_name: tool, tool_input: input }: { tool_name: string; tool_input?: unknown }) {
  const subjects = toolSubjects(tool)
  const isOther = subjects.length === 1 && tool !== 'Shell'
  return isOther && commandOfTool(tool, input) !== undefined ? [tool, 'Shell'] : subjects
}
const subjectDoc =
  '`tool_name`; also `MCP` for MCP tools, `Write` for every tool that edits files, and `Shell` for another tool with a command in its input'
const shellSample = (root: string) => ({
  tool_name: 'Shell',
  tool_input: { command: 'npm test', working_directory: root },
  tool_use_id: 'tool_1',
  cwd: root,
})

/** The text of an action's result, which is a string or `{ output }`. */
export const outputOf = (result: unknown): string =>
  typeof result === 'string' ? result : isObject(result) && typeof result.output === 'string' ? result.output : ''

/** If a tool's input contains a shell command, the gate of shell commands decides about the call too. */
function shellEventOf(input: { readonly tool_name: string; readonly tool_input?: unknown; readonly cwd?: unknown }) {
  const shell = shellInputOf(input.tool_name, input.tool_input, input.cwd)
  if (shell === undefined) return undefined
  const isMcp = input.tool_name.startsWith('MCP:')
  const fields = (result: unknown, durationMs: number) => ({
    ...shell,
    output: outputOf(result),
    duration: durationMs,
  })
  return {
    event: 'beforeShellExecution',
    input: shell,
    ...(isMcp ? {} : { after: { event: 'afterShellExecution', fields } }),
  } satisfies SecondEvent
}

/** Reads how a process failed from a host's result: `exitCode`, or `ended` if the process did not end by itself. */
export function exitFailure(result: unknown, input: object): Failure | undefined {
  if (!isObject(result)) return undefined
  const timeout = 'timeout' in input ? input.timeout : undefined
  const { ended, exitCode } = result
  const failure = (message: string): Failure => ({ message, type: 'error', interrupt: false })
  if (ended === 'timeout')
    return { ...failure(`timed out${typeof timeout === 'number' ? ` after ${timeout} s` : ''}`), type: 'timeout' }
  if (ended === 'cancelled') return { ...failure('cancelled'), interrupt: true }
  if (ended === 'signal') return failure('ended by a signal')
  return typeof exitCode === 'number' && exitCode !== 0 ? failure(`exit code ${exitCode}`) : undefined
}

/** The three generic events, which are fired for every tool. */
export const genericEvents = { before: 'preToolUse', after: 'postToolUse', failed: 'postToolUseFailure' } as const

export const toolEvents = {
  preToolUse: event({
    doc: 'Before any tool runs. The generic gate; hooks can rewrite the input.',
    since: '2.4',
    operation: 'tool',
    input: { ...tool, agent_message: optional(string("The agent's message about the call.")) },
    gate: permission('asks'),
    reply: ['user_message', 'agent_message', 'updated_input', 'additional_context'],
    subject: toolSubject,
    subjectDoc,
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Tool execution was blocked by a hook',
      model: 'The tool call was rejected by a hook',
    },
    act: { failure: exitFailure, also: shellEventOf },
    sample: shellSample,
  }),
  postToolUse: event({
    doc: 'After a tool succeeded. Hooks can replace the MCP result that the model sees.',
    since: '2.4',
    operation: 'tool',
    input: {
      ...tool,
      tool_output: hidden(string('JSON text; Shell: `{"output","exitCode"}`.')),
      duration: number('Milliseconds.'),
    },
    reply: ['additional_context', 'updated_mcp_tool_output'],
    subject: toolSubject,
    subjectDoc,
    sample: (root) => ({
      ...shellSample(root),
      tool_output: '{"output":"42 passed\\n","exitCode":0}',
      duration: 5432,
    }),
  }),
  postToolUseFailure: event({
    doc: 'After a tool failed, timed out or was denied.',
    since: '2.4',
    operation: 'tool',
    input: {
      ...tool,
      error_message: string(),
      failure_type: oneOfKnown(['error', 'timeout', 'permission_denied']),
      duration: number('Milliseconds.'),
      is_interrupt: boolean('The user cancelled the call.'),
    },
    reply: ['additional_context'],
    subject: toolSubject,
    subjectDoc,
    sample: (root) => ({
      ...shellSample(root),
      error_message: 'Command timed out after 30s',
      failure_type: 'timeout' as const,
      duration: 30_000,
      is_interrupt: false,
    }),
  }),
}
