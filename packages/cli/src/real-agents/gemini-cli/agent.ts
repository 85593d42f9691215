/** Gemini CLI: how it is installed and started offline, and the names of its tools and hooks. */
import { readGemini } from '../../headless/wires/gemini.ts'
import type { HookReplies, RealAgent } from '../agent.ts'
import { loadHeadless } from '../headless.ts'

const headless = await loadHeadless('gemini')

const reply = (fields: object): string => JSON.stringify(fields)

const words: HookReplies = {
  allow: reply({ decision: 'allow' }),
  deny: reply({ decision: 'deny', reason: 'not here' }),
  ask: reply({ decision: 'ask', systemMessage: 'sure?' }),
  unknown: reply({ decision: 'maybe' }),
  wrongType: reply({ decision: 7 }),
  duplicate: '{"decision":"deny","decision":"allow"}',
  rewrite: (command) =>
    reply({ hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command, description: 'scripted' } } }),
}

export const geminiCli: RealAgent = {
  name: 'Gemini CLI',
  id: 'gemini-cli',
  package: '@google/gemini-cli',
  versions: ['0.61.0'],
  systems: ['linux-x64'],
  program: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  connection: 'connect-gemini',
  inUse: { '.gemini/settings.json': {} },
  homeFiles: { '.gemini/settings.json': headless.settings ?? {} },
  start: headless.start,
  readConversation: readGemini,
  readAnswer(stdout) {
    try {
      const { response } = JSON.parse(stdout) as { response?: unknown }
      return typeof response === 'string' ? response : ''
    } catch {
      return ''
    }
  },
  tools: {
    shell: headless.shell,
    read: (path) => ({ name: 'read_file', input: { file_path: path } }),
    write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
    edit: (path, before, after) => ({
      name: 'replace',
      input: { file_path: path, instruction: 'scripted', old_string: before, new_string: after },
    }),
  },
  native: {
    guardShell: (command, timeout) => ({
      '.gemini/settings.json': {
        hooks: {
          BeforeTool: [
            {
              matcher: 'run_shell_command',
              hooks: [{ type: 'command', command, ...(timeout === undefined ? {} : { timeout: timeout * 1000 }) }],
            },
          ],
        },
      },
    }),
    replies: words,
    stops: () => [
      'denies',
      'asks',
      'exits 2',
      'exits 1 after a deny',
      'prints a deny as JSON inside a JSON string',
      // Any other exit code than 0 and 1 refuses, if there is text: here the shell's own error message.
      'does not exist',
      'is not executable',
      'names an interpreter that is not there',
    ],
  },
}
