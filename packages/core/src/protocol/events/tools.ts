/** Every tool call, whatever the tool: the generic gate and what follows it. */
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
import { type AlsoJudged, event, type Failure, permission } from '../row.ts'
import { commandOfTool, shellInputOf } from '../tool-commands.ts'
import { toolSubjects } from '../tools.ts'

const tool = {
  tool_name: essential(
    string('Shell Read Write Grep LS Delete Task `MCP:<tool>` …; edits also as StrReplace ApplyPatch EditNotebook'),
  ),
  tool_input: objectOrText('What the tool is called with; ApplyPatch may send its patch as text.'),
  tool_use_id: string(),
  cwd: string(),
}
function toolSubject({ tool_name: tool, tool_input: input }: { tool_name: string; tool_input?: unknown }) {
  const subjects = toolSubjects(tool)
  const isOther = subjects.length === 1 && tool !== 'Shell'
  return isOther && commandOfTool(tool, input) !== undefined ? [tool, 'Shell'] : subjects
}
const subjectDoc =
  '`tool_name`; for MCP tools also the word `MCP`, for every tool that edits files also the word `Write`, for another tool with a command in its input also the word `Shell`'
const shellSample = (root: string) => ({
  tool_name: 'Shell',
  tool_input: { command: 'npm test', working_directory: root },
  tool_use_id: 'tool_1',
  cwd: root,
})

/** What a host's action gave back, as text: a string, or `{ output }`. */
export const outputOf = (result: unknown): string =>
  typeof result === 'string' ? result : isObject(result) && typeof result.output === 'string' ? result.output : ''

/** A command in the input of a tool that is not known to be harmless passes the gates of shell commands too. */
function commandInside(input: { readonly tool_name: string; readonly tool_input?: unknown; readonly cwd?: unknown }) {
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
  } satisfies AlsoJudged
}

/** A host's result may say how a process ended: `exitCode`, and `ended` where it was not by itself. */
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

/** The three that surround every tool call, whatever the tool. */
export const genericEvents = { before: 'preToolUse', after: 'postToolUse', failed: 'postToolUseFailure' } as const

export const toolEvents = {
  preToolUse: event({
    doc: 'Before any tool runs. The generic gate: may rewrite the input.',
    since: '2.4',
    operation: 'tool',
    input: { ...tool, agent_message: optional(string('What the agent said about the call.')) },
    gate: permission('asks'),
    reply: ['user_message', 'agent_message', 'updated_input', 'additional_context'],
    subject: toolSubject,
    subjectDoc,
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Tool execution was blocked by a hook',
      model: 'The tool call was rejected by a hook',
    },
    act: { failure: exitFailure, also: commandInside },
    sample: shellSample,
  }),
  postToolUse: event({
    doc: 'After a tool succeeded. May replace what the model sees of an MCP result.',
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
    doc: 'After a tool failed, timed out or was refused.',
    since: '2.4',
    operation: 'tool',
    input: {
      ...tool,
      error_message: string(),
      failure_type: oneOfKnown(['error', 'timeout', 'permission_denied']),
      duration: number('Milliseconds.'),
      is_interrupt: boolean('The person cancelled it.'),
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
