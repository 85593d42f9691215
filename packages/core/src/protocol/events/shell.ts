/** Events about shell commands: a gate before the command, and an observer after it. */
import { boolean, essential, hidden, isObject, number, optional, string } from '../../schema.ts'
import { event, permission } from '../row.ts'
import { exitFailure, outputOf } from './tools.ts'

const exitCodeOf = (result: unknown): number =>
  isObject(result) && typeof result.exitCode === 'number' ? result.exitCode : 0

export const shellEvents = {
  beforeShellExecution: event({
    doc: 'Before a shell command runs.',
    since: '2.3',
    operation: 'shell',
    input: {
      command: essential(string('The whole command.')),
      cwd: string(),
      sandbox: boolean(),
      timeout: optional(number('The timeout of the command, in seconds.')),
    },
    gate: permission('asks'),
    reply: ['user_message', 'agent_message'],
    subject: (input) => [input.command],
    subjectDoc: 'the whole command',
    refusal: {
      code: 'ERROR_HOOKS_BLOCKED',
      person: 'Command execution was blocked by a hook',
      model: 'The terminal command was rejected by a hook',
    },
    act: {
      tool: (input) => ({
        tool_name: 'Shell',
        tool_input: { command: input.command, working_directory: input.cwd },
      }),
      withToolInput: (input, toolInput) => ({
        ...input,
        command: typeof toolInput.command === 'string' ? toolInput.command : input.command,
        cwd: typeof toolInput.working_directory === 'string' ? toolInput.working_directory : input.cwd,
      }),
      output: (result) => JSON.stringify({ output: outputOf(result), exitCode: exitCodeOf(result) }),
      failure: exitFailure,
      after: {
        event: 'afterShellExecution',
        fields: (input, result, durationMs) => ({
          command: input.command,
          cwd: input.cwd,
          sandbox: input.sandbox,
          output: outputOf(result),
          duration: durationMs,
        }),
      },
    },
    sample: (root) => ({ command: 'git status', cwd: root, sandbox: false }),
  }),
  afterShellExecution: event({
    doc: 'After a shell command ended, with any exit code.',
    since: '2.3',
    operation: 'shell',
    input: {
      command: essential(string('The whole command.')),
      cwd: string(),
      output: hidden(string('Everything it printed.')),
      duration: number('Milliseconds, without the time spent waiting for approval.'),
      sandbox: boolean(),
    },
    subject: (input) => [input.command],
    subjectDoc: 'the whole command',
    sample: (root) => ({
      command: 'git status',
      cwd: root,
      output: 'nothing to commit, working tree clean\n',
      duration: 31,
      sandbox: false,
    }),
  }),
}
