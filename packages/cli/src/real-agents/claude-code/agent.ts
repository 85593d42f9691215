/** Claude Code: how it is installed and started offline, and the names of its tools and hooks. */
import { readAnthropic } from '../../headless/wires/anthropic.ts'
import type { RealAgent } from '../agent.ts'
import { loadHeadless } from '../headless.ts'
import { nestedReplies } from '../nested-replies.ts'

const headless = await loadHeadless('claude')

export const claudeCode: RealAgent = {
  name: 'Claude Code',
  id: 'claude-code',
  package: '@anthropic-ai/claude-code',
  // The newest version, and the newest that npm installs on Node 20.
  versions: ['2.1.325', '2.1.197'],
  systems: ['linux-x64'],
  program: 'node_modules/@anthropic-ai/claude-code-linux-x64/claude',
  connection: 'connect-claude',
  inUse: { '.claude/settings.json': {} },
  start: (prompt, { allowed, ...options }) =>
    headless.start(prompt, { ...options, allowed: ['Read', 'Write', 'Edit', ...allowed] }),
  readConversation: readAnthropic,
  readAnswer(stdout) {
    try {
      const { result } = JSON.parse(stdout) as { result?: unknown }
      return typeof result === 'string' ? result : ''
    } catch {
      return ''
    }
  },
  tools: {
    shell: headless.shell,
    read: (path) => ({ name: 'Read', input: { file_path: path } }),
    write: (path, content) => ({ name: 'Write', input: { file_path: path, content } }),
    edit: (path, before, after) => ({
      name: 'Edit',
      input: { file_path: path, old_string: before, new_string: after },
    }),
  },
  // Newer versions say that no person is there.
  asks: (version) => version === '2.1.197',
  native: {
    guardShell: (command, timeout) => ({
      '.claude/settings.json': {
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ type: 'command', command, ...(timeout === undefined ? {} : { timeout }) }] },
          ],
        },
      },
    }),
    replies: nestedReplies,
    stops: (version) => [
      'denies',
      'asks',
      'exits 2',
      'exits 1 after a deny',
      // The older version waits for the process and then runs the command.
      ...(version === '2.1.197' ? [] : ['allows and leaves a process with its pipe']),
    ],
  },
}
